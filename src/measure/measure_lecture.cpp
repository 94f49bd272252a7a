#include <utility>

#include "core/check.h"
#include "engine/engine.h"
#include "measure/device.h"
#include "measure/experiments.h"
#include "measure/measure.h"
#include "measure/numbers.h"

namespace tally::measure {
namespace {

/// Both engines' headline numbers, side by side.
void add(MeasuredConfiguration& configuration, const Numbers& ours, const Numbers& theirs) {
  check(ours.headline == theirs.headline && ours.points.size() == theirs.points.size(),
        "[measure] the engines gave different lists of numbers");
  for (std::size_t i = 0; i < ours.headline; ++i)
    configuration.numbers.push_back({.id = ours.all[i].id,
                                     .unit = std::string(ours.all[i].unit),
                                     .predicted = static_cast<double>(ours.all[i].value),
                                     .measured = static_cast<double>(theirs.all[i].value)});
  for (std::size_t i = 0; i < ours.points.size(); ++i)
    configuration.points.push_back({.plot = std::string(ours.points[i].plot),
                                    .series = std::string(ours.points[i].series),
                                    .x = ours.points[i].x,
                                    .predicted = ours.points[i].value,
                                    .measured = theirs.points[i].value});
}

}  // namespace

Measurement begin_report(const std::string& kind, bool cuda) {
  const TorchEngine engine(at::Device(cuda ? at::kCUDA : at::kCPU));
  const DeviceFacts facts = device_facts(cuda);
  return {.kind = kind,
          .made = today(),
          .tally_version = TALLY_VERSION,
          .libtorch_version = libtorch_version(),
          .device = cuda ? "cuda" : "cpu",
          .device_name = facts.name,
          .driver = facts.driver};
}

void run_configuration(Measurement& report, const OnProgress& progress,
                       MeasuredConfiguration settings,
                       const std::function<void(MeasuredConfiguration&)>& fill) {
  std::string next = settings.id;
  for (const auto& [key, value] : settings.settings) next += " " + key + "=" + value;
  progress(report, next);
  try {
    fill(settings);
  } catch (const std::exception& error) {
    settings.problem = problem_of(error);
  }
  report.configurations.push_back(std::move(settings));
}

void measure_lecture(Measurement& report, const OnProgress& progress) {
  const Engine ours;
  const TorchEngine theirs(at::Device(report.device == "cuda" ? at::kCUDA : at::kCPU));
  const auto demonstration = [&](const char* id, auto&& run) {
    run_configuration(report, progress, {.id = id, .settings = {}},
                      [&](MeasuredConfiguration& configuration) {
                        add(configuration, numbers_of(run(ours)), numbers_of(run(theirs)));
                      });
  };
  Progress silent;
  demonstration("recipes",
                [&](const auto& engine) { return run_recipes(engine, RecipesSettings{}, silent); });
  demonstration("optimizer_state", [&](const auto& engine) {
    return run_optimizer_state(engine, OptimizerStateSettings{.layers = 4, .width = 256}, silent);
  });
  demonstration("activation", [&](const auto& engine) {
    return run_activation(engine, ActivationSettings{}, silent);
  });
  demonstration("accumulation", [&](const auto& engine) {
    return run_accumulation(engine, AccumulationSettings{}, silent);
  });
  demonstration("checkpointing", [&](const auto& engine) {
    // Its peaks are shown: they are those of the device itself.
    const MetaRunsOn real(theirs.device());
    return run_checkpointing(engine, CheckpointingSettings{}, silent);
  });
  demonstration("budget",
                [&](const auto& engine) { return run_budget(engine, BudgetSettings{}, silent); });
  demonstration("levers",
                [&](const auto& engine) { return run_levers(engine, LeversSettings{}, silent); });
}

}  // namespace tally::measure
