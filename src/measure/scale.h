// What is measured at scale: a list of configurations fixed before any run, in the sizes of an 80
// GB GPU and in small ones for a CPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes.h"
#include "core/dtype.h"

namespace tally::measure {

struct ScaleSettings {
  std::int64_t layers = 1, width = 1, batch = 1;
  Dtype dtype = Dtype::float32;
  std::int64_t micro_batches = 1;
  std::int64_t segment = 0;  // layers per checkpointed segment; 0: none
};

struct StepNumbers {
  Bytes parameters{}, gradients{}, states{};  // when the step ends
  Bytes saved{}, peak{};                      // at most within it; a GPU's is without the host's
  Bytes host_peak{};                          // beside a GPU, at most
  Flops flops{};
};

/// The sizes of one kind of device.
struct ScaleSizes {
  std::vector<ScaleSettings> networks;  // (a) depth, width, batch, both dtypes
  ScaleSettings accumulation;           // (b) its batch in 1, 2, 4 ... micro-batches
  std::vector<std::int64_t> micro_batches;
  ScaleSettings checkpointing;  // (c) in segments
  std::vector<std::int64_t> segments;
  ScaleSettings largest;           // (d) whose batch grows until memory is full
  Bytes limit;                     // of (d); 0: all that the device has
  std::int64_t recipe_parameters;  // (e)
};

const ScaleSizes& scale_sizes(bool cuda);

}  // namespace tally::measure
