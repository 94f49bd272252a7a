#include "experiments/levers.h"

#include "engine/engine.h"
#include "experiments/checkpointing.h"
#include "experiments/levers_run.h"

namespace tally {

TrainingStepSettings lever_step(const LeversSettings& settings) {
  return {
      .layers = settings.layers, .width = settings.width, .batch = settings.batch, .warm_up = 1};
}

TrainingStepSettings lever_step(const LeversSettings& settings, Lever lever) {
  TrainingStepSettings step = lever_step(settings);
  switch (lever) {
    case Lever::recipe:
      step.recipe = *find_recipe("bf16_master_weights");
      break;
    case Lever::optimizer:
      step.optimizer = settings.optimizer;
      break;
    case Lever::batch:
      step.batch /= 2;
      break;
    case Lever::accumulation:
      step.micro_batches = settings.micro_batches;
      break;
    case Lever::checkpointing:
      step.segments = equal_segments(settings.layers, settings.segment);
      break;
    case Lever::sharding:
      step.sharding = Sharding::zero3;
      step.gpus = settings.gpus;
      break;
  }
  return step;
}

template LeversResult run_levers(const Engine&, const LeversSettings&, Progress&);

}  // namespace tally
