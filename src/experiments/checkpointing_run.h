// The run of demonstration 5, for any engine. Included where it is instantiated.
#pragma once

#include <algorithm>
#include <utility>

#include "experiments/checkpointing.h"
#include "models/mlp.h"

namespace tally {
namespace detail {

/// Runs `model` once, forward and backward; `keep` sees the recording and the parameters at the
/// end.
template <class E, class Model, class Keep>
CheckpointingRun checkpointing_run(const E& engine, const Model& model,
                                   const CheckpointingSettings& settings,
                                   const std::vector<std::int64_t>& segments, Keep&& keep) {
  using Tensor = typename E::Tensor;
  const Tensor x = engine.randn({settings.batch, settings.width}, Dtype::float32,
                                MemoryCategory::input, /*stream=*/1'000'000);
  engine.set_name(x, "x");
  name_parameters(engine, model);
  if (settings.keep_gradients)
    for (Tensor& weight : parameters(model))
      engine.set_grad(weight, engine.zeros({weight.size(0), weight.size(1)}, Dtype::float32,
                                           MemoryCategory::gradient));
  typename E::Record record;
  CheckpointingRun run{.segments = segments};
  {
    const typename E::CountFlops flops;
    {
      Tensor loss;
      {
        const typename E::PhaseScope phase(Phase::forward);
        Tensor h = x;
        std::size_t block = 0;
        for (const std::int64_t length : segments) {
          const auto segment = [&model, block, length](const Tensor& input) {
            Tensor output = input;
            for (std::size_t i = block; i < block + static_cast<std::size_t>(length); ++i)
              output = model.block(i, output);
            return output;
          };
          h = engine.checkpoint(segment, h,
                                {.early_stop = settings.early_stop,
                                 .preserve_rng_state = settings.preserve_rng_state});
          block += static_cast<std::size_t>(length);
        }
        for (; block < model.depth(); ++block) h = model.block(block, h);
        loss = sum(h);
      }
      run.forward = flops.total();
      engine.backward(loss);
    }
    run.total = flops.total();
  }
  const Recording& recording = record.recording();
  run.instants = recording.events.size();
  Account account(recording);
  do {
    const LiveSample& now = account.now();
    run.saved_peak = std::max(run.saved_peak, now.saved);
    if (now.total > run.live_peak) {
      run.live_peak = now.total;
      run.at_live_peak = now.by_category;
    }
    run.rng_peak = std::max(run.rng_peak, now.live(MemoryCategory::rng_state));
  } while (account.next());
  const Bytes unit = settings.batch * settings.width * itemsize(Dtype::float32);
  run.units = static_cast<double>(run.saved_peak.count) / static_cast<double>(unit.count);
  run.formula_units = saved_units(settings.block, settings.layers, segments);
  keep(record);
  return run;
}

/// Calls `use(model)` with a new model of these settings on `engine`.
template <class E, class Use>
auto with_model(const E& engine, const CheckpointingSettings& settings, Use&& use) {
  std::uint64_t stream = 0;
  const auto parameter = [&](const Shape& shape) {
    return engine.parameter(shape, Dtype::float32, stream++);
  };
  if (settings.block == BlockKind::toy)
    return use(make_mlp({settings.layers, settings.width, Activation::relu}, parameter));
  return use(make_feed_forward_stack(
      {settings.layers, settings.width, 4 * settings.width, Activation::gelu}, parameter));
}

/// The gradient of each parameter, in the order of the parameters. Not one list of all: to grow one
/// takes twice its size, and leaves holes in a heap that nothing fits into.
using Gradients = std::vector<std::vector<double>>;

template <class E, class Model>
Gradients gradients_of(const E& engine, const Model& model) {
  Gradients gradients;
  for (const auto& weight : parameters(model))
    gradients.push_back(engine.to_host(engine.grad(weight)));
  return gradients;
}

inline bool all_zero(const Gradients& gradients) {
  return std::all_of(gradients.begin(), gradients.end(), [](const std::vector<double>& each) {
    return std::all_of(each.begin(), each.end(), [](double gradient) { return gradient == 0; });
  });
}

}  // namespace detail

template <class E>
CheckpointingResult run_checkpointing(const E& given_engine, const CheckpointingSettings& settings,
                                      Progress& progress) {
  const E meta(Device::meta);
  const auto nothing = [](auto&) {};
  const auto on_meta = [&](const CheckpointingSettings& at,
                           const std::vector<std::int64_t>& segments) {
    return detail::with_model(meta, at, [&](const auto& model) {
      return detail::checkpointing_run(meta, model, at, segments, nothing);
    });
  };
  CheckpointingResult result{.settings = settings,
                             .unit = settings.batch * settings.width * itemsize(Dtype::float32)};
  result.plain = on_meta(settings, {});

  // Both runs on one engine: plain is 3 forward passes, the chosen one 4.
  const std::int64_t wide = settings.block == BlockKind::wide ? 8 : 1;
  // Each weight and its gradient, and both runs' gradients as doubles, to be compared.
  const Bytes weights = 24 * settings.layers * wide * settings.width * settings.width * Bytes{1};
  const E engine =
      engine_for(given_engine, checkpointing_limit, Flops{7 * result.plain.forward.count},
                 weights + result.plain.saved_peak);
  result.computed = engine.computes();
  const auto segments = settings.lengths.empty() ? equal_segments(settings.layers, settings.segment)
                                                 : settings.lengths;
  detail::Gradients plain_gradients, gradients;
  const bool goes_on = detail::with_model(engine, settings, [&](const auto& model) {
    if (result.computed) {
      detail::checkpointing_run(engine, model, settings, {}, [&](auto&) {
        plain_gradients = detail::gradients_of(engine, model);
      });
      for (auto& weight : parameters(model)) engine.zero_grad(weight);
    }
    if (!progress.at(0.2)) return false;
    result.chosen = detail::checkpointing_run(engine, model, settings, segments, [&](auto& record) {
      result.timeline = record.take();
      if (result.computed) gradients = detail::gradients_of(engine, model);
    });
    return true;
  });
  if (!goes_on) return result;
  result.gradients_equal = result.computed && gradients == plain_gradients;
  result.gradients_zero = result.gradients_equal && detail::all_zero(gradients);

  for (std::int64_t k = 1; k <= settings.layers; ++k) {
    if (!progress.at(0.4 + 0.5 * static_cast<double>(k) / static_cast<double>(settings.layers)))
      return result;
    result.by_segment.push_back(on_meta(settings, equal_segments(settings.layers, k)));
  }
  CheckpointingSettings hundred = settings;
  hundred.layers = checkpointing_hundred;
  result.hundred = on_meta(hundred, {});
  result.hundred_best =
      on_meta(hundred, equal_segments(hundred.layers, best_segment(hundred.block, hundred.layers)));
  progress.at(1);
  return result;
}

}  // namespace tally
