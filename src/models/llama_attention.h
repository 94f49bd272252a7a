// Attention of the Llama family: grouped heads, rotary positions, and what its members add (biases,
// norms on q and k, one projection for all three). Shapes: B batch, S sequence, D width, H heads,
// K heads of keys and values, d head size.
#pragma once

#include "models/inputs.h"
#include "nn/attention.h"
#include "nn/norm.h"
#include "nn/projection.h"

namespace tally {

template <TensorLike T>
struct LlamaAttention {
  using Tensor = T;
  Projection<T> q_proj;    // (H d, D)
  Projection<T> k_proj;    // (K d, D)
  Projection<T> v_proj;    // (K d, D)
  Projection<T> qkv_proj;  // ((H + 2K) d, D): the three in one, where it is defined
  Projection<T> o_proj;    // (D, H d)
  RmsNorm<T> q_norm;       // (d), or undefined
  RmsNorm<T> k_norm;
  std::int64_t head_dim = 128;
  AttentionOptions options = {};
  AttentionAround<T> around = {};  // undefined: attention runs as it is

  AttentionResult<T> operator()(const T& x_BSD, const RotaryTables<T>& tables,
                                const T& mask) const {
    const std::int64_t b = x_BSD.size(0), s = x_BSD.size(1);
    const auto heads = [&](const T& rows, const RmsNorm<T>& norm) {
      const T each = rows.view({b, s, -1, head_dim});
      return (norm.weight.defined() ? norm(each) : each).transpose(1, 2);
    };
    T q, k, v;
    if (qkv_proj.weight.defined()) {
      const T qkv = qkv_proj(x_BSD);
      const std::int64_t width = qkv.size(-1), q_width = o_proj.weight.size(1),
                         kv_end = (width + q_width) / 2;
      q = slice(qkv, -1, 0, q_width, 1);
      k = slice(qkv, -1, q_width, kv_end, 1);
      v = slice(qkv, -1, kv_end, width, 1);
      q = heads(q, q_norm);
      k = heads(k, k_norm);
      v = heads(v, {});
    } else {
      q = heads(q_proj(x_BSD), q_norm);
      k = heads(k_proj(x_BSD), k_norm);
      v = heads(v_proj(x_BSD), {});
    }
    {
      const T cos_11SR = unsqueeze(tables.cos_1SR, 1), sin_11SR = unsqueeze(tables.sin_1SR, 1);
      const T turned_q = apply_rotary(q, cos_11SR, sin_11SR);
      const T turned_k = apply_rotary(k, cos_11SR, sin_11SR);
      q = turned_q;
      k = turned_k;
    }
    AttentionResult<T> result;
    if (around)
      result.out_BSHD = around(
          [mask, core = options](const std::vector<T>& q_k_v) {
            return attend(q_k_v[0], q_k_v[1], q_k_v[2], mask, core).out_BSHD;
          },
          {q, k, v});
    else
      result = attend(q, k, v, mask, options);
    const T out = result.out_BSHD.reshape({b, s, -1});
    result.out_BSHD = T{};
    return {o_proj(out), result.weights_BHSS};
  }

  static constexpr auto fields() {
    return std::tuple{
        Field{"q_proj", &LlamaAttention::q_proj}, Field{"k_proj", &LlamaAttention::k_proj},
        Field{"v_proj", &LlamaAttention::v_proj}, Field{"qkv_proj", &LlamaAttention::qkv_proj},
        Field{"o_proj", &LlamaAttention::o_proj}, Field{"q_norm", &LlamaAttention::q_norm},
        Field{"k_norm", &LlamaAttention::k_norm}};
  }
};

}  // namespace tally
