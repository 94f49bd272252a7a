// One training step of L x [Linear(D, D), ReLU] with AdamW at any size, over any engine: run on
// meta it is the prediction, on LibTorch the measurement. Included where it is instantiated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/accounting.h"
#include "measure/scale.h"
#include "models/mlp.h"
#include "optim/adamw.h"

namespace tally::measure {

/// What counts: all, or what the GPU has of it.
inline Bytes live_of(const LiveSample& now, bool host_apart) {
  return host_apart ? now.total - now.host : now.total;
}

template <class E>
class ScaleStep {
 public:
  using Tensor = typename E::Tensor;

  ScaleStep(const E& engine, const ScaleSettings& settings)
      : engine_(engine),
        settings_(settings),
        before_(engine.live_bytes()),
        model_(make_mlp({.layers = settings.layers, .width = settings.width},
                        [&, stream = std::uint64_t{0}](const Shape& shape) mutable {
                          return engine.parameter(shape, settings.dtype, stream++);
                        })),
        x_(engine.randn({settings.batch, settings.width}, settings.dtype, MemoryCategory::input,
                        static_cast<std::uint64_t>(settings.layers))),
        // Stock AdamW on bfloat16 loses small updates: float32 master weights, 16 bytes a
        // parameter.
        optimizer_(engine_, parameters(model_), {},
                   {.master_weights = settings.dtype == Dtype::bfloat16}) {}

  /// zero_grad, forward and backward of each micro-batch, step.
  void run() {
    optimizer_.zero_grad();
    const auto parts = settings_.micro_batches == 1 ? std::vector<Tensor>{x_}
                                                    : chunk(x_, settings_.micro_batches, 0);
    for (const Tensor& part : parts) {
      Tensor loss;
      {
        const typename E::PhaseScope phase(Phase::forward);
        loss = sum(forward(part));
      }
      engine_.backward(loss);
    }
    optimizer_.step();
  }

  /// A step on what the one before has left; states are there. `host_apart`: tensors are on a GPU.
  StepNumbers record(bool host_apart) {
    run();
    typename E::Record record;
    const typename E::CountFlops flops;
    run();
    StepNumbers numbers{.flops = flops.total()};
    const Recording recording = record.take();
    Account account(recording);
    do {
      numbers.saved = std::max(numbers.saved, account.now().saved);
      numbers.peak = std::max(numbers.peak, live_of(account.now(), host_apart));
      numbers.host_peak = std::max(numbers.host_peak, account.now().host);
    } while (account.next());
    numbers.peak -= before_;
    const LiveSample& end = account.now();
    numbers.parameters = end.live(MemoryCategory::parameter);
    numbers.gradients = end.live(MemoryCategory::gradient);
    numbers.states =
        end.live(MemoryCategory::optimizer_state) + end.live(MemoryCategory::master_weight);
    return numbers;
  }

 private:
  Tensor forward(const Tensor& input) {
    const auto layers = static_cast<std::size_t>(settings_.layers);
    if (settings_.segment == 0) return model_(input);
    Tensor h = input;
    const auto length = static_cast<std::size_t>(settings_.segment);
    for (std::size_t begin = 0; begin < layers; begin += length) {
      const std::size_t end = std::min(begin + length, layers);
      h = engine_.checkpoint(
          [this, begin, end](const Tensor& in) {
            Tensor out = in;
            for (std::size_t i = begin; i < end; ++i) out = model_.block(i, out);
            return out;
          },
          h);
    }
    return h;
  }

  E engine_;
  ScaleSettings settings_;
  Bytes before_;  // of something else
  Mlp<Tensor> model_;
  Tensor x_;
  Optimizer<E, AdamW> optimizer_;
};

template <class E>
void two_steps(const E& engine, const ScaleSettings& settings) {
  ScaleStep<E> step(engine, settings);
  step.run();
  step.run();
}

/// The most that two steps and what they need have live at once.
template <class E>
Bytes peak_of_two_steps(const E& engine, const ScaleSettings& settings, bool host_apart) {
  typename E::Record record;
  two_steps(engine, settings);
  const Recording recording = record.take();
  Account account(recording);
  const Bytes before = live_of(account.now(), host_apart);
  Bytes peak = before;
  while (account.next()) peak = std::max(peak, live_of(account.now(), host_apart));
  return peak - before;
}

}  // namespace tally::measure
