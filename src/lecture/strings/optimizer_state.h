// Every string of the lesson `optimizer_state`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct OptimizerStateStrings {
  Str title;
};

}  // namespace tally
