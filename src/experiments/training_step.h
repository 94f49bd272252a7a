// One training step of L x [Linear(D, D), activation], recorded event by event: the picture that
// grows through the lecture. Switches add a part at a time: optimizer, recipe, micro-batches,
// checkpointed segments, sharding over GPUs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/event.h"
#include "core/progress.h"
#include "experiments/compute_limit.h"
#include "experiments/optimizer_state.h"
#include "experiments/recipe.h"
#include "nn/activation.h"

namespace tally {

class Engine;

struct TrainingStepSettings {
  std::int64_t layers = 4;
  std::int64_t width = 256;
  std::int64_t batch = 8;     // samples of one step, all micro-batches together
  std::int64_t sequence = 1;  // 1: x is (B, D); more: (B, S, D)
  Activation function = Activation::relu;
  std::vector<bool> frozen{};  // layers that require no gradient; shorter than L: the rest do
  bool grad = true;            // false: forward under no_grad, and nothing after it

  std::optional<OptimizerChoice> optimizer = optimizer_choices[0];  // nothing: no optimizer's step
  Recipe recipe = *find_recipe("fp32");
  std::int64_t iterations = 1;
  std::int64_t warm_up = 0;     // iterations before the recording begins
  bool keep_gradients = false;  // zero_grad(set_to_none=False): gradients stay, as zeros
  std::int64_t micro_batches = 1;
  std::vector<std::int64_t> segments{};  // lengths of the checkpointed segments; empty: none

  Sharding sharding = Sharding::replicated;
  std::int64_t gpus = 1;
};

/// Within this limit a step has values, unless it is shared out: that is executed on meta, for the
/// rank with the largest share.
inline constexpr ComputeLimit training_step_limit{Flops{1 << 24}, Bytes{1 << 24}};

struct TrainingStepResult {
  TrainingStepSettings settings{};
  std::int64_t parameters = 0;  // of the whole model
  bool computed = false;
  Recording recording{};  // of one rank; parameters and master weights are there when it begins
};

/// Each iteration: zero_grad; forward and backward of each micro-batch, with the sum of the output
/// over the number of micro-batches as the loss; step.
///
/// A rank keeps ceil(n / gpus) of the n elements of each weight wherever the stage shares them out.
/// Its gradients are reduced and cut as soon as a layer's are there, and with ZeRO-3 a layer's
/// weight is gathered before its forward and before its backward, and let go after each, as
/// DeepSpeed and FSDP do. Defined in training_step_run.h.
template <class E>
TrainingStepResult run_training_step(const E& engine, const TrainingStepSettings& settings);

extern template TrainingStepResult run_training_step(const Engine&, const TrainingStepSettings&);

/// Layers and width of such a network with about `parameters` parameters: of 16 to 32 layers those
/// that come nearest, the deepest of equals.
struct NetworkSize {
  std::int64_t layers, width;
  std::int64_t parameters() const { return layers * width * width; }
};
NetworkSize network_of(std::int64_t parameters);

}  // namespace tally
