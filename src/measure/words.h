// What a model writes in our words and ATen has in others: a dtype, a tensor that may be undefined.
// To be included before the models, whose calls find these by the name alone.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/softmax.h>

#include <optional>

#include "measure/types.h"

namespace tally {

inline at::Tensor to_dtype(const at::Tensor& self, Dtype dtype) {
  return self.to(measure::scalar_type(dtype));
}
inline at::Tensor softmax(const at::Tensor& self, std::int64_t dim, Dtype dtype) {
  return at::softmax(self, dim, measure::scalar_type(dtype));
}
inline at::Tensor log_softmax(const at::Tensor& self, std::int64_t dim, Dtype dtype) {
  return at::log_softmax(self, dim, measure::scalar_type(dtype));
}
inline at::Tensor scaled_dot_product_attention(const at::Tensor& query, const at::Tensor& key,
                                               const at::Tensor& value, const at::Tensor& attn_mask,
                                               double dropout_p = 0, bool is_causal = false,
                                               std::optional<double> scale = {},
                                               bool enable_gqa = false) {
  const auto mask = attn_mask.defined() ? std::optional(attn_mask) : std::nullopt;
  return at::scaled_dot_product_attention(query, key, value, mask, dropout_p, is_causal, scale,
                                          enable_gqa);
}

}  // namespace tally
