#pragma once

#include "lecture/strings/optimizer_state.h"

namespace tally::en {

inline constexpr OptimizerStateStrings optimizer_state{
    .title = "How much state does AdamW keep?",
};

}  // namespace tally::en
