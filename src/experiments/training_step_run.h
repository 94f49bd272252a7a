// The run of a training step, for any engine. Included where it is instantiated.
#pragma once

#include <string>
#include <vector>

#include "experiments/names.h"
#include "experiments/rank_weights.h"
#include "experiments/training_step.h"
#include "optim/registry.h"

namespace tally {
namespace detail {

/// Forward of one micro-batch.
template <class E>
typename E::Tensor forward(const E& engine, RankWeights<E>& weights,
                           const TrainingStepSettings& settings, const typename E::Tensor& x) {
  using Tensor = typename E::Tensor;
  Tensor h = x;
  std::size_t layer = 0;
  for (const std::int64_t length : settings.segments) {
    const auto end = layer + static_cast<std::size_t>(length);
    h = engine.checkpoint(
        [&weights, layer, end](const Tensor& input) {
          Tensor output = input;
          for (std::size_t i = layer; i < end; ++i) output = weights.block(i, output);
          return output;
        },
        h);
    layer = end;
  }
  for (; layer < static_cast<std::size_t>(settings.layers); ++layer) h = weights.block(layer, h);
  return h;
}

/// `step()` is what the optimizer does, if there is one.
template <class E, class Step>
Recording record_iterations(const E& engine, RankWeights<E>& weights,
                            const TrainingStepSettings& settings, Step&& step) {
  using Tensor = typename E::Tensor;
  const Shape shape = settings.sequence == 1
                          ? Shape{settings.batch, settings.width}
                          : Shape{settings.batch, settings.sequence, settings.width};
  const Tensor x =
      engine.randn(shape, settings.recipe.cast_copy.value_or(settings.recipe.parameter),
                   MemoryCategory::input, static_cast<std::uint64_t>(settings.layers));
  engine.set_name(x, "x");
  const auto iteration = [&] {
    weights.zero_grad();
    const auto parts =
        settings.micro_batches == 1 ? std::vector<Tensor>{x} : chunk(x, settings.micro_batches, 0);
    for (const Tensor& part : parts) {
      Tensor loss;
      {
        const typename E::PhaseScope phase(Phase::forward);
        weights.begin_forward();
        loss = sum(forward(engine, weights, settings, part));
        if (parts.size() > 1) loss = div(loss, static_cast<double>(parts.size()));
      }
      weights.end_forward();
      const typename E::PhaseScope phase(Phase::backward);
      engine.backward(loss);
      loss = Tensor{};
    }
    step();
  };
  if (!settings.grad || !weights.has_trainable()) {
    typename E::Record record;
    const typename E::NoGrad no_grad;
    const typename E::PhaseScope phase(Phase::forward);
    sum(forward(engine, weights, settings, x));
    return record.take();
  }
  for (std::int64_t i = 0; i < settings.warm_up; ++i) iteration();
  typename E::Record record;
  for (std::int64_t i = 0; i < settings.iterations; ++i) iteration();
  return record.take();
}

template <class E, class Rule>
Recording record_with(const E& engine, RankWeights<E>& weights,
                      const TrainingStepSettings& settings) {
  typename Rule::Options options;
  if constexpr (requires { options.momentum; }) {
    options.momentum = settings.optimizer->momentum;
    options.nesterov = settings.optimizer->nesterov;
  }
  StateOptions state;
  const std::vector<typename E::Tensor> updated = weights.updated();
  const Dtype dtype = engine.dtype(updated.front());
  state.master_weights =
      settings.recipe.master_weight && itemsize(dtype) < itemsize(*settings.recipe.master_weight);
  if (!state.master_weights && settings.recipe.moments != dtype)
    state.state_dtype = settings.recipe.moments;
  Optimizer<E, Rule> optimizer(engine, updated, options, state);
  const auto paths = [&](auto&& visit) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(settings.layers); ++i)
      if (weights.trainable(i)) visit(weights.name(i));
  };
  if (state.master_weights) {
    std::size_t index = 0;
    paths([&](const std::string& path) {
      engine.set_name(optimizer.master_weight(index++), path + ".master");
    });
  }
  bool named = false;
  return record_iterations(engine, weights, settings, [&] {
    weights.step(optimizer);
    if (!named) name_states(engine, optimizer, paths);
    named = true;
  });
}

}  // namespace detail

template <class E>
TrainingStepResult run_training_step(const E& given_engine, const TrainingStepSettings& settings) {
  TrainingStepResult result{.settings = settings,
                            .parameters = settings.layers * settings.width * settings.width};
  const std::int64_t tokens = settings.batch * settings.sequence;
  const Flops flops{6 * tokens * result.parameters * (settings.iterations + settings.warm_up)};
  const Bytes live{16 * result.parameters + 12 * settings.layers * tokens * settings.width};
  const bool whole = settings.gpus == 1 || settings.sharding == Sharding::replicated;
  const E engine =
      whole ? engine_for(given_engine, training_step_limit, flops, live) : E(Device::meta);
  result.computed = engine.computes();
  detail::RankWeights<E> weights(engine, result.settings);
  if (settings.optimizer && settings.grad && weights.has_trainable())
    visit_optimizer(settings.optimizer->rule, [&]<class Rule>() {
      result.recording = detail::record_with<E, Rule>(engine, weights, result.settings);
    });
  else
    result.recording = detail::record_iterations(engine, weights, result.settings, [] {});
  return result;
}

}  // namespace tally
