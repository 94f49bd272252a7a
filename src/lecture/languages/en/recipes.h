#pragma once

#include "lecture/strings/recipes.h"

namespace tally::en {

inline constexpr RecipesStrings recipes{
    .title = "How many bytes does a parameter take?",
};

}  // namespace tally::en
