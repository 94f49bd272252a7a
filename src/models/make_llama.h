// A model of the Llama family from its configuration.
#pragma once

#include <cmath>

#include "core/shape.h"
#include "models/llama.h"
#include "models/llama_config.h"

namespace tally {
namespace detail {

/// Makes the parts of one layer, parameters from `parameter(shape)`.
template <class T, class MakeParameter>
class LlamaParts {
 public:
  LlamaParts(const LlamaConfig& config, const ModelProfile& profile, MakeParameter& parameter)
      : c_(config), profile_(profile), parameter_(parameter) {}

  RmsNorm<T> norm(std::int64_t width) const {
    return {parameter_(Shape{width}), c_.rms_norm_eps, c_.norm, profile_.norm};
  }
  Projection<T> fc(std::int64_t out, std::int64_t in, bool has_bias,
                   bool by_default = false) const {
    Projection<T> made{.weight = parameter_(Shape{out, in})};
    if (has_bias) made.bias = parameter_(Shape{out});
    const LoraForm& lora = profile_.lora;
    if (lora.rank > 0 && (by_default || lora.all_linear)) {
      made.lora_A = parameter_(Shape{lora.rank, in});
      made.lora_B = parameter_(Shape{out, lora.rank});
    }
    return made;
  }

  LlamaAttention<T> attention() const {
    const std::int64_t h = c_.hidden_size, q = c_.num_attention_heads * c_.head_dim,
                       k = c_.num_key_value_heads * c_.head_dim;
    LlamaAttention<T> made;
    if (c_.fused_projections) {
      made.qkv_proj = fc(q + 2 * k, h, c_.qkv_bias, true);
    } else {
      made.q_proj = fc(q, h, c_.qkv_bias, true);
      made.k_proj = fc(k, h, c_.qkv_bias);
      made.v_proj = fc(k, h, c_.qkv_bias, true);
    }
    made.o_proj = fc(h, q, c_.o_bias);
    if (c_.qk_norm) {
      made.q_norm = norm(c_.head_dim);
      made.k_norm = norm(c_.head_dim);
    }
    made.head_dim = c_.head_dim;
    made.options = {c_.attention_scale(), c_.attention_dropout, c_.attn_logit_softcapping,
                    profile_.attention};
    return made;
  }

  GatedMlp<T> mlp(std::int64_t width) const {
    const std::int64_t h = c_.hidden_size;
    GatedMlp<T> made;
    if (c_.fused_projections) {
      made.gate_up_proj = fc(2 * width, h, c_.mlp_bias);
    } else {
      made.gate_proj = fc(width, h, c_.mlp_bias);
      made.up_proj = fc(width, h, c_.mlp_bias);
    }
    made.down_proj = fc(h, width, c_.mlp_bias);
    made.activation = c_.hidden_act;
    return made;
  }

  template <class Moe, class Expert>
  void fill(Moe& moe, Expert&& expert) const {
    moe.gate.weight = parameter_(Shape{c_.moe->num_experts, c_.hidden_size});
    for (std::int64_t e = 0; e < c_.moe->num_experts; ++e) moe.experts.push_back(expert());
    moe.num_experts_per_tok = c_.moe->num_experts_per_tok;
    moe.norm_topk_prob = c_.moe->norm_topk_prob;
  }

  DecoderLayer<T> layer(std::int64_t index) const {
    const std::int64_t h = c_.hidden_size;
    DecoderLayer<T> made;
    made.self_attn = attention();
    if (!c_.has_experts(index)) {
      made.mlp = mlp(c_.intermediate_size);
    } else if (c_.qk_norm) {
      fill(made.sparse_mlp, [&] { return mlp(c_.moe->moe_intermediate_size); });
    } else {
      const std::int64_t width = c_.moe->moe_intermediate_size;
      fill(made.block_sparse_moe, [&] {
        MixtralExpert<T> expert;
        expert.w1 = fc(width, h, false);
        expert.w2 = fc(h, width, false);
        expert.w3 = fc(width, h, false);
        expert.activation = c_.hidden_act;
        return expert;
      });
    }
    made.input_layernorm = norm(h);
    made.post_attention_layernorm = norm(h);
    if (c_.post_norms) {
      made.pre_feedforward_layernorm = norm(h);
      made.post_feedforward_layernorm = norm(h);
    }
    made.windowed = c_.has_window(index);
    return made;
  }

 private:
  const LlamaConfig& c_;
  const ModelProfile& profile_;
  MakeParameter& parameter_;
};

}  // namespace detail

/// Its parameters from `parameter(shape)` in the order of `for_each_parameter`; `layers` layers.
template <class MakeParameter>
auto make_model(const LlamaConfig& config, const ModelProfile& profile, std::int64_t layers,
                MakeParameter&& parameter) {
  using T = decltype(parameter(Shape{}));
  const detail::LlamaParts<T, std::remove_reference_t<MakeParameter>> parts(config, profile,
                                                                            parameter);
  Llama<T> made;
  made.profile = profile;
  made.model.embed_tokens.weight = parameter(Shape{config.vocab_size, config.hidden_size});
  for (std::int64_t i = 0; i < layers; ++i) made.model.layers.push_back(parts.layer(i));
  made.model.norm = parts.norm(config.hidden_size);
  if (!config.tie_word_embeddings)
    made.lm_head.weight = parameter(Shape{config.vocab_size, config.hidden_size});
  if (config.scale_embedding)
    made.embedding_factor = std::sqrt(static_cast<double>(config.hidden_size));
  made.final_softcap = config.final_logit_softcapping;
  return made;
}

}  // namespace tally
