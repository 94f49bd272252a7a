#pragma once

#include "lecture/strings/recipes.h"

namespace tally::zh {

inline constexpr RecipesStrings recipes{
    .title = "每个参数要占几个字节？",
};

}  // namespace tally::zh
