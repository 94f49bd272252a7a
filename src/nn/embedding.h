// torch.nn.Embedding as a plain aggregate: a row of the table per index.
#pragma once

#include "nn/field.h"
#include "nn/tensor_like.h"

namespace tally {

template <TensorLike T>
struct Embedding {
  using Tensor = T;
  T weight;  // (V, D)

  /// ids (...) of int64 -> (..., D).
  T operator()(const T& ids) const { return embedding(weight, ids); }

  static constexpr auto fields() { return std::tuple{Field{"weight", &Embedding::weight}}; }
};

}  // namespace tally
