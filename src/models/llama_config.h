// What a model of the Llama family is made of: one aggregate for its variants, sizes by the names
// of Hugging Face's config.json. Plain data, no ops.
//
// What each architecture ("model_type") sets beside its sizes, as its modeling file in
// transformers:
//
// llama                   attention_bias: qkv_bias and o_bias; mlp_bias
// mistral                 sliding_window
// qwen2 (1.5, 2, 2.5)     qkv_bias = true
// qwen3                   qk_norm = true, its own head_dim; attention_bias: qkv_bias and o_bias
// phi3 (Phi-3, Phi-4)     fused_projections = true, partial_rotary_factor
// gemma                   norm = gemma, scale_embedding, hidden_act = gelu_tanh, head_dim, tied
// gemma2                  as gemma, and post_norms, both softcappings, query_pre_attn_scalar,
//                         sliding_window on every second layer (full_attention_every = 2)
// gemma3_text             as gemma, and post_norms, qk_norm, query_pre_attn_scalar, sliding_window,
//                         full_attention_every = 6, rope_local_base_freq
// mixtral                 moe = {.num_experts = 8, .num_experts_per_tok = 2, ...}
// qwen3_moe               as qwen3, and moe
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/config_problem.h"
#include "nn/activation.h"
#include "nn/profile.h"

namespace tally {

/// A feed-forward part of many experts, of which each token uses a few.
struct MoeConfig {
  std::int64_t num_experts = 8;            // num_local_experts
  std::int64_t num_experts_per_tok = 2;    // top k
  std::int64_t moe_intermediate_size = 0;  // width of one expert (Mixtral: intermediate_size)
  bool norm_topk_prob = true;              // the k weights are made to add up to 1
  std::int64_t decoder_sparse_step = 1;    // layers n, 2n, ... (counted from 1) have experts
  std::vector<std::int64_t> mlp_only_layers = {};  // these (counted from 0) have none

  bool operator==(const MoeConfig&) const = default;
};

struct LlamaConfig {
  std::int64_t vocab_size = 32000;
  std::int64_t hidden_size = 4096;
  std::int64_t num_hidden_layers = 32;
  std::int64_t num_attention_heads = 32;
  std::int64_t num_key_value_heads = 32;
  std::int64_t head_dim = 128;  // explicit: without one, hidden_size / num_attention_heads
  std::int64_t intermediate_size = 11008;  // of the gated feed-forward part
  bool tie_word_embeddings = false;
  Activation hidden_act = Activation::silu;

  // Where the variants differ.
  bool qkv_bias = false;
  bool o_bias = false;
  bool mlp_bias = false;
  bool qk_norm = false;            // RMSNorm of size head_dim on every head of q and k
  bool fused_projections = false;  // q, k, v as one Linear, gate and up as one
  RmsNormForm norm = RmsNormForm::llama;
  bool post_norms = false;       // a second norm after attention and after the feed-forward part
  bool scale_embedding = false;  // times sqrt(hidden_size)
  double partial_rotary_factor = 1;    // the part of each head that is rotated
  double query_pre_attn_scalar = 0;    // scores are divided by its root; 0 is head_dim
  double attn_logit_softcapping = 0;   // 0: none
  double final_logit_softcapping = 0;  // 0: none
  std::int64_t sliding_window = 0;     // keys that a token sees; 0: all before it
  std::int64_t full_attention_every =
      0;  // every n-th layer sees all in spite of the window; 0: none

  double attention_dropout = 0;  // of the probabilities; its masks are kept for backward

  // Numbers that change no byte.
  double rms_norm_eps = 1e-6;
  double rope_theta = 10000;
  double rope_local_base_freq = 0;  // of the layers with a window; 0: rope_theta

  std::optional<MoeConfig> moe = {};

  bool operator==(const LlamaConfig&) const = default;
  std::int64_t rotary_dim() const;
  /// What scores are multiplied by.
  double attention_scale() const;
  /// Whether layer `index` (from 0) sees no further back than sliding_window.
  bool has_window(std::int64_t index) const;
  /// Whether layer `index` (from 0) has experts.
  bool has_experts(std::int64_t index) const;
};

/// What keeps `config` from being a model, if anything.
ConfigProblem problem_of(const LlamaConfig& config);

}  // namespace tally
