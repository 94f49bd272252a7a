#pragma once

#include "lecture/strings/checkpointing.h"

namespace tally::zh {

inline constexpr CheckpointingStrings checkpointing{
    .title = "激活检查点：用计算换显存",
};

}  // namespace tally::zh
