// One rank's share of a recipe, allocated and stepped through an engine. Included where it is used.
#pragma once

#include "core/check.h"
#include "experiments/recipe.h"
#include "optim/adamw.h"

namespace tally {

/// Makes one parameter of n elements in the recipe's dtypes with its gradient, takes one step of
/// AdamW and measures what is live at the end of the next backward pass, on the rank with the
/// largest share. Errors: n or gpus below 1.
template <class E>
RecipeBytes execute_recipe(const E& engine, const Recipe& recipe, Sharding sharding,
                           std::int64_t parameters, std::int64_t gpus) {
  check(parameters > 0 && gpus > 0, "[execute_recipe] takes at least one parameter and one GPU");
  using T = typename E::Tensor;
  using AdamWOf = Optimizer<E, AdamW>;
  // What one rank updates: all, or its share, rounded up.
  const std::int64_t share = is_sharded(sharding, MemoryCategory::optimizer_state)
                                 ? parameters / gpus + (parameters % gpus != 0)
                                 : parameters;
  const auto elements = [&](MemoryCategory category) {
    return is_sharded(sharding, category) ? share : parameters;
  };
  const auto make = [&](Dtype dtype, MemoryCategory category) {
    return engine.zeros({elements(category)}, dtype, category);
  };
  // The share as it is kept: the whole tensor, or a view of its first elements.
  const auto own_share = [&](const T& tensor) {
    return tensor.numel() == share ? tensor : slice(tensor, 0, 0, share, 1).detach();
  };

  const typename E::NoGrad no_grad;
  const typename E::Record record;
  const T parameter = make(recipe.parameter, MemoryCategory::parameter);
  const T gradient = make(recipe.gradient, MemoryCategory::gradient);
  T cast_copy;
  if (recipe.cast_copy) cast_copy = make(*recipe.cast_copy, MemoryCategory::cast_copy);

  // The optimizer holds the master weights itself, unless the gradient is kept in float32 beside a
  // 16-bit parameter: then it updates the float32 copy, whose gradient that is.
  const bool main_gradients = recipe.master_weight && recipe.gradient != recipe.parameter;
  T updated = own_share(parameter);
  if (main_gradients) {
    updated = make(*recipe.master_weight, MemoryCategory::master_weight);
    updated.copy_(own_share(parameter));
  }
  engine.set_requires_grad(updated, true);
  engine.set_grad(updated, own_share(gradient));
  StateOptions options;
  options.master_weights = recipe.master_weight && !main_gradients;
  if (!options.master_weights && recipe.moments != engine.dtype(updated))
    options.state_dtype = recipe.moments;
  AdamWOf optimizer(engine, {updated}, {}, options);
  optimizer.step();
  if (main_gradients) {
    T target = own_share(parameter);
    target.copy_(updated);
  }
  if (cast_copy.defined()) cast_copy.copy_(parameter);

  RecipeBytes result;
  if (const auto samples = live_samples(record.recording()); !samples.empty())
    result.by_category = samples.back().by_category;
  for (const auto& [name, tensor] : optimizer.state(0))
    if (tensor.dim() == 0) result.counters += tensor.numel() * itemsize(engine.dtype(tensor));
  result.by_category[static_cast<std::size_t>(MemoryCategory::optimizer_state)] -= result.counters;
  return result;
}

}  // namespace tally
