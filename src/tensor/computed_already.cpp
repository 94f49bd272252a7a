// Apart from the kernels, so that a program of meta tensors alone may bring another answer
// (never_computes.cpp).
#include "tensor/kernels.h"

namespace tally {
namespace {

thread_local bool computed_already = false;

}  // namespace

ComputedAlready::ComputedAlready(bool on) : previous_(computed_already) { computed_already |= on; }
ComputedAlready::~ComputedAlready() { computed_already = previous_; }
bool ComputedAlready::now() { return computed_already; }

}  // namespace tally
