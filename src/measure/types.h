// Our words for LibTorch's: dtypes, and what a storage is known by.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/dtype.h"
#include "core/shape.h"

namespace tally::measure {

at::ScalarType scalar_type(Dtype dtype);
/// Fails on a dtype that we have no name for.
Dtype dtype_of(at::ScalarType type);

/// What the tracker knows the tensor's storage by.
inline const void* block_of(const at::Tensor& tensor) {
  return tensor.storage().data_ptr().get_context();
}

inline Shape shape_of(const at::Tensor& tensor) {
  return {tensor.sizes().begin(), tensor.sizes().end()};
}

}  // namespace tally::measure
