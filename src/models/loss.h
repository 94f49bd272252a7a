// The loss of a language model: cross entropy of each token's logits against the token after it.
// Shapes: B batch, S sequence, D width, V vocabulary.
#pragma once

#include <vector>

#include "core/dtype.h"
#include "nn/profile.h"
#include "nn/tensor_like.h"

namespace tally {

/// The mean over all tokens. `model.logits(h)` maps (..., D) to (..., V).
template <class Model, TensorLike T>
T next_token_loss(const Model& model, const T& h_BSD, const T& labels_BS,
                  const ModelProfile& profile) {
  const auto rows = [](const T& x_BSV) { return x_BSV.view({-1, x_BSV.size(-1)}); };
  if (profile.loss != LossForm::chunked) {
    const T logits = model.logits(h_BSD);
    T wide = logits;
    if (profile.loss == LossForm::upcast) wide = to_dtype(logits, Dtype::float32);
    return cross_entropy_loss(rows(wide), labels_BS.view({-1}));
  }
  constexpr std::int64_t summed = 2;  // at::Reduction::Sum
  const auto parts = chunk(h_BSD, profile.loss_chunks, 1);
  const auto labels = chunk(labels_BS, profile.loss_chunks, 1);
  T total;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    T logits = model.logits(parts[i]);
    logits = to_dtype(logits, Dtype::float32);
    const T target = labels[i].reshape({-1});
    const T part = cross_entropy_loss(rows(logits), target, T{}, summed);
    total = total.defined() ? add(total, part) : part;
  }
  return div(total, static_cast<double>(labels_BS.numel()));
}

}  // namespace tally
