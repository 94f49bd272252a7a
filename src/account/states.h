// Smaller questions than a whole step, executed as well: how many parameters a configuration has,
// and what a rank keeps of a number of them.
#pragma once

#include "account/training_config.h"
#include "core/accounting.h"

namespace tally {

/// The elements of all parameters of the model, as it is made; equal blocks a few times.
std::int64_t executed_parameters(const ModelConfig& model);

/// What one rank keeps of `parameters` in one tensor at the end of a backward pass that is not the
/// last of its step where `config.gradients_unsharded`. The model of `config` does not matter.
BytesByCategory executed_states(const TrainingConfig& config, std::int64_t parameters);

}  // namespace tally
