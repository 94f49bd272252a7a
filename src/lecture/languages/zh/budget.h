#pragma once

#include "lecture/strings/budget.h"

namespace tally::zh {

inline constexpr BudgetStrings budget{
    .title = "多大的模型要多少块 GPU？",
};

}  // namespace tally::zh
