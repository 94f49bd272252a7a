// The sizes of a model's parameters as its shapes give them, for closed forms of what is counted
// tensor by tensor: shares that are rounded up, blocks of 8-bit states. Apart from the made model.
#pragma once

#include <cstdint>
#include <vector>

#include "account/training_config.h"

namespace tally {

struct TensorSize {
  std::int64_t tensors;   // of this size
  std::int64_t elements;  // of each
  bool trains = true;
  bool adapter = false;
};
std::vector<TensorSize> tensor_sizes(const TrainingConfig& config);

}  // namespace tally
