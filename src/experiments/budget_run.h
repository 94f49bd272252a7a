// The run of demonstration 6, for any engine. Included where it is instantiated.
#pragma once

#include <cmath>

#include "experiments/budget.h"
#include "experiments/recipe_run.h"

namespace tally {
namespace detail {

template <class E>
BudgetPoint measure_budget(const E& meta, const BudgetSettings& settings, std::int64_t parameters) {
  const auto execute = [&](std::int64_t gpus) {
    return execute_recipe(meta, settings.recipe, settings.sharding, parameters, gpus);
  };
  BudgetPoint point{.parameters = parameters, .whole = execute(1), .gpus = {}, .share = {}};
  const RecipeSlope slope = recipe_slope(point.whole, settings.sharding, parameters, 1);
  point.gpus = gpus_needed(slope, settings.capacity, parameters);
  if (!point.gpus) return point;
  point.share = execute(*point.gpus);
  check(point.share.total() <= settings.capacity &&
            (*point.gpus == 1 || execute(*point.gpus - 1).total() > settings.capacity),
        "[measure_budget] the number of GPUs is not the least");
  return point;
}

}  // namespace detail

template <class E>
BudgetResult run_budget(const E&, const BudgetSettings& settings, Progress& progress) {
  const E meta(Device::meta);
  const auto measure = [&](std::int64_t parameters) {
    return detail::measure_budget(meta, settings, parameters);
  };
  BudgetResult result{.settings = settings, .round = {}, .real = {}, .yours = {}, .curve = {}};
  for (const ModelSize& size : model_sizes) {
    if (!progress.at(0.1 * static_cast<double>(result.round.size()))) return result;
    result.round.push_back(measure(size.parameters));
    result.real.push_back(measure(size.real_parameters));
  }
  result.yours = measure(settings.parameters);
  constexpr int per_decade = 8;
  for (int i = 0; i <= 7 * per_decade; ++i) {
    if (!progress.at(0.6 + 0.4 * i / (7 * per_decade))) return result;
    result.curve.push_back(measure(std::llround(std::pow(10.0, 6 + double(i) / per_decade))));
  }
  progress.at(1);
  return result;
}

}  // namespace tally
