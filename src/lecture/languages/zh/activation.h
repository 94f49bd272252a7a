#pragma once

#include "lecture/strings/activation.h"

namespace tally::zh {

inline constexpr ActivationStrings activation{
    .title = "激活：随批次和层数增长",
};

}  // namespace tally::zh
