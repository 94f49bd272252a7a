#pragma once

#include "lecture/strings/optimizer_state.h"

namespace tally::zh {

inline constexpr OptimizerStateStrings optimizer_state{
    .title = "AdamW 存了多少状态？",
};

}  // namespace tally::zh
