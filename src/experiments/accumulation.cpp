#include "experiments/accumulation.h"

#include "engine/engine.h"
#include "experiments/accumulation_run.h"

namespace tally {

template AccumulationResult run_accumulation(const Engine&, const AccumulationSettings&, Progress&);

}  // namespace tally
