#include "tensor/flops.h"

#include "tensor/recorder.h"

namespace tally {
namespace {
thread_local CountFlops* innermost = nullptr;
}

CountFlops::CountFlops() : outer_(innermost) { innermost = this; }
CountFlops::~CountFlops() { innermost = outer_; }

Flops CountFlops::total() const {
  Flops sum;
  for (const Flops count : counts_) sum += count;
  return sum;
}

void count_flops(Flops flops) {
  if (recorder().skipping()) return;
  for (CountFlops* scope = innermost; scope; scope = scope->outer_)
    scope->counts_[static_cast<std::size_t>(recorder().phase())] += flops;
}

}  // namespace tally
