// The training step that is measured, over any engine: L x [Linear(D, D), ReLU] without biases, the
// sum of the output as the loss, backward, Adam, gradients dropped.
#pragma once

#include <cstdint>

#include "models/mlp.h"
#include "optim/adam.h"

namespace tally::bench {

struct StepSettings {
  std::int64_t layers = 16;
  std::int64_t width = 512;
  std::int64_t batch = 64;
};

/// So small that thousands of steps leave the network alive: one whose ReLUs are all 0 has moments
/// that decay into subnormal numbers, which are slow to compute with.
inline constexpr double learning_rate = 1e-6;

template <class E>
class MlpStep {
 public:
  using Tensor = typename E::Tensor;

  MlpStep(const E& engine, const StepSettings& settings)
      : engine_(engine),
        model_(make_mlp({.layers = settings.layers, .width = settings.width},
                        [&, stream = std::uint64_t{0}](const Shape& shape) mutable {
                          return engine_.parameter(shape, Dtype::float32, stream++);
                        })),
        x_(engine_.randn({settings.batch, settings.width}, Dtype::float32, MemoryCategory::input,
                         1000)),
        optimizer_(engine_, parameters(model_), {.lr = learning_rate}) {}

  void run() {
    Tensor loss;
    {
      const typename E::PhaseScope phase(Phase::forward);
      loss = sum(model_(x_));
    }
    engine_.backward(loss);
    optimizer_.step();
    optimizer_.zero_grad();
    loss_ = std::move(loss);
  }
  /// Of the last step.
  double loss() const { return engine_.to_host(loss_)[0]; }

 private:
  E engine_;
  Mlp<Tensor> model_;
  Tensor x_, loss_;
  Optimizer<E, Adam> optimizer_;
};

}  // namespace tally::bench
