// GPT-2 (Radford et al. 2019), written once over any TensorLike, op by op as transformers' modeling
// file runs it. Shapes: B batch, S sequence, D width, H heads, V vocabulary.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "core/shape.h"
#include "models/gpt2_config.h"
#include "models/inputs.h"
#include "models/loss.h"
#include "nn/attention.h"
#include "nn/conv1d.h"
#include "nn/embedding.h"
#include "nn/linear.h"
#include "nn/norm.h"

namespace tally {

template <TensorLike T>
struct Gpt2Attention {
  using Tensor = T;
  Conv1D<T> c_attn;  // q, k and v in one: (D, 3D)
  Conv1D<T> c_proj;
  std::int64_t n_head = 12;
  double attn_pdrop = 0, resid_pdrop = 0;
  AttentionForm written = AttentionForm::eager;
  T causal_mask_11CC = {};         // bool, of all positions: a buffer of every layer, no parameter
  AttentionAround<T> around = {};  // undefined: attention runs as it is

  AttentionResult<T> operator()(const T& x_BSD, const T& mask_value) const {
    const std::int64_t b = x_BSD.size(0), s = x_BSD.size(1), width = x_BSD.size(2);
    const T qkv = c_attn(x_BSD);
    const auto parts = split(qkv, width, 2);
    const auto heads = [&](const T& part) {
      return part.view({b, s, n_head, width / n_head}).transpose(1, 2);
    };
    const T q = heads(parts[0]), k = heads(parts[1]), v = heads(parts[2]);
    const AttentionOptions options{1 / std::sqrt(static_cast<double>(width / n_head)), attn_pdrop,
                                   0, written};
    AttentionResult<T> result;
    if (around)
      result.out_BSHD = around(
          [options, mask = causal_mask_11CC, mask_value](const std::vector<T>& q_k_v) {
            return core(q_k_v[0], q_k_v[1], q_k_v[2], mask, mask_value, options).out_BSHD;
          },
          {q, k, v});
    else
      result = core(q, k, v, causal_mask_11CC, mask_value, options);
    T out = result.out_BSHD.reshape({b, s, width});
    result.out_BSHD = T{};
    out = c_proj(out);
    out = dropout(out, resid_pdrop, resid_pdrop > 0);
    return {out, result.weights_BHSS};
  }

  static constexpr auto fields() {
    return std::tuple{Field{"c_attn", &Gpt2Attention::c_attn},
                      Field{"c_proj", &Gpt2Attention::c_proj}};
  }

 private:
  static AttentionResult<T> core(const T& q, const T& k, const T& v, const T& causal_mask_11CC,
                                 const T& mask_value, const AttentionOptions& options) {
    if (options.written == AttentionForm::sdpa) return attend(q, k, v, T{}, options);
    const std::int64_t s = q.size(2);
    T weights = matmul(q, k.transpose(-1, -2));
    weights = div(weights, std::sqrt(static_cast<double>(v.size(-1))));
    {
      T visible = slice(causal_mask_11CC, 2, 0, s, 1);
      visible = slice(visible, 3, 0, s, 1);
      weights = where(visible, weights, mask_value);
    }
    weights = softmax(weights, -1);
    weights = dropout(weights, options.dropout_p, options.dropout_p > 0);
    const T out = matmul(weights, v);
    return {out.transpose(1, 2), weights};
  }
};

template <TensorLike T>
struct Gpt2Mlp {
  using Tensor = T;
  Conv1D<T> c_fc;
  Conv1D<T> c_proj;
  double resid_pdrop = 0;
  Activation activation = Activation::gelu_tanh;
  ActivationForm written = ActivationForm::eager;

  T operator()(const T& x_BSD) const {
    T h = c_fc(x_BSD);
    if (activation == Activation::gelu_tanh && written == ActivationForm::eager)
      h = gelu_new(h);
    else
      h = activate(activation, h);
    h = c_proj(h);
    return dropout(h, resid_pdrop, resid_pdrop > 0);
  }

  static constexpr auto fields() {
    return std::tuple{Field{"c_fc", &Gpt2Mlp::c_fc}, Field{"c_proj", &Gpt2Mlp::c_proj}};
  }

 private:
  /// 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))), an op at a time.
  static T gelu_new(const T& x) {
    const T half = mul(x, 0.5);
    T h = pow(x, 3.0);
    h = mul(h, 0.044715);
    h = add(x, h);
    h = mul(h, std::numbers::sqrt2 * std::numbers::inv_sqrtpi);
    h = tanh(h);
    h = add(h, 1.0);
    return mul(half, h);
  }
};

template <TensorLike T>
struct Gpt2Block {
  using Tensor = T;
  LayerNorm<T> ln_1;
  Gpt2Attention<T> attn;
  LayerNorm<T> ln_2;
  Gpt2Mlp<T> mlp;

  T operator()(const T& x_BSD, const T& mask_value) const {
    T h = ln_1(x_BSD);
    const AttentionResult<T> attention = attn(h, mask_value);
    h = add(attention.out_BSHD, x_BSD);
    T part = ln_2(h);
    part = mlp(part);
    return add(h, part);
  }

