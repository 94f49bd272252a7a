#pragma once

#include "lecture/strings/budget.h"

namespace tally::en {

inline constexpr BudgetStrings budget{
    .title = "How many GPUs does a model need?",
};

}  // namespace tally::en
