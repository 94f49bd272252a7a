// Every string of the lesson `recipes`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct RecipesStrings {
  Str title;
};

}  // namespace tally
