#include "experiments/recipe.h"

#include <algorithm>
#include <limits>

#include "core/check.h"

namespace tally {
namespace {

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

}  // namespace

RecipeBytes recipe_formula(const Recipe& recipe, Sharding sharding, std::int64_t parameters,
                           std::int64_t gpus) {
  RecipeBytes result;
  for (std::size_t c = 0; c < memory_category_count; ++c) {
    const auto category = static_cast<MemoryCategory>(c);
    const std::int64_t elements =
        is_sharded(sharding, category) ? ceil_div(parameters, gpus) : parameters;
    result.by_category[c] = {elements * bytes_per_parameter(recipe, category)};
  }
  result.counters = itemsize(Dtype::float32);
  return result;
}

RecipeSlope recipe_slope(const RecipeBytes& measured, Sharding sharding, std::int64_t parameters,
                         std::int64_t gpus) {
  RecipeSlope slope;
  const std::int64_t share = ceil_div(parameters, gpus);
  for (std::size_t c = 0; c < memory_category_count; ++c) {
    const bool sharded = is_sharded(sharding, static_cast<MemoryCategory>(c));
    const std::int64_t elements = sharded ? share : parameters;
    const std::int64_t bytes = measured.by_category[c].count;
    check(bytes % elements == 0, "[recipe_slope] the bytes are not a multiple of the elements");
    (sharded ? slope.sharded : slope.replicated) += bytes / elements;
  }
  return slope;
}

std::int64_t largest_model(const RecipeSlope& slope, Bytes capacity, std::int64_t gpus) {
  const auto [replicated, sharded] = slope;
  if (sharded == 0) return capacity.count / replicated;
  // The share q = ceil(n / gpus) near the solution with fractions; n is largest within one of the
  // two.
  const std::int64_t near = capacity.count / (replicated * gpus + sharded);
  std::int64_t best = 0;
  for (std::int64_t share = near; share <= near + 1; ++share) {
    const std::int64_t left = capacity.count - sharded * share;
    if (left < 0) break;
    std::int64_t n = gpus * share;
    if (replicated > 0) n = std::min(n, left / replicated);
    if (n > gpus * (share - 1)) best = std::max(best, n);
  }
  return best;
}

std::optional<std::int64_t> gpus_needed(const RecipeSlope& slope, Bytes capacity,
                                        std::int64_t parameters) {
  const std::int64_t left = capacity.count - slope.replicated * parameters;
  if (left < 0) return std::nullopt;
  if (slope.sharded == 0) return 1;
  const std::int64_t share = left / slope.sharded;
  if (share == 0) return std::nullopt;
  return ceil_div(parameters, share);
}

}  // namespace tally
