// The run of demonstration 1, for any engine. Included where it is instantiated.
#pragma once

#include <algorithm>

#include "experiments/recipe_run.h"
#include "experiments/recipes.h"

namespace tally {
namespace detail {

/// The slope of a recipe, read off an execution with a thousand parameters for each GPU.
template <class E>
RecipeSlope measure_slope(const E& meta, const Recipe& recipe, Sharding sharding,
                          std::int64_t gpus) {
  const std::int64_t parameters = 1000 * gpus;
  return recipe_slope(execute_recipe(meta, recipe, sharding, parameters, gpus), sharding,
                      parameters, gpus);
}

template <class E>
std::array<std::int64_t, memory_category_count> measure_per_parameter(const E& meta,
                                                                      const Recipe& recipe) {
  constexpr std::int64_t parameters = 1000;
  const RecipeBytes bytes = execute_recipe(meta, recipe, Sharding::replicated, parameters, 1);
  std::array<std::int64_t, memory_category_count> result{};
  for (std::size_t c = 0; c < memory_category_count; ++c) {
    check(bytes.by_category[c].count % parameters == 0,
          "[measure_per_parameter] the bytes are not a multiple of the parameters");
    result[c] = bytes.by_category[c].count / parameters;
  }
  return result;
}

template <class E>
MasterWeightCurves run_updates(const E& engine, double update, std::int64_t updates) {
  using Tensor = typename E::Tensor;
  check(engine.computes(), "[run_updates] the updates need an engine that computes");
  const typename E::NoGrad no_grad;
  Tensor bf16 = engine.full({1}, 1, Dtype::bfloat16, MemoryCategory::parameter);
  Tensor copy = engine.full({1}, 1, Dtype::bfloat16, MemoryCategory::parameter);
  Tensor master = engine.full({1}, 1, Dtype::float32, MemoryCategory::master_weight);
  MasterWeightCurves curves;
  const auto take = [&](std::int64_t at) {
    curves.at.push_back(at);
    curves.bf16.push_back(engine.to_host(bf16)[0]);
    curves.master.push_back(engine.to_host(master)[0]);
    curves.copy.push_back(engine.to_host(copy)[0]);
  };
  take(0);
  const std::int64_t stride = std::max<std::int64_t>(1, updates / 200);
  for (std::int64_t i = 1; i <= updates; ++i) {
    bf16.add_(update);
    master.add_(update);
    copy.copy_(master);
    if (i % stride == 0 || i == updates) take(i);
  }
  return curves;
}

}  // namespace detail

template <class E>
RecipesResult run_recipes(const E& engine, const RecipesSettings& settings, Progress& progress) {
  const E meta(Device::meta);
  RecipesResult result{.settings = settings, .rows = {}, .shardings = {}, .curves = {}};
  for (const Recipe& recipe : recipes) {
    if (!progress.at(0.1 * static_cast<double>(result.rows.size()))) return result;
    const auto execute = [&](std::int64_t parameters) {
      return execute_recipe(meta, recipe, settings.sharding, parameters, settings.gpus);
    };
    RecipeRow row{.recipe = recipe,
                  .per_parameter = detail::measure_per_parameter(meta, recipe),
                  .slope = detail::measure_slope(meta, recipe, settings.sharding, settings.gpus)};
    row.largest = largest_model(row.slope, settings.capacity, settings.gpus);
    if (row.largest > 0) {
      row.at_largest = execute(row.largest);
      row.formula = recipe_formula(recipe, settings.sharding, row.largest, settings.gpus);
    }
    row.beyond = execute(row.largest + 1);
    check(row.at_largest.total() <= settings.capacity && row.beyond.total() > settings.capacity,
          "[run_recipes] the largest model is not the largest");
    result.rows.push_back(row);
  }
  const Recipe& mixed = *find_recipe("bf16_master_weights");
  for (const Sharding sharding : shardings) {
    ShardingRow row{.sharding = sharding,
                    .slope = detail::measure_slope(meta, mixed, sharding, settings.gpus)};
    row.largest = largest_model(row.slope, settings.capacity, settings.gpus);
    result.shardings.push_back(row);
  }
  if (!progress.at(0.8)) return result;
  result.curves = detail::run_updates(engine, settings.update, settings.updates);
  progress.at(1);
  return result;
}

}  // namespace tally
