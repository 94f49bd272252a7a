#include "experiments/training_step.h"

#include <cmath>
#include <cstdlib>

#include "engine/engine.h"
#include "experiments/training_step_run.h"

namespace tally {

template TrainingStepResult run_training_step(const Engine&, const TrainingStepSettings&);

NetworkSize network_of(std::int64_t parameters) {
  NetworkSize best{1, 1};
  for (std::int64_t layers = 16; layers <= 32; ++layers) {
    const double width = std::sqrt(static_cast<double>(parameters) / static_cast<double>(layers));
    const NetworkSize size{layers, std::max<std::int64_t>(1, std::llround(width))};
    if (std::llabs(size.parameters() - parameters) <= std::llabs(best.parameters() - parameters))
      best = size;
  }
  return best;
}

}  // namespace tally
