// One training step of a language model, over any engine: run on ours it is the prediction, on
// LibTorch the measurement. Included where it is instantiated, after LibTorch's ops.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/accounting.h"
#include "measure/model_numbers.h"
#include "models/forward.h"
#include "models/make_inputs.h"
#include "models/make_llama.h"
#include "models/recompute_attention.h"
#include "nn/field.h"
#include "optim/adamw.h"

namespace tally::measure {
namespace detail {

inline std::int64_t layers_of(const Gpt2Config& config) { return config.n_layer; }
inline std::int64_t layers_of(const LlamaConfig& config) { return config.num_hidden_layers; }

template <class E, class Config>
ModelStep run_model_step(const E& engine, const ModelSettings& settings, const Config& config) {
  using Tensor = typename E::Tensor;
  std::uint64_t stream = 1;
  auto model = make_model(config, settings.profile, layers_of(config), [&](const Shape& shape) {
    return engine.parameter(shape, settings.dtype, stream++);
  });
  name_parameters(engine, model);
  const auto inputs = make_inputs(engine, config, model, settings.batch, settings.length,
                                  settings.dtype, settings.autocast);
  if (settings.selective) recompute_attention(engine, model);
  ModelStep step{.parameters = parameter_count(model), .autocast = settings.autocast};
  engine.manual_seed(0);
  Optimizer<E, AdamW> optimizer(engine, parameters(model));
  typename E::Record record;
  const typename E::CountFlops flops;
  Tensor loss;
  {
    const typename E::PhaseScope phase(Phase::forward);
    const typename E::Autocast autocast(settings.autocast);
    loss = forward_loss(engine, model, inputs, settings.segments);
  }
  step.forward_end = record.recording().events.size();
  step.forward = flops.total();
  engine.backward(loss);
  step.backward = flops.total() - step.forward;
  optimizer.step();
  step.recording = record.take();
  if (!engine.computes()) return step;
  step.loss = engine.to_host(loss).front();
  for_each_parameter(model, [&](const std::string& path, const Tensor& tensor) {
    step.gradients.emplace_back(path, engine.grad(tensor).defined()
                                          ? engine.to_host(engine.grad(tensor))
                                          : std::vector<double>{});
  });
  return step;
}

}  // namespace detail

/// Forward, backward and a step of AdamW, with parameters of our generator.
template <class E>
ModelStep run_model_step(const E& engine, const ModelSettings& settings) {
  return std::visit(
      [&](const auto& config) { return detail::run_model_step(engine, settings, config); },
      settings.config);
}

}  // namespace tally::measure
