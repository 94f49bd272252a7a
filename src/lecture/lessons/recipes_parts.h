// What the parts of lesson 1 share.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "experiments/recipes.h"
#include "lecture/lessons/setups.h"
#include "lecture/presentation.h"

namespace tally::recipe_parts {

/// The categories that a recipe keeps, in the order of the columns.
inline constexpr std::array shown{MemoryCategory::parameter, MemoryCategory::gradient,
                                  MemoryCategory::master_weight, MemoryCategory::optimizer_state,
                                  MemoryCategory::cast_copy};

inline std::int64_t per_parameter(const RecipeRow& row, MemoryCategory category) {
  return row.per_parameter[static_cast<std::size_t>(category)];
}

/// The largest model's size as the lecture writes it, never more than fits: 53B.
std::string size_text(std::int64_t parameters);

/// Recipes; sharding; what was executed; the updates of a weight; the catalogue of GPUs.
std::vector<Table> tables(const RecipesResult& run, const ChosenGpu& gpu, const Language& language);

}  // namespace tally::recipe_parts
