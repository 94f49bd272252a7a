// Causal self-attention between the projections. Shapes: B batch, H heads, K heads of keys and
// values (H a multiple of K), S sequence, D head size.
#pragma once

#include <functional>
#include <vector>

#include "core/dtype.h"
#include "nn/profile.h"
#include "nn/tensor_like.h"

namespace tally {

struct AttentionOptions {
  double factor = 1;     // scores are multiplied by it
  double dropout_p = 0;  // of the weights
  double softcap = 0;    // scores become softcap * tanh(scores / softcap); 0: none
  AttentionForm written = AttentionForm::eager;
};

template <class T>
struct AttentionResult {
  T out_BSHD;
  T weights_BHSS;  // undefined where no op gives them
};

/// What runs `core` with queries, keys and values in its place: with a checkpoint around it,
/// nothing of what lies between them and the result is kept. It has no weights to give.
template <class T>
using AttentionAround = std::function<T(const std::function<T(const std::vector<T>&)>& core,
                                        const std::vector<T>& q_k_v)>;

/// Each head of keys or values `times` times, copied.
template <TensorLike T>
T repeat_heads(const T& x_BKSD, std::int64_t times) {
  if (times == 1) return x_BKSD;
  const std::int64_t b = x_BKSD.size(0), k = x_BKSD.size(1), s = x_BKSD.size(2), d = x_BKSD.size(3);
  const T wide = unsqueeze(x_BKSD, 2).expand({b, k, times, s, d});
  return wide.reshape({b, k * times, s, d});
}

/// `mask` is added to the scores, (1, 1, S, S); an undefined one is the causal mask of the op, and
/// of sdpa alone.
template <TensorLike T>
AttentionResult<T> attend(const T& q_BHSD, const T& k_BKSD, const T& v_BKSD, const T& mask,
                          const AttentionOptions& options) {
  const std::int64_t times = q_BHSD.size(1) / k_BKSD.size(1);
  if (options.written == AttentionForm::sdpa) {
    T out = scaled_dot_product_attention(q_BHSD, k_BKSD, v_BKSD, mask, options.dropout_p,
                                         !mask.defined(), options.factor, times > 1);
    out = out.transpose(1, 2).contiguous();
    return {out, T{}};
  }
  const T keys = repeat_heads(k_BKSD, times);
  const T values = repeat_heads(v_BKSD, times);
  T weights;
  {
    T scores = matmul(q_BHSD, keys.transpose(2, 3));
    scores = mul(scores, options.factor);
    if (options.softcap > 0) {
      scores = div(scores, options.softcap);
      scores = tanh(scores);
      scores = mul(scores, options.softcap);
    }
    scores = add(scores, mask);
    T wide = softmax(scores, -1, Dtype::float32);
    weights = cast_like(wide, q_BHSD);
    wide = T{};
  }
  weights = dropout(weights, options.dropout_p, options.dropout_p > 0);
  T out = matmul(weights, values);
  out = out.transpose(1, 2).contiguous();
  return {out, weights};
}

}  // namespace tally
