// Recipes: in which dtypes a training run with Adam keeps each parameter's numbers, and how a group
// of GPUs shares them out. One row each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/accounting.h"
#include "core/dtype.h"

namespace tally {

/// `none` where a recipe does without.
struct Recipe {
  std::string_view id;
  Dtype parameter;  // what forward and backward read, or what autocast reads it from
  Dtype gradient;   // as kept until the step
  std::optional<Dtype> master_weight;
  Dtype moments;                   // of exp_avg and exp_avg_sq
  std::optional<Dtype> cast_copy;  // of the parameter, alive through forward and backward
};

inline constexpr std::array<Recipe, 6> recipes{{
    // Everything in float32: stock torch.optim.AdamW on a float32 model.
    {"fp32", Dtype::float32, Dtype::float32, {}, Dtype::float32, {}},
    // No master weights and float32 moments: needs an optimizer of one's own.
    {"bf16_fp32_moments", Dtype::bfloat16, Dtype::bfloat16, {}, Dtype::float32, {}},
    // The mixed precision of the ZeRO paper (Rajbhandari et al. 2020, section 3.1), with bf16 for
    // fp16.
    {"bf16_master_weights", Dtype::bfloat16, Dtype::bfloat16, Dtype::float32, Dtype::float32, {}},
    // torch.autocast: a float32 model whose weights are cast for each pass.
    {"autocast", Dtype::float32, Dtype::float32, {}, Dtype::float32, Dtype::bfloat16},
    // Megatron-LM and DeepSpeed: gradients accumulate in float32 beside the bf16 ones' life.
    {"fp32_main_gradients", Dtype::bfloat16, Dtype::float32, Dtype::float32, Dtype::float32, {}},
    // Stock torch.optim.AdamW on a bf16 model: moments take the parameter's dtype.
    {"bf16_stock", Dtype::bfloat16, Dtype::bfloat16, {}, Dtype::bfloat16, {}},
}};

constexpr const Recipe* find_recipe(std::string_view id) {
  for (const Recipe& recipe : recipes)
    if (recipe.id == id) return &recipe;
  return nullptr;
}

/// Calls visit(category, dtype) for each tensor that a recipe keeps per parameter; the moments are
/// two.
template <class Visit>
constexpr void for_each_kept(const Recipe& recipe, Visit&& visit) {
  visit(MemoryCategory::parameter, recipe.parameter);
  visit(MemoryCategory::gradient, recipe.gradient);
  if (recipe.master_weight) visit(MemoryCategory::master_weight, *recipe.master_weight);
  visit(MemoryCategory::optimizer_state, recipe.moments);  // exp_avg
  visit(MemoryCategory::optimizer_state, recipe.moments);  // exp_avg_sq
  if (recipe.cast_copy) visit(MemoryCategory::cast_copy, *recipe.cast_copy);
}

/// Bytes per parameter in one category, and in all.
constexpr std::int64_t bytes_per_parameter(const Recipe& recipe, MemoryCategory category) {
  std::int64_t total = 0;
  for_each_kept(recipe, [&](MemoryCategory kept, Dtype dtype) {
    if (kept == category) total += itemsize(dtype).count;
  });
  return total;
}
constexpr std::int64_t bytes_per_parameter(const Recipe& recipe) {
  std::int64_t total = 0;
  for (std::size_t c = 0; c < memory_category_count; ++c)
    total += bytes_per_parameter(recipe, static_cast<MemoryCategory>(c));
  return total;
}
static_assert(bytes_per_parameter(*find_recipe("fp32")) == 16);
static_assert(bytes_per_parameter(*find_recipe("bf16_fp32_moments")) == 12);
static_assert(bytes_per_parameter(*find_recipe("bf16_master_weights")) == 16);
static_assert(bytes_per_parameter(*find_recipe("autocast")) == 18);
static_assert(bytes_per_parameter(*find_recipe("fp32_main_gradients")) == 18);
static_assert(bytes_per_parameter(*find_recipe("bf16_stock")) == 8);

/// How data-parallel ranks share out the states (ZeRO, section 5): each stage shards one thing
/// more.
enum class Sharding : std::uint8_t { replicated, zero1, zero2, zero3 };

inline constexpr std::array<std::string_view, 4> sharding_ids{"replicated", "zero1", "zero2",
                                                              "zero3"};
inline constexpr std::array<Sharding, 4> shardings{Sharding::replicated, Sharding::zero1,
                                                   Sharding::zero2, Sharding::zero3};

constexpr std::optional<Sharding> find_sharding(std::string_view id) {
  for (const Sharding sharding : shardings)
    if (sharding_ids[static_cast<std::size_t>(sharding)] == id) return sharding;
  return std::nullopt;
}

/// ZeRO-1 shards optimizer state and master weights, ZeRO-2 gradients too, ZeRO-3 parameters too.
constexpr bool is_sharded(Sharding sharding, MemoryCategory category) {
  switch (category) {
    case MemoryCategory::optimizer_state:
    case MemoryCategory::master_weight:
      return sharding >= Sharding::zero1;
    case MemoryCategory::gradient:
      return sharding >= Sharding::zero2;
    case MemoryCategory::parameter:
    case MemoryCategory::cast_copy:
      return sharding >= Sharding::zero3;
    default:
      return false;
  }
}

/// Bytes on the GPU with the largest share.
struct RecipeBytes {
  BytesByCategory by_category{};
  /// Optimizer state that does not grow with the parameter: Adam's float32 `step`, one for each
  /// parameter tensor. PyTorch keeps it in the host's memory by default, so it is not counted
  /// above.
  Bytes counters;

  Bytes total() const {
    Bytes sum;
    for (const Bytes bytes : by_category) sum += bytes;
    return sum;
  }
};

/// The closed form: each category's bytes per parameter times n, or times ceil(n / gpus) where
/// sharded.
RecipeBytes recipe_formula(const Recipe& recipe, Sharding sharding, std::int64_t parameters,
                           std::int64_t gpus);

/// What each further parameter costs one GPU, read off a measurement: `replicated` x n +
/// `sharded` x ceil(n / gpus). Fails unless the bytes are whole multiples.
struct RecipeSlope {
  std::int64_t replicated = 0;
  std::int64_t sharded = 0;
};
RecipeSlope recipe_slope(const RecipeBytes& measured, Sharding sharding, std::int64_t parameters,
                         std::int64_t gpus);

/// The greatest n with replicated x n + sharded x ceil(n / gpus) <= capacity. Whole numbers only.
std::int64_t largest_model(const RecipeSlope& slope, Bytes capacity, std::int64_t gpus);

/// The least number of GPUs that hold n parameters, or nothing where no number does.
std::optional<std::int64_t> gpus_needed(const RecipeSlope& slope, Bytes capacity,
                                        std::int64_t parameters);

}  // namespace tally
