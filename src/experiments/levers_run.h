// The run of the levers, for any engine. Included where it is instantiated.
#pragma once

#include <algorithm>

#include "experiments/levers.h"
#include "experiments/training_step_run.h"

namespace tally {
namespace detail {

inline LeverBytes read_levers(const Recording& recording) {
  LeverBytes read;
  Account account(recording);
  do {
    const LiveSample& now = account.now();
    read.saved = std::max(read.saved, now.saved);
    if (now.phase == Phase::forward)
      read.waiting = std::max(read.waiting, now.live(MemoryCategory::gradient));
    if (now.total > read.peak) {
      read.peak = now.total;
      read.peak_phase = now.phase;
      read.at_peak = now.by_category;
    }
  } while (account.next());
  read.kept = account.now().by_category;
  for (const Event& event : recording.events)
    if (event.kind == EventKind::allocate && event.category == MemoryCategory::parameter)
      read.gathered += Bytes{event.bytes};
  return read;
}

template <class E>
LeverBytes lever_iteration(const E& meta, const TrainingStepSettings& step) {
  const typename E::CountFlops flops;
  LeverBytes read = read_levers(run_training_step(meta, step).recording);
  // Every iteration computes the same.
  read.flops = {flops.total().count / (step.warm_up + step.iterations)};
  return read;
}

/// False when it was cancelled.
template <class E>
bool run_each_lever(const E& meta, const LeversSettings& settings, double begin, Progress& progress,
                    LeverRuns& runs) {
  runs.before = lever_iteration(meta, lever_step(settings));
  for (const Lever lever : levers) {
    const auto index = static_cast<std::size_t>(lever);
    if (!progress.at(begin + 0.07 * static_cast<double>(index + 1))) return false;
    runs.with[index] = lever_iteration(meta, lever_step(settings, lever));
  }
  runs.parameters = settings.layers * settings.width * settings.width;
  return true;
}

}  // namespace detail

template <class E>
LeversResult run_levers(const E&, const LeversSettings& settings, Progress& progress) {
  const E meta(Device::meta);
  LeversResult result{.settings = settings};
  LeversSettings large = settings;
  large.layers = levers_large_layers;
  large.width = levers_large_width;
  if (detail::run_each_lever(meta, settings, 0, progress, result.runs) &&
      detail::run_each_lever(meta, large, 0.5, progress, result.large))
    progress.at(1);
  return result;
}

}  // namespace tally
