#include <algorithm>

#include "measure/model_numbers.h"
#include "models/presets.h"

namespace tally::measure {
namespace {

Gpt2Config small(Gpt2Config c) {
  c.vocab_size = 31;
  c.n_positions = 16;
  c.n_embd = 16;
  c.n_layer = 2;
  c.n_head = 2;
  return c;
}

/// What tells an architecture from another stays: groups of heads, windows and their layers, norms,
/// biases, experts, what is tied, and whether heads have a size of their own.
LlamaConfig small(LlamaConfig c) {
  const bool own_head_dim = c.head_dim * c.num_attention_heads != c.hidden_size;
  c.vocab_size = 31;
  c.hidden_size = 16;
  c.num_hidden_layers = std::max<std::int64_t>(2, c.full_attention_every);
  c.num_key_value_heads = c.num_key_value_heads == c.num_attention_heads ? 4
                          : c.num_key_value_heads > 1                    ? 2
                                                                         : 1;
  c.num_attention_heads = 4;
  c.head_dim = own_head_dim ? 8 : 4;
  if (c.partial_rotary_factor < 1) c.partial_rotary_factor = 0.5;
  c.intermediate_size = 24;
  if (c.query_pre_attn_scalar > 0) c.query_pre_attn_scalar = 8;
  if (c.sliding_window > 0) c.sliding_window = 3;
  if (c.moe) {
    c.moe->num_experts = 4;
    c.moe->num_experts_per_tok = 2;
    c.moe->moe_intermediate_size = 12;
  }
  return c;
}

}  // namespace

std::vector<SmallModel> small_models() {
  std::vector<SmallModel> found;
  for (const Preset& preset : presets()) {
    const ModelConfig config =
        std::visit([](const auto& c) { return ModelConfig(small(c)); }, preset.config);
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const SmallModel& other) { return other.config == config; });
    if (!known) found.push_back({preset.id, config});
  }
  return found;
}

}  // namespace tally::measure
