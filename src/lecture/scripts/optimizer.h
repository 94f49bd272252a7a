// An optimizer of lesson 2 as PyTorch writes it.
#pragma once

#include <string>

#include "experiments/optimizer_state.h"

namespace tally {

/// "torch.optim.SGD".
std::string optimizer_class(const OptimizerChoice& optimizer);
/// ", momentum=0.9, nesterov=True": what is not the default, behind the parameters.
std::string optimizer_options(const OptimizerChoice& optimizer);

}  // namespace tally
