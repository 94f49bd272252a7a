// What the ops share that take elements by number.
#pragma once

#include "ops/common.h"

namespace tally {

/// An index of any shape is of int64; fails with its dtype.
inline void check_numbers(const char* op, const Tensor& index) {
  check(index.dtype() == Dtype::int64,
        [&] { return format_text("[{}] an index takes int64, got {}", op, name(index.dtype())); });
}

/// Which of `size` places `k` is, from -size (the first) to size - 1; fails with both.
inline std::int64_t number(const char* op, std::int64_t k, std::int64_t size) {
  check(k >= -size && k < size,
        [&] { return format_text("[{}] index {} is not in a dimension of {}", op, k, size); });
  return k < 0 ? k + size : k;
}

}  // namespace tally
