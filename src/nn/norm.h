// Norms over the last dimension as plain aggregates: LayerNorm, and RMSNorm in the two forms that
// models have. Shapes: x (..., D), weight and bias (D).
#pragma once

#include <vector>

#include "core/dtype.h"
#include "nn/field.h"
#include "nn/profile.h"
#include "nn/tensor_like.h"

namespace tally {

template <TensorLike T>
struct LayerNorm {
  using Tensor = T;
  T weight;
  T bias;
  double eps = 1e-5;

  T operator()(const T& x) const { return layer_norm(x, weight.sizes(), weight, bias, eps); }

  static constexpr auto fields() {
    return std::tuple{Field{"weight", &LayerNorm::weight}, Field{"bias", &LayerNorm::bias}};
  }
};

/// x / sqrt(mean(x^2) + eps), times the weight. Written op by op it keeps, in 16 bits, x and x_hat
/// in float32 besides: most of what tells it from the fused op.
template <TensorLike T>
struct RmsNorm {
  using Tensor = T;
  T weight;
  double eps = 1e-6;
  RmsNormForm form = RmsNormForm::llama;
  NormForm written = NormForm::eager;

  T operator()(const T& x) const {
    if (written == NormForm::fused)
      return fused(x, form == RmsNormForm::gemma ? add(weight, 1.0) : weight);
    return form == RmsNormForm::gemma ? gemma(x) : llama(x);
  }

  static constexpr auto fields() { return std::tuple{Field{"weight", &RmsNorm::weight}}; }

 private:
  using Dims = std::vector<std::int64_t>;

  T fused(const T& x, const T& scale) const { return rms_norm(x, scale.sizes(), scale, eps); }

  // One op a statement: what it made for the next one dies where it does in Python. Variables are
  // declared in the reverse of the order in which a Python function lets go of them.
  T llama(const T& x) const {
    T variance;
    T h = to_dtype(x, Dtype::float32);
    variance = pow(h, 2.0);
    variance = mean(variance, Dims{-1}, true);
    {
      T scale = add(variance, eps);
      scale = rsqrt(scale);
      h = mul(h, scale);
    }
    const T rounded = cast_like(h, x);
    return mul(weight, rounded);
  }

  T gemma(const T& x) const {
    T h = to_dtype(x, Dtype::float32);
    {
      T scale = pow(h, 2.0);
      scale = mean(scale, Dims{-1}, true);
      scale = add(scale, eps);
      scale = rsqrt(scale);
      h = mul(h, scale);
    }
    {
      T factor = to_dtype(weight, Dtype::float32);
      factor = add(factor, 1.0);
      h = mul(h, factor);
    }
    return cast_like(h, x);
  }
};

}  // namespace tally
