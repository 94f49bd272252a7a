#pragma once

#include "lecture/strings/checkpointing.h"

namespace tally::en {

inline constexpr CheckpointingStrings checkpointing{
    .title = "Activation checkpointing: compute for memory",
};

}  // namespace tally::en
