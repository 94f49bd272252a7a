// In place of computed_already.cpp, in a program all of whose tensors are meta: its linker sees
// that no kernel is reached, and leaves them all out.
#include "tensor/kernels.h"

namespace tally {

ComputedAlready::ComputedAlready(bool) : previous_(true) {}
ComputedAlready::~ComputedAlready() { static_cast<void>(previous_); }
bool ComputedAlready::now() { return true; }

}  // namespace tally
