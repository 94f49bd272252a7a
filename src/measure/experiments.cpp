#include "measure/experiments.h"

#include "measure/vocabulary.h"
// The templates after the ops that they call.
#include "experiments/accumulation_run.h"
#include "experiments/activation_run.h"
#include "experiments/checkpointing_run.h"

namespace tally {

template ActivationResult run_activation(const measure::TorchEngine&, const ActivationSettings&,
                                         Progress&);
template AccumulationResult run_accumulation(const measure::TorchEngine&,
                                             const AccumulationSettings&, Progress&);
template CheckpointingResult run_checkpointing(const measure::TorchEngine&,
                                               const CheckpointingSettings&, Progress&);

}  // namespace tally
