// Every string of the lesson `checkpointing`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct CheckpointingStrings {
  Str title;
};

}  // namespace tally
