// The run of demonstration 3, for any engine. Included where it is instantiated.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "experiments/activation.h"
#include "models/mlp.h"

namespace tally {
namespace detail {

/// One forward pass; `ledger` receives the saved storages when it is given.
template <class E>
ActivationPoint measure_activation(const E& engine, const ActivationSettings& settings,
                                   std::vector<LedgerRow>* ledger = nullptr) {
  using Tensor = typename E::Tensor;
  std::uint64_t stream = 0;
  auto model = make_mlp(
      {settings.layers, settings.width, settings.function},
      [&](const Shape& shape) { return engine.parameter(shape, settings.dtype, stream++); });
  Bytes parameters;
  std::int64_t layer = 0;
  for_each_parameter(model, [&](const auto&, Tensor& weight) {
    parameters += weight.numel() * itemsize(settings.dtype);
    if (settings.is_frozen(++layer)) engine.set_requires_grad(weight, false);
  });
  const Shape shape = settings.sequence == 1
                          ? Shape{settings.batch, settings.width}
                          : Shape{settings.batch, settings.sequence, settings.width};
  const Tensor x = engine.randn(shape, settings.dtype, MemoryCategory::input, stream);

  const typename E::Record record;
  const typename E::PhaseScope phase(Phase::forward);
  Tensor result;  // holds the graph, and with it what was saved
  if (settings.mode == ForwardMode::no_grad) {
    const typename E::NoGrad no_grad;
    result = model(x);
  } else {
    result = model(x);
  }
  const Recording& recording = record.recording();
  if (ledger) *ledger = saved_ledger(recording, recording.events.size());
  return {.layers = settings.layers,
          .batch = settings.batch,
          .tokens = settings.tokens(),
          .saved = saved_bytes(recording),
          .formula = saved_units(settings) * activation_unit(settings),
          .parameters = parameters,
          .computed = engine.computes()};
}

/// 1, and about `count` equal steps up to `last`, each once; with `own` among them.
inline std::vector<std::int64_t> steps_up_to(std::int64_t last, std::int64_t count,
                                             std::int64_t own) {
  std::vector<std::int64_t> steps{1, own};
  for (std::int64_t i = 1; i <= count; ++i)
    steps.push_back(std::max<std::int64_t>(1, last * i / count));
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

}  // namespace detail

template <class E>
ActivationResult run_activation(const E& engine, const ActivationSettings& settings,
                                Progress& progress) {
  const E meta(Device::meta);
  const auto on_engine = [&](const ActivationSettings& at, std::vector<LedgerRow>* ledger) {
    const Flops flops{2 * at.tokens() * at.width * at.width * at.layers};
    const Bytes weights = at.layers * at.width * at.width * itemsize(at.dtype);
    // Beside what is saved, each layer's product is alive until its activation is done.
    const Bytes live = weights + (2 * at.layers + 2) * activation_unit(at);
    return detail::measure_activation(engine_for(engine, activation_limit, flops, live), at,
                                      ledger);
  };

  ActivationResult result{.settings = settings};
  result.yours = on_engine(settings, &result.ledger);

  // The lecture's own settings give the same whatever the reader's are: executed once per thread
  // and device, so that a slider does not wait for them again.
  thread_local std::vector<ActivationPoint> executed[2];
  std::vector<ActivationPoint>& points = executed[engine.computes() ? 1 : 0];
  constexpr std::pair<std::int64_t, std::int64_t> lecture[]{{4, 32}, {8, 32}, {8, 64}, {16, 64}};
  for (const auto& [layers, batch] : std::span(lecture).subspan(points.size())) {
    if (!progress.at(0.2 + 0.1 * static_cast<double>(points.size()))) return result;
    points.push_back(on_engine({.layers = layers, .batch = batch}, nullptr));
  }
  result.lecture = points;

  ActivationSettings at = settings;
  for (const std::int64_t layers :
       detail::steps_up_to(std::max<std::int64_t>(16, 2 * settings.layers), 16, settings.layers)) {
    if (!progress.at(0.7)) return result;
    at.layers = layers;
    result.over_layers.push_back(detail::measure_activation(meta, at));
  }

  if (!progress.at(0.8)) return result;
  std::int64_t last_batch = 2 * settings.batch;
  if (const std::int64_t units = saved_units(settings); units > 0) {
    const std::int64_t weights = settings.width * settings.layers;  // in rows of D elements
    at = settings;
    at.sequence = 1;
    const auto with_tokens = [&](std::int64_t tokens) {
      at.batch = tokens;
      return detail::measure_activation(meta, at);
    };
    result.crossing = {.tokens = static_cast<double>(weights) / static_cast<double>(units),
                       .up_to = with_tokens(weights / units),
                       .beyond = with_tokens(weights / units + 1)};
    // The sweep shows where the lines cross, unless the reader's own point would vanish beside it.
    const std::int64_t beyond = result.crossing->beyond.tokens * 6 / 5 / settings.sequence;
    if (beyond <= 20 * settings.batch) last_batch = std::max(last_batch, beyond);
  }
  at = settings;
  for (const std::int64_t batch : detail::steps_up_to(last_batch, 16, settings.batch)) {
    if (!progress.at(0.9)) return result;
    at.batch = batch;
    result.over_batch.push_back(detail::measure_activation(meta, at));
  }
  progress.at(1);
  return result;
}

}  // namespace tally
