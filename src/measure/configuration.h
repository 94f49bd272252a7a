// One configuration of a report, as it is filled: what is predicted stays where nothing is
// measured.
#pragma once

#include <string>

#include "core/bytes.h"
#include "formats/measurement.h"
#include "ops/kernel_choice.h"

namespace tally::measure {

void add_predicted(MeasuredConfiguration& configuration, const std::string& id,
                   const std::string& unit, double value);
/// To the prediction with this id, if there is one; a later value takes the place of the one
/// before.
void add_measured(MeasuredConfiguration& configuration, const std::string& id,
                  const std::string& unit, double value);

/// What `run` gives where our ops account for the kernels that PyTorch takes there.
template <class Run>
auto predicted(bool cuda, Run&& run) {
  const KernelScope kernels(cuda ? cuda_kernels : KernelChoice{});
  return run();
}

inline void add_predicted(MeasuredConfiguration& configuration, const std::string& id,
                          Bytes value) {
  add_predicted(configuration, id, "bytes", static_cast<double>(value.count));
}
inline void add_measured(MeasuredConfiguration& configuration, const std::string& id, Bytes value) {
  add_measured(configuration, id, "bytes", static_cast<double>(value.count));
}

}  // namespace tally::measure
