#include "models/presets.h"

#include <vector>

namespace tally {
namespace {

/// The sizes that every model of the Llama family has; `head_dim` 0 is hidden / heads.
struct Sizes {
  std::int64_t vocab, hidden, layers, heads, kv_heads, intermediate;
  bool tied = false;
  std::int64_t head_dim = 0;
};

LlamaConfig llama(const Sizes& s) {
  LlamaConfig c;
  c.vocab_size = s.vocab;
  c.hidden_size = s.hidden;
  c.num_hidden_layers = s.layers;
  c.num_attention_heads = s.heads;
  c.num_key_value_heads = s.kv_heads;
  c.intermediate_size = s.intermediate;
  c.tie_word_embeddings = s.tied;
  c.head_dim = s.head_dim ? s.head_dim : s.hidden / s.heads;
  c.rms_norm_eps = 1e-5;
  return c;
}

LlamaConfig windowed(LlamaConfig c, std::int64_t window) {
  c.sliding_window = window;
  return c;
}

LlamaConfig qwen2(const Sizes& s) {
  LlamaConfig c = llama(s);
  c.qkv_bias = true;
  return c;
}

LlamaConfig qwen3(const Sizes& s) {
  LlamaConfig c = llama(s);
  c.qk_norm = true;
  return c;
}

LlamaConfig phi3(const Sizes& s, double rotated = 1) {
  LlamaConfig c = llama(s);
  c.fused_projections = true;
  c.partial_rotary_factor = rotated;
  return c;
}

LlamaConfig gemma(const Sizes& s) {
  LlamaConfig c = llama(s);
  c.norm = RmsNormForm::gemma;
  c.scale_embedding = true;
  c.hidden_act = Activation::gelu_tanh;
  return c;
}

LlamaConfig gemma2(const Sizes& s, double query_scalar) {
  LlamaConfig c = gemma(s);
  c.post_norms = true;
  c.query_pre_attn_scalar = query_scalar;
  c.attn_logit_softcapping = 50;
  c.final_logit_softcapping = 30;
  c.sliding_window = 4096;
  c.full_attention_every = 2;
  return c;
}

LlamaConfig gemma3(const Sizes& s, std::int64_t window) {
  LlamaConfig c = gemma(s);
  c.post_norms = true;
  c.qk_norm = true;
  c.query_pre_attn_scalar = 256;
  c.sliding_window = window;
  c.full_attention_every = 6;
  c.rope_local_base_freq = 10000;
  return c;
}

LlamaConfig with_experts(LlamaConfig c, std::int64_t experts, std::int64_t per_token,
                         std::int64_t width) {
  c.moe = MoeConfig{
      .num_experts = experts, .num_experts_per_tok = per_token, .moe_intermediate_size = width};
  return c;
}

Gpt2Config gpt2(std::int64_t width, std::int64_t layers, std::int64_t heads) {
  Gpt2Config c;
  c.n_embd = width;
  c.n_layer = layers;
  c.n_head = heads;
  return c;
}

std::vector<Preset> make_presets() {
  return {
      {"gpt2", "openai-community/gpt2", gpt2(768, 12, 12)},
      {"gpt2-medium", "openai-community/gpt2-medium", gpt2(1024, 24, 16)},
      {"gpt2-large", "openai-community/gpt2-large", gpt2(1280, 36, 20)},
      {"gpt2-xl", "openai-community/gpt2-xl", gpt2(1600, 48, 25)},
      {"llama-7b", "Touvron et al. 2023a, table 2", llama({32000, 4096, 32, 32, 32, 11008})},
      {"llama-13b", "Touvron et al. 2023a, table 2", llama({32000, 5120, 40, 40, 40, 13824})},
      {"llama-33b", "Touvron et al. 2023a, table 2", llama({32000, 6656, 60, 52, 52, 17920})},
      {"llama-65b", "Touvron et al. 2023a, table 2", llama({32000, 8192, 80, 64, 64, 22016})},
      {"llama-2-7b", "meta-llama/Llama-2-7b-hf", llama({32000, 4096, 32, 32, 32, 11008})},
      {"llama-2-13b", "meta-llama/Llama-2-13b-hf", llama({32000, 5120, 40, 40, 40, 13824})},
      {"llama-2-70b", "meta-llama/Llama-2-70b-hf", llama({32000, 8192, 80, 64, 8, 28672})},
      {"codellama-7b", "codellama/CodeLlama-7b-hf", llama({32016, 4096, 32, 32, 32, 11008})},
      {"llama-3-8b", "meta-llama/Meta-Llama-3-8B", llama({128256, 4096, 32, 32, 8, 14336})},
      {"llama-3-70b", "meta-llama/Meta-Llama-3-70B", llama({128256, 8192, 80, 64, 8, 28672})},
      {"llama-3.1-8b", "meta-llama/Llama-3.1-8B", llama({128256, 4096, 32, 32, 8, 14336})},
      {"llama-3.1-70b", "meta-llama/Llama-3.1-70B", llama({128256, 8192, 80, 64, 8, 28672})},
      {"llama-3.1-405b", "meta-llama/Llama-3.1-405B", llama({128256, 16384, 126, 128, 8, 53248})},
      {"llama-3.2-1b", "meta-llama/Llama-3.2-1B", llama({128256, 2048, 16, 32, 8, 8192, true})},
      {"llama-3.2-3b", "meta-llama/Llama-3.2-3B", llama({128256, 3072, 28, 24, 8, 8192, true})},
      {"mistral-7b-v0.1", "mistralai/Mistral-7B-v0.1",
       windowed(llama({32000, 4096, 32, 32, 8, 14336}), 4096)},
      {"mistral-7b-v0.3", "mistralai/Mistral-7B-v0.3", llama({32768, 4096, 32, 32, 8, 14336})},
      {"mixtral-8x7b", "mistralai/Mixtral-8x7B-v0.1",
       with_experts(llama({32000, 4096, 32, 32, 8, 14336}), 8, 2, 14336)},
      {"mixtral-8x22b-v0.3", "mistralai/Mixtral-8x22B-Instruct-v0.1",
       with_experts(llama({32768, 6144, 56, 48, 8, 16384}), 8, 2, 16384)},
      {"qwen1.5-72b", "Qwen/Qwen1.5-72B", qwen2({152064, 8192, 80, 64, 64, 24576})},
      {"qwen2.5-0.5b", "Qwen/Qwen2.5-0.5B", qwen2({151936, 896, 24, 14, 2, 4864, true})},
      {"qwen2.5-1.5b", "Qwen/Qwen2.5-1.5B", qwen2({151936, 1536, 28, 12, 2, 8960, true})},
      {"qwen2.5-7b", "Qwen/Qwen2.5-7B", qwen2({152064, 3584, 28, 28, 4, 18944})},
      {"qwen2.5-14b", "Qwen/Qwen2.5-14B", qwen2({152064, 5120, 48, 40, 8, 13824})},
      {"qwen2.5-32b", "Qwen/Qwen2.5-32B", qwen2({152064, 5120, 64, 40, 8, 27648})},
      {"qwen2.5-72b", "Qwen/Qwen2.5-72B", qwen2({152064, 8192, 80, 64, 8, 29568})},
      {"qwen3-0.6b", "Qwen/Qwen3-0.6B", qwen3({151936, 1024, 28, 16, 8, 3072, true, 128})},
      {"qwen3-4b", "Qwen/Qwen3-4B", qwen3({151936, 2560, 36, 32, 8, 9728, true, 128})},
      {"qwen3-8b", "Qwen/Qwen3-8B", qwen3({151936, 4096, 36, 32, 8, 12288, false, 128})},
      {"qwen3-14b", "Qwen/Qwen3-14B", qwen3({151936, 5120, 40, 40, 8, 17408, false, 128})},
      {"qwen3-32b", "Qwen/Qwen3-32B", qwen3({151936, 5120, 64, 64, 8, 25600, false, 128})},
      {"qwen3-30b-a3b", "Qwen/Qwen3-30B-A3B",
       with_experts(qwen3({151936, 2048, 48, 32, 4, 6144, false, 128}), 128, 8, 768)},
      {"qwen3-235b-a22b", "Qwen/Qwen3-235B-A22B",
       with_experts(qwen3({151936, 4096, 94, 64, 4, 12288, false, 128}), 128, 8, 1536)},
      {"phi-3-mini", "microsoft/Phi-3-mini-4k-instruct",
       windowed(phi3({32064, 3072, 32, 32, 32, 8192}), 2047)},
      {"phi-4", "microsoft/phi-4", phi3({100352, 5120, 40, 40, 10, 17920})},
      {"phi-4-mini", "microsoft/Phi-4-mini-instruct",
       phi3({200064, 3072, 32, 24, 8, 8192, true}, 0.75)},
      {"gemma-2b", "google/gemma-2b", gemma({256000, 2048, 18, 8, 1, 16384, true, 256})},
      {"gemma-7b", "google/gemma-7b", gemma({256000, 3072, 28, 16, 16, 24576, true, 256})},
      {"gemma-2-2b", "google/gemma-2-2b", gemma2({256000, 2304, 26, 8, 4, 9216, true, 256}, 256)},
      {"gemma-2-9b", "google/gemma-2-9b", gemma2({256000, 3584, 42, 16, 8, 14336, true, 256}, 256)},
      {"gemma-2-27b", "google/gemma-2-27b",
       gemma2({256000, 4608, 46, 32, 16, 36864, true, 128}, 144)},
      {"gemma-3-1b", "google/gemma-3-1b-pt",
       gemma3({262144, 1152, 26, 4, 1, 6912, true, 256}, 512)},
  };
}

}  // namespace

std::span<const Preset> presets() {
  static const std::vector<Preset> rows = make_presets();
  return rows;
}

const Preset* find_preset(std::string_view id) {
  for (const Preset& preset : presets())
    if (preset.id == id) return &preset;
  return nullptr;
}

}  // namespace tally
