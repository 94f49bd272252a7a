// LibTorch's device meta, completed: what Python has for it in torch/_meta_registrations.py, C++
// lacks.
#pragma once

namespace tally::measure {

/// Gives the ops of the experiments that have no kernel for meta one. Once for the program.
void register_meta_kernels();

}  // namespace tally::measure
