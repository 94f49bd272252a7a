// The Llama family (Touvron et al. 2023 and after), one template for its variants, op by op as
// transformers' modeling files run them. Which variant does what: llama_config.h. Shapes: B batch,
// S sequence, D width, V vocabulary.
#pragma once

#include <vector>

#include "models/inputs.h"
#include "models/llama_attention.h"
#include "models/loss.h"
#include "models/moe.h"
#include "nn/embedding.h"
#include "nn/gated_mlp.h"
#include "nn/linear.h"
#include "nn/norm.h"

namespace tally {

template <TensorLike T>
struct DecoderLayer {
  using Tensor = T;
  LlamaAttention<T> self_attn;
  // One of the three.
  GatedMlp<T> mlp;
  SparseMoe<T, GatedMlp<T>> sparse_mlp;             // Qwen3-MoE
  SparseMoe<T, MixtralExpert<T>> block_sparse_moe;  // Mixtral
  RmsNorm<T> input_layernorm;
  RmsNorm<T> post_attention_layernorm;   // before the feed-forward part, or, with the next two,
  RmsNorm<T> pre_feedforward_layernorm;  // on what attention gives
  RmsNorm<T> post_feedforward_layernorm;
  bool windowed = false;

  T operator()(const T& x_BSD, const RotaryTables<T>& tables, const T& mask) const {
    const bool post_norms = post_feedforward_layernorm.weight.defined();
    T h = input_layernorm(x_BSD);
    AttentionResult<T> attention = self_attn(h, tables, mask);
    h = attention.out_BSHD;
    attention.out_BSHD = T{};
    if (post_norms) h = post_attention_layernorm(h);
    h = add(x_BSD, h);
    const T residual = h;
    h = post_norms ? pre_feedforward_layernorm(h) : post_attention_layernorm(h);
    h = feed_forward(h);
    if (post_norms) h = post_feedforward_layernorm(h);
    h = add(residual, h);
    return h;
  }

  static constexpr auto fields() {
    return std::tuple{
        Field{"self_attn", &DecoderLayer::self_attn},
        Field{"mlp", &DecoderLayer::mlp},
        Field{"mlp", &DecoderLayer::sparse_mlp},
        Field{"block_sparse_moe", &DecoderLayer::block_sparse_moe},
        Field{"input_layernorm", &DecoderLayer::input_layernorm},
        Field{"post_attention_layernorm", &DecoderLayer::post_attention_layernorm},
        Field{"pre_feedforward_layernorm", &DecoderLayer::pre_feedforward_layernorm},
        Field{"post_feedforward_layernorm", &DecoderLayer::post_feedforward_layernorm}};
  }

 private:
  T feed_forward(const T& x_BSD) const {
    if (!sparse_mlp.experts.empty()) return sparse_mlp(x_BSD);
    if (!block_sparse_moe.experts.empty()) return block_sparse_moe(x_BSD);
    return mlp(x_BSD);
  }
};

template <TensorLike T>
struct LlamaBody {
  using Tensor = T;
  Embedding<T> embed_tokens;
  std::vector<DecoderLayer<T>> layers;
  RmsNorm<T> norm;

  static constexpr auto fields() {
    return std::tuple{Field{"embed_tokens", &LlamaBody::embed_tokens},
                      Field{"layers", &LlamaBody::layers}, Field{"norm", &LlamaBody::norm}};
  }
};

/// A model of the family with its language-modeling head.
template <TensorLike T>
struct Llama {
  using Tensor = T;
  static constexpr std::string_view block_prefix = "model.layers.";
  LlamaBody<T> model;
  Linear<T> lm_head;            // undefined where it is embed_tokens'
  double embedding_factor = 0;  // 0: none
  double final_softcap = 0;     // of the logits; 0: none
  ModelProfile profile = {};

  const std::vector<DecoderLayer<T>>& blocks() const { return model.layers; }
  /// The parts before the first block, or after the last: all else is undefined.
  Llama before_blocks() const {
    Llama part = *this;
    part.model.layers.clear();
    part.model.norm = {};
    part.lm_head = {};
    return part;
  }
  Llama after_blocks() const {
    Llama part = *this;
    part.model.layers.clear();
    if (lm_head.weight.defined()) part.model.embed_tokens = {};
    return part;
  }
  T embed(const ModelInputs<T>& inputs) const {
    const T h = model.embed_tokens(inputs.input_ids_BS);
    return embedding_factor > 0 ? mul(h, embedding_factor) : h;
  }
  T run(const DecoderLayer<T>& layer, const T& h_BSD, const ModelInputs<T>& inputs) const {
    const bool local = layer.windowed && inputs.local_rotary.cos_1SR.defined();
    const bool window = layer.windowed && inputs.window_mask_11SS.defined();
    return layer(h_BSD, local ? inputs.local_rotary : inputs.rotary,
                 window ? inputs.window_mask_11SS : inputs.mask_11SS);
  }
  T final_norm(const T& h_BSD) const { return model.norm(h_BSD); }
  T logits(const T& h_BSD) const {
    T out = linear(h_BSD, lm_head.weight.defined() ? lm_head.weight : model.embed_tokens.weight);
    if (final_softcap > 0) {
      out = div(out, final_softcap);
      out = tanh(out);
      out = mul(out, final_softcap);
    }
    return out;
  }
  T loss(const T& h_BSD, const ModelInputs<T>& inputs) const {
    return next_token_loss(*this, final_norm(h_BSD), inputs.labels_BS, profile);
  }

  static constexpr auto fields() {
    return std::tuple{Field{"model", &Llama::model}, Field{"lm_head", &Llama::lm_head}};
  }
};

}  // namespace tally
