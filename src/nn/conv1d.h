// transformers' Conv1D, which GPT-2 has in place of Linear: its weight lies the other way round.
#pragma once

#include "nn/field.h"
#include "nn/tensor_like.h"

namespace tally {

template <TensorLike T>
struct Conv1D {
  using Tensor = T;
  T weight;  // (in, out)
  T bias;    // (out)

  /// x (B, S, in) -> (B, S, out).
  T operator()(const T& x) const {
    const T rows = addmm(bias, x.view({-1, x.size(-1)}), weight);
    return rows.view({x.size(0), x.size(1), bias.size(0)});
  }

  static constexpr auto fields() {
    return std::tuple{Field{"weight", &Conv1D::weight}, Field{"bias", &Conv1D::bias}};
  }
};

}  // namespace tally
