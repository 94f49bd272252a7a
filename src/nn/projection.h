// A Linear that may have a low-rank adapter beside it (Hu et al. 2021): x W^T + b + s (x A^T) B^T.
#pragma once

#include "nn/field.h"
#include "nn/tensor_like.h"

namespace tally {

template <TensorLike T>
struct Projection {
  using Tensor = T;
  T weight;       // (out, in)
  T bias = {};    // (out), or undefined: none
  T lora_A = {};  // (r, in), or undefined: no adapter
  T lora_B = {};  // (out, r)
  double lora_scaling = 1;

  /// x (..., in) -> (..., out).
  T operator()(const T& x) const {
    T out = bias.defined() ? linear(x, weight, bias) : linear(x, weight);
    if (!lora_A.defined()) return out;
    T low = linear(x, lora_A);
    low = linear(low, lora_B);
    low = mul(low, lora_scaling);
    return add(out, low);
  }

  static constexpr auto fields() {
    return std::tuple{Field{"weight", &Projection::weight}, Field{"bias", &Projection::bias},
                      Field{"lora_A.weight", &Projection::lora_A},
                      Field{"lora_B.weight", &Projection::lora_B}};
  }
};

}  // namespace tally
