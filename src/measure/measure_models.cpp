#include <array>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "measure/measure.h"
#include "measure/model_numbers.h"

namespace tally::measure {
namespace {

using Profile = std::pair<std::string_view, ModelProfile>;

struct Precision {
  std::string_view id;
  Dtype dtype;
  bool autocast = false;
};
constexpr std::array precisions{Precision{"float32", Dtype::float32},
                                Precision{"bfloat16", Dtype::bfloat16},
                                Precision{"autocast", Dtype::float32, true}};

void add(MeasuredConfiguration& configuration, const std::string& id, std::string_view unit,
         std::int64_t predicted, std::int64_t measured) {
  configuration.numbers.push_back({.id = id,
                                   .unit = std::string(unit),
                                   .predicted = static_cast<double>(predicted),
                                   .measured = static_cast<double>(measured)});
}

void add(MeasuredConfiguration& configuration, const std::string& at, const ModelStep& ours,
         const ModelStep& theirs) {
  const auto number = [&](const char* id, std::string_view unit, std::int64_t predicted,
                          std::int64_t measured) {
    add(configuration, id + ("[" + at + "]"), unit, predicted, measured);
  };
  number("saved", "bytes", ours.saved().count, theirs.saved().count);
  number("peak", "bytes", ours.peak().count, theirs.peak().count);
  number("flops", "flops", (ours.forward + ours.backward).count,
         (theirs.forward + theirs.backward).count);
  // Of all that are predicted so many come in their place; where all do, LibTorch's own number.
  const std::int64_t predicted = events_of(ours), in_place = equal_events(theirs, ours);
  number("events", "events", predicted, in_place < predicted ? in_place : events_of(theirs));
}

}  // namespace

void measure_models(Measurement& report, const OnProgress& progress) {
  const Engine ours;
  const TorchEngine theirs{
      at::Device(at::kCPU)};  // the prediction is of the kernels that a CPU takes
  for (const SmallModel& model : small_models())
    run_configuration(
        report, progress, {.id = "model", .settings = {{"like", std::string(model.preset)}}},
        [&](MeasuredConfiguration& configuration) {
          for (const auto& [called, profile] :
               {Profile{"eager", eager_profile}, Profile{"fused", fused_profile}})
            for (const Precision& precision : precisions) {
              const ModelSettings settings{.config = model.config,
                                           .profile = profile,
                                           .dtype = precision.dtype,
                                           .autocast = precision.autocast};
              const ModelStep predicted = model_step(ours, settings),
                              measured = model_step(theirs, settings);
              if (configuration.numbers.empty())
                add(configuration, "parameters", "parameters", predicted.parameters,
                    measured.parameters);
              add(configuration, std::string(called) + ", " + std::string(precision.id), predicted,
                  measured);
            }
        });
}

}  // namespace tally::measure
