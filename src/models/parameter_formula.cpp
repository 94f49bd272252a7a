#include "models/parameter_formula.h"

namespace tally {
namespace {

template <class N>
N count(const Gpt2Config& c) {
  const N v = static_cast<N>(c.vocab_size), h = static_cast<N>(c.n_embd),
          f = static_cast<N>(c.inner());
  const N attention = h * 3 * h + 3 * h + h * h + h, mlp = 2 * h * f + f + h, norms = 4 * h;
  return v * h + static_cast<N>(c.n_positions) * h +
         static_cast<N>(c.n_layer) * (attention + mlp + norms) + 2 * h +
         (c.tie_word_embeddings ? 0 : v * h);
}

template <class N>
N count(const LlamaConfig& c) {
  const N v = static_cast<N>(c.vocab_size), h = static_cast<N>(c.hidden_size),
          d = static_cast<N>(c.head_dim), q = static_cast<N>(c.num_attention_heads) * d,
          k = static_cast<N>(c.num_key_value_heads) * d, f = static_cast<N>(c.intermediate_size);
  N layer = 2 * h * q + 2 * h * k + (c.post_norms ? 4 : 2) * h;
  if (c.qkv_bias) layer += q + 2 * k;
  if (c.o_bias) layer += h;
  if (c.qk_norm) layer += 2 * d;
  const N dense = 3 * h * f + (c.mlp_bias ? 2 * f + h : 0);
  N experts = 0;
  std::int64_t sparse = 0;
  if (c.moe) {
    const N e = static_cast<N>(c.moe->num_experts);
    experts = e * 3 * h * static_cast<N>(c.moe->moe_intermediate_size) + h * e;
    for (std::int64_t i = 0; i < c.num_hidden_layers; ++i) sparse += c.has_experts(i);
  }
  return v * h * (c.tie_word_embeddings ? 1 : 2) + h + static_cast<N>(c.num_hidden_layers) * layer +
         static_cast<N>(sparse) * experts + static_cast<N>(c.num_hidden_layers - sparse) * dense;
}

std::int64_t tensors(const Gpt2Config& c, const LoraForm&, std::int64_t layers) {
  return 4 + 12 * layers + (c.tie_word_embeddings ? 0 : 1);
}

std::int64_t tensors(const LlamaConfig& c, const LoraForm& lora, std::int64_t layers) {
  const auto projections = [&](std::int64_t n, bool biased, std::int64_t adapted_by_default) {
    const std::int64_t adapted = lora.rank == 0 ? 0 : (lora.all_linear ? n : adapted_by_default);
    return n * (biased ? 2 : 1) + 2 * adapted;
  };
  const bool fused = c.fused_projections;
  const std::int64_t attention =
                         (fused ? projections(1, c.qkv_bias, 1) : projections(3, c.qkv_bias, 2)) +
                         projections(1, c.o_bias, 0) + (c.qk_norm ? 2 : 0),
                     norms = c.post_norms ? 4 : 2, mlp = projections(fused ? 2 : 3, c.mlp_bias, 0),
                     expert = c.qk_norm ? mlp : projections(3, false, 0);
  std::int64_t all = 2 + (c.tie_word_embeddings ? 0 : 1);
  for (std::int64_t i = 0; i < layers; ++i)
    all += attention + norms + (c.has_experts(i) ? 1 + c.moe->num_experts * expert : mlp);
  return all;
}

}  // namespace

std::int64_t parameter_formula(const Gpt2Config& config) { return count<std::int64_t>(config); }
std::int64_t parameter_formula(const LlamaConfig& config) { return count<std::int64_t>(config); }
std::int64_t parameter_formula(const ModelConfig& config) {
  return std::visit([](const auto& c) { return parameter_formula(c); }, config);
}
double estimated_parameters(const ModelConfig& config) {
  return std::visit([](const auto& c) { return count<double>(c); }, config);
}
std::int64_t tensor_formula(const ModelConfig& config, const LoraForm& lora, std::int64_t layers) {
  return std::visit([&](const auto& c) { return tensors(c, lora, layers); }, config);
}

}  // namespace tally
