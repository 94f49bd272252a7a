#include "experiments/optimizer_state.h"

#include "engine/engine.h"
#include "experiments/optimizer_state_run.h"

namespace tally {

template OptimizerStateResult run_optimizer_state(const Engine&, const OptimizerStateSettings&,
                                                  Progress&);

}  // namespace tally
