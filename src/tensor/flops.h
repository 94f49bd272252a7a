// Counts floating-point operations by the conventions of torch.utils.flop_counter.FlopCounterMode:
// only matrix products count, a multiply and an add are two.
#pragma once

#include <array>

#include "core/bytes.h"
#include "core/memory_category.h"

namespace tally {

/// Counts from here to the end of the scope; scopes nest and each counts everything.
class CountFlops {
 public:
  CountFlops();
  ~CountFlops();
  CountFlops(const CountFlops&) = delete;
  CountFlops& operator=(const CountFlops&) = delete;
  Flops total() const;
  Flops by_phase(Phase phase) const { return counts_[static_cast<std::size_t>(phase)]; }

 private:
  friend void count_flops(Flops);
  std::array<Flops, phase_ids.size()> counts_{};
  CountFlops* outer_;
};

/// Called by an op for what it does. Nothing while ops are skipped.
void count_flops(Flops flops);

}  // namespace tally