  static constexpr auto fields() {
    return std::tuple{Field{"ln_1", &Gpt2Block::ln_1}, Field{"attn", &Gpt2Block::attn},
                      Field{"ln_2", &Gpt2Block::ln_2}, Field{"mlp", &Gpt2Block::mlp}};
  }
};

template <TensorLike T>
struct Gpt2Transformer {
  using Tensor = T;
  Embedding<T> wte, wpe;
  std::vector<Gpt2Block<T>> h;
  LayerNorm<T> ln_f;

  static constexpr auto fields() {
    return std::tuple{Field{"wte", &Gpt2Transformer::wte}, Field{"wpe", &Gpt2Transformer::wpe},
                      Field{"h", &Gpt2Transformer::h}, Field{"ln_f", &Gpt2Transformer::ln_f}};
  }
};

/// GPT-2 with its language-modeling head.
template <TensorLike T>
struct Gpt2 {
  using Tensor = T;
  static constexpr std::string_view block_prefix = "transformer.h.";
  Gpt2Transformer<T> transformer;
  Linear<T> lm_head;  // undefined where it is wte's
  double embd_pdrop = 0;
  ModelProfile profile = {};

  const std::vector<Gpt2Block<T>>& blocks() const { return transformer.h; }
  /// The parts before the first block, or after the last: all else is undefined.
  Gpt2 before_blocks() const {
    Gpt2 part = *this;
    part.transformer.h.clear();
    part.transformer.ln_f = {};
    part.lm_head = {};
    return part;
  }
  Gpt2 after_blocks() const {
    Gpt2 part = *this;
    part.transformer.h.clear();
    part.transformer.wpe = {};
    if (lm_head.weight.defined()) part.transformer.wte = {};
    return part;
  }
  T embed(const ModelInputs<T>& inputs) const {
    T out;
    {
      const T tokens = transformer.wte(inputs.input_ids_BS);
      const T positions = transformer.wpe(inputs.position_ids_1S);
      out = add(tokens, positions);
    }
    return dropout(out, embd_pdrop, embd_pdrop > 0);
  }
  T run(const Gpt2Block<T>& block, const T& h_BSD, const ModelInputs<T>& inputs) const {
    return block(h_BSD, inputs.mask_value);
  }
  T final_norm(const T& h_BSD) const { return transformer.ln_f(h_BSD); }
  T logits(const T& h_BSD) const {
    return linear(h_BSD, lm_head.weight.defined() ? lm_head.weight : transformer.wte.weight);
  }
  T loss(const T& h_BSD, const ModelInputs<T>& inputs) const {
    return next_token_loss(*this, final_norm(h_BSD), inputs.labels_BS, profile);
  }

  static constexpr auto fields() {
    return std::tuple{Field{"transformer", &Gpt2::transformer}, Field{"lm_head", &Gpt2::lm_head}};
  }
};

/// Its parameters from `parameter(shape)` in the order of `for_each_parameter`; `layers` blocks.
template <class MakeParameter>
auto make_model(const Gpt2Config& config, const ModelProfile& profile, std::int64_t layers,
                MakeParameter&& parameter) {
  using T = decltype(parameter(Shape{}));
  const std::int64_t width = config.n_embd, inner = config.inner();
  const auto norm = [&] {
    LayerNorm<T> made{
        .weight = parameter(Shape{width}), .bias = {}, .eps = config.layer_norm_epsilon};
    made.bias = parameter(Shape{width});
    return made;
  };
  const auto conv = [&](std::int64_t in, std::int64_t out) {
    Conv1D<T> made{.weight = parameter(Shape{in, out}), .bias = {}};
    made.bias = parameter(Shape{out});
    return made;
  };
  Gpt2<T> model{
      .transformer = {}, .lm_head = {}, .embd_pdrop = config.embd_pdrop, .profile = profile};
  model.transformer.wte.weight = parameter(Shape{config.vocab_size, width});
  model.transformer.wpe.weight = parameter(Shape{config.n_positions, width});
  for (std::int64_t i = 0; i < layers; ++i) {
    Gpt2Block<T>& block = model.transformer.h.emplace_back();
    block.ln_1 = norm();
    block.attn.c_attn = conv(width, 3 * width);
    block.attn.c_proj = conv(width, width);
    block.attn.n_head = config.n_head;
    block.attn.attn_pdrop = config.attn_pdrop;
    block.attn.resid_pdrop = block.mlp.resid_pdrop = config.resid_pdrop;
    block.attn.written = profile.attention;
    block.ln_2 = norm();
    block.mlp.c_fc = conv(width, inner);
    block.mlp.c_proj = conv(inner, width);
    block.mlp.activation = config.activation_function;
    block.mlp.written = profile.activation;
  }
  model.transformer.ln_f = norm();
  if (!config.tie_word_embeddings)
    model.lm_head.weight = parameter(Shape{config.vocab_size, width});
  return model;
}

}  // namespace tally
