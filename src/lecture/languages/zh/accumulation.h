#pragma once

#include "lecture/strings/accumulation.h"

namespace tally::zh {

inline constexpr AccumulationStrings accumulation{
    .title = "梯度累积：用时间换激活",
};

}  // namespace tally::zh
