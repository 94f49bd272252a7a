// The run of demonstration 2, for any engine. Included where it is instantiated.
#pragma once

#include <algorithm>
#include <optional>

#include "experiments/names.h"
#include "experiments/optimizer_state.h"
#include "models/mlp.h"
#include "optim/registry.h"

namespace tally {
namespace detail {

/// The phases of a recording that begins before the first: each with its end and its peak.
inline std::vector<PhaseEnd> read_phases(const Recording& recording) {
  std::vector<PhaseEnd> phases;
  const std::vector<LiveSample> samples = live_samples(recording);
  std::int64_t iteration = 0;
  for (const LiveSample& sample : samples) {
    if (sample.phase == Phase::none) continue;
    if (phases.empty() || phases.back().phase != sample.phase) {
      iteration += sample.phase == Phase::forward;
      phases.push_back({iteration, sample.phase, {}, {}});
    }
    PhaseEnd& phase = phases.back();
    phase.at_end = sample.by_category;
    if (sample.total > phase.total_at_peak()) phase.at_peak = sample.by_category;
  }
  return phases;
}

/// Trains and looks: `result` receives what the settings ask for.
template <class E, class Rule>
void train(const E& engine, const OptimizerStateSettings& settings, typename Rule::Options options,
           OptimizerStateResult& result, Progress& progress) {
  using Tensor = typename E::Tensor;
  std::optional<typename E::Record> record;  // of the first two iterations
  record.emplace();
  std::uint64_t stream = 0;
  auto model = make_mlp(
      {settings.layers, settings.width, Activation::relu},
      [&](const Shape& shape) { return engine.parameter(shape, Dtype::float32, stream++); });
  name_parameters(engine, model);
  std::vector<Tensor> parameters;
  for_each_parameter(model, [&](const auto&, Tensor& weight) { parameters.push_back(weight); });
  for (const Tensor& parameter : parameters) result.parameters += parameter.numel();
  result.parameter_tensors = static_cast<std::int64_t>(parameters.size());
  result.parameter_bytes = result.parameters * itemsize(Dtype::float32);

  Optimizer<E, Rule> optimizer(engine, parameters, options);
  const Tensor x =
      engine.randn({settings.batch, settings.width}, Dtype::float32, MemoryCategory::input, stream);
  engine.set_name(x, "x");
  const auto look = [&] {
    result.tensors.clear();
    for (const auto& [name, tensor] : optimizer.state(0)) {
      const Shape shape(tensor.sizes().begin(), tensor.sizes().end());
      const Dtype dtype = engine.dtype(tensor);
      const Bytes bytes = tensor.numel() * itemsize(dtype);
      result.tensors.push_back({name, shape, dtype, bytes, result.parameter_tensors * bytes});
      if (tensor.dim() == 0 && engine.computes()) result.step_count = engine.to_host(tensor)[0];
    }
  };

  result.state_after = {optimizer.state_bytes()};
  const std::int64_t iterations = std::max<std::int64_t>(settings.steps, 2);
  for (std::int64_t i = 1; i <= iterations; ++i) {
    if (!progress.at(static_cast<double>(i - 1) / static_cast<double>(iterations))) return;
    optimizer.zero_grad();
    {
      Tensor loss;
      {
        const typename E::PhaseScope phase(Phase::forward);
        loss = sum(model(x));
      }
      const typename E::PhaseScope phase(Phase::backward);
      engine.backward(loss);
      loss = Tensor{};
    }
    optimizer.step();
    if (i == 1)
      name_states(engine, optimizer, [&](auto&& visit) {
        for_each_parameter(model, [&](const std::string& path, const Tensor&) { visit(path); });
      });
    result.state_after.push_back(optimizer.state_bytes());
    if (i == settings.steps) look();
    if (i == 2) {
      result.timeline = record->take();
      result.phases = read_phases(result.timeline);
      record.reset();
    }
  }
}

/// One run with a choice's rule and options.
template <class E>
void train_choice(const E& engine, const OptimizerStateSettings& settings,
                  OptimizerStateResult& result, Progress& progress) {
  visit_optimizer(settings.optimizer.rule, [&]<class Rule>() {
    typename Rule::Options options;
    if constexpr (requires { options.momentum; }) {
      options.momentum = settings.optimizer.momentum;
      options.nesterov = settings.optimizer.nesterov;
    }
    train<E, Rule>(engine, settings, options, result, progress);
  });
}

}  // namespace detail

template <class E>
OptimizerStateResult run_optimizer_state(const E& engine, const OptimizerStateSettings& settings,
                                         Progress& progress) {
  const std::int64_t weights = settings.layers * settings.width * settings.width;
  const Flops flops{6 * settings.batch * weights * std::max<std::int64_t>(settings.steps, 2)};
  // Weights, gradients, two moments and a step's temporaries.
  const Bytes live = 6 * weights * itemsize(Dtype::float32);
  const E used = engine_for(engine, optimizer_state_limit, flops, live);
  OptimizerStateResult result{.settings = settings};
  result.computed = used.computes();
  detail::train_choice(used, settings, result, progress);
  if (progress.cancelled()) return result;

  const E meta(Device::meta);
  for (const OptimizerChoice& choice : optimizer_choices) {
    OptimizerStateSettings other = settings;
    other.optimizer = choice;
    other.steps = 1;
    OptimizerStateResult run{.settings = other};
    Progress silent;
    detail::train_choice(meta, other, run, silent);
    result.choices.push_back({choice, run.state_after[1], std::move(run.tensors)});
  }
  progress.at(1);
  return result;
}

}  // namespace tally
