// What is read from LibTorch's ops as they begin and end (ATen/record_function.h): FLOPs, by the
// conventions of torch.utils.flop_counter.FlopCounterMode, and the names of the nodes that saved.
#pragma once

#include <array>

#include "core/bytes.h"
#include "core/memory_category.h"

namespace tally::measure {

/// For a scope, LibTorch calls us at each op's begin and end. Outside of any it does not, so that
/// what is timed is LibTorch alone.
class OpsWatch {
 public:
  OpsWatch();
  ~OpsWatch();
  OpsWatch(const OpsWatch&) = delete;
  OpsWatch& operator=(const OpsWatch&) = delete;
};

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
  OpsWatch watch_;
  std::array<Flops, phase_ids.size()> counts_{};
  CountFlops* outer_;
};

void count_flops(Flops flops);

}  // namespace tally::measure
