// torch.nn.Linear as a plain aggregate: y = x W^T + b.
#pragma once

#include "nn/field.h"
#include "nn/tensor_like.h"

namespace tally {

template <TensorLike T>
struct Linear {
  using Tensor = T;
  T weight;     // (out, in)
  T bias = {};  // (out), or undefined: none

  /// x (..., in) -> (..., out).
  T operator()(const T& x) const {
    return bias.defined() ? linear(x, weight, bias) : linear(x, weight);
  }

  static constexpr auto fields() {
    return std::tuple{Field{"weight", &Linear::weight}, Field{"bias", &Linear::bias}};
  }
};

}  // namespace tally
