// How an op that is in one of autocast's lists begins (ATen/autocast_mode.h for CUDA,
// autocast_mode.cpp for CPU; PyTorch 2.6). An op is in a list where it calls one of these; what is
// in none takes its inputs as they come, and promotes where they differ.
#pragma once

#include <array>
#include <initializer_list>

#include "autograd/autocast.h"
#include "ops/kernel_choice.h"
#include "tensor/tensor.h"

namespace tally {

/// Whether the ops that CUDA alone, or CPU alone, has in a list cast.
inline bool autocasts_on(CastKernel device) {
  return autocast_enabled() && kernel_choice().casts == device;
}

/// What an op was given, cast. For as long as it lives ops within it cast no more.
class AutocastInputs {
 public:
  /// Undefined tensors, float64 and what is not floating stay as they are. From the last to the
  /// first: so PyTorch's wrapper is compiled.
  AutocastInputs(Dtype dtype, std::initializer_list<const Tensor*> inputs);
  const Tensor& operator[](std::size_t i) const { return cast_[i]; }

 private:
  std::array<Tensor, 4> cast_;
  AutocastOff off_;
};

/// Policy lower_precision_fp, and fp32.
inline AutocastInputs lower_precision(std::initializer_list<const Tensor*> inputs) {
  return {Dtype::bfloat16, inputs};
}
inline AutocastInputs full_precision(std::initializer_list<const Tensor*> inputs) {
  return {Dtype::float32, inputs};
}

/// `x` in this dtype (cached_cast). The region keeps the bfloat16 copy of a float32 parameter.
Tensor autocast_to(const Tensor& x, Dtype dtype);

/// Policy promote, of a list: all in the widest dtype among them.
std::vector<Tensor> autocast_promoted(const std::vector<Tensor>& tensors);

}  // namespace tally
