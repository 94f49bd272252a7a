// Every string of the lesson `activation`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct ActivationStrings {
  Str title;
};

}  // namespace tally
