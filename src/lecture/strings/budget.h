// Every string of the lesson `budget`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct BudgetStrings {
  Str title;
};

}  // namespace tally
