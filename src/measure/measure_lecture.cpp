#include <algorithm>

#include "core/check.h"
#include "engine/engine.h"
#include "measure/configuration.h"
#include "measure/experiments.h"
#include "measure/measure.h"
#include "measure/numbers.h"
#include "tensor/allocator.h"

namespace tally::measure {
namespace {

/// What ours says, before it is measured.
void predict(MeasuredConfiguration& configuration, const Numbers& ours) {
  for (std::size_t i = 0; i < ours.headline; ++i)
    add_predicted(configuration, ours.all[i].id, std::string(ours.all[i].unit),
                  static_cast<double>(ours.all[i].value));
}

/// What LibTorch says, beside it.
void compare(MeasuredConfiguration& configuration, const Numbers& ours, const Numbers& theirs) {
  const auto same = [](std::size_t count, const auto& a, const auto& b, auto&& is_same) {
    return count <= a.size() && count <= b.size() &&
           std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(count), b.begin(),
                      is_same);
  };
  check(ours.headline == theirs.headline && ours.points.size() == theirs.points.size() &&
            same(ours.headline, ours.all, theirs.all,
                 [](const Number& a, const Number& b) { return a.id == b.id; }) &&
            same(ours.points.size(), ours.points, theirs.points,
                 [](const Point& a, const Point& b) {
                   return a.plot == b.plot && a.series == b.series && a.x == b.x;
                 }),
        "[measure] the engines gave different lists of numbers");
  for (std::size_t i = 0; i < theirs.headline; ++i)
    add_measured(configuration, theirs.all[i].id, std::string(theirs.all[i].unit),
                 static_cast<double>(theirs.all[i].value));
  for (std::size_t i = 0; i < ours.points.size(); ++i)
    configuration.points.push_back({.plot = std::string(ours.points[i].plot),
                                    .series = std::string(ours.points[i].series),
                                    .x = ours.points[i].x,
                                    .predicted = ours.points[i].value,
                                    .measured = theirs.points[i].value});
}

}  // namespace

void measure_lecture(Measurement& report, const OnProgress& progress) {
  const bool cuda = report.device == "cuda";
  const Engine ours;
  const TorchEngine theirs(at::Device(cuda ? at::kCUDA : at::kCPU));
  measure_workspace(report, progress);
  const auto demonstration = [&](const char* id, auto&& run) {
    run_configuration(
        report, progress, {.id = id, .settings = {}}, [&](MeasuredConfiguration& configuration) {
          // Host and GPU together, as the lecture counts; of it on the host.
          allocator().reset_peak();
          const Numbers expected = predicted(cuda, [&] { return numbers_of(run(ours)); });
          predict(configuration, expected);
          if (cuda) add_predicted(configuration, "host_peak", allocator().host_peak());
          tracker().reset_peak();
          const Numbers measured = numbers_of(run(theirs));
          compare(configuration, expected, measured);
          if (cuda) add_measured(configuration, "host_peak", tracker().host_peak());
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
