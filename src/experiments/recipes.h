// Demonstration 1: what each recipe keeps per parameter, the largest model that a group of GPUs
// holds, and why 16-bit weights need a float32 master copy.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/progress.h"
#include "experiments/recipe.h"

namespace tally {

class Engine;

struct RecipesSettings {
  Bytes capacity{80'000'000'000};  // of one GPU
  std::int64_t gpus = 8;
  Sharding sharding = Sharding::zero3;  // the lecture's table: everything shared out perfectly
  double update = 0.001;                // what each update adds to a weight of 1
  std::int64_t updates = 1000;
};

/// A recipe on the GPU with the largest share; all bytes measured.
struct RecipeRow {
  Recipe recipe;
  std::array<std::int64_t, memory_category_count> per_parameter{};  // bytes, on one GPU alone
  RecipeSlope slope{};
  std::int64_t largest = 0;  // parameters
  RecipeBytes at_largest{};  // executed with that many parameters; zero where none fits
  RecipeBytes beyond{};      // executed with one more: no longer fits
  RecipeBytes formula{};     // the closed form at `largest`

  std::int64_t per_parameter_in_all() const {
    return std::accumulate(per_parameter.begin(), per_parameter.end(), std::int64_t{0});
  }
};

struct ShardingRow {
  Sharding sharding{};
  RecipeSlope slope{};  // of the lecture's mixed precision
  std::int64_t largest = 0;
};

/// A weight of 1 after each of `at` updates: kept in bf16, kept in a float32 master weight, and the
/// bf16 copy of that master weight.
struct MasterWeightCurves {
  std::vector<std::int64_t> at;
  std::vector<double> bf16, master, copy;
};

struct RecipesResult {
  RecipesSettings settings;
  std::vector<RecipeRow> rows{};         // one for each of `recipes`
  std::vector<ShardingRow> shardings{};  // one for each of `shardings`
  MasterWeightCurves curves{};
};

/// Bytes are executed on meta, the updates on `engine`, which computes. Returns early, with what
/// there is, once `progress` is cancelled. Defined in recipes_run.h.
template <class E>
RecipesResult run_recipes(const E& engine, const RecipesSettings& settings, Progress& progress);

extern template RecipesResult run_recipes(const Engine&, const RecipesSettings&, Progress&);

}  // namespace tally
