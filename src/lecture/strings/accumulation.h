// Every string of the lesson `accumulation`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct AccumulationStrings {
  Str title;
};

}  // namespace tally
