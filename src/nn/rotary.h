// Rotary position embedding (Su et al. 2021) as Hugging Face's models apply it: the head's halves
// are the two coordinates of each pair. Shapes: B batch, H heads, S sequence, D head size, R the
// rotated part of it.
#pragma once

#include <vector>

#include "nn/tensor_like.h"

namespace tally {

/// cos and sin of every position's angles, (1, S, R) in the model's dtype.
template <class T>
struct RotaryTables {
  T cos_1SR;
  T sin_1SR;
};

/// (x1, x2) -> (-x2, x1).
template <TensorLike T>
T rotate_half(const T& x) {
  const std::int64_t half = x.size(-1) / 2;
  const T x1 = slice(x, -1, 0, half, 1);
  const T x2 = slice(x, -1, half, x.size(-1), 1);
  const T turned = neg(x2);
  return cat(std::vector{turned, x1}, -1);
}

/// x (B, H, S, D) with its first R elements turned.
template <TensorLike T>
T apply_rotary(const T& x, const T& cos_11SR, const T& sin_11SR) {
  const std::int64_t rotary_dim = cos_11SR.size(-1);
  if (rotary_dim == x.size(-1)) {
    const T straight = mul(x, cos_11SR);
    T turned = rotate_half(x);
    turned = mul(turned, sin_11SR);
    return add(straight, turned);
  }
  const T rotated = slice(x, -1, 0, rotary_dim, 1);
  const T passed = slice(x, -1, rotary_dim, x.size(-1), 1);
  const T turned = apply_rotary(rotated, cos_11SR, sin_11SR);
  return cat(std::vector{turned, passed}, -1);
}

}  // namespace tally
