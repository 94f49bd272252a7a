// What makes a configuration impossible, in words.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "core/format_text.h"
#include "models/gpt2_config.h"
#include "models/llama_config.h"

namespace tally {
namespace {

struct Size {
  std::string_view name;
  std::int64_t value;
};

/// Far above any model, and small enough that a product of two is no overflow.
constexpr std::int64_t greatest_size = std::int64_t{1} << 31;

std::string sizes_problem(std::initializer_list<Size> sizes) {
  for (const Size& size : sizes)
    if (size.value < 1 || size.value > greatest_size)
      return format_text("{} {} is not between 1 and {}", size.name, size.value, greatest_size);
  return "";
}

std::string multiple_problem(const Size& whole, const Size& part) {
  if (whole.value % part.value == 0) return "";
  return format_text("{} {} is not a multiple of {} {}", whole.name, whole.value, part.name,
                     part.value);
}

std::string probability_problem(std::string_view name, double value) {
  if (value >= 0 && value < 1) return "";
  return format_text("{} {} is not a probability below 1", name, value);
}

std::string moe_problem(const MoeConfig& moe) {
  std::string problem = sizes_problem({{"num_experts", moe.num_experts},
                                       {"num_experts_per_tok", moe.num_experts_per_tok},
                                       {"moe_intermediate_size", moe.moe_intermediate_size},
                                       {"decoder_sparse_step", moe.decoder_sparse_step}});
  if (problem.empty() && moe.num_experts_per_tok > moe.num_experts)
    problem = format_text("num_experts_per_tok {} is more than num_experts {}",
                          moe.num_experts_per_tok, moe.num_experts);
  return problem;
}

}  // namespace

std::string problem_of(const Gpt2Config& config) {
  std::string problem = sizes_problem({{"vocab_size", config.vocab_size},
                                       {"n_positions", config.n_positions},
                                       {"n_embd", config.n_embd},
                                       {"n_layer", config.n_layer},
                                       {"n_head", config.n_head},
                                       {"n_inner", config.inner()}});
  if (problem.empty())
    problem = multiple_problem({"n_embd", config.n_embd}, {"n_head", config.n_head});
  if (problem.empty()) problem = probability_problem("embd_pdrop", config.embd_pdrop);
  if (problem.empty()) problem = probability_problem("attn_pdrop", config.attn_pdrop);
  if (problem.empty()) problem = probability_problem("resid_pdrop", config.resid_pdrop);
  return problem;
}

std::int64_t LlamaConfig::rotary_dim() const {
  return static_cast<std::int64_t>(static_cast<double>(head_dim) * partial_rotary_factor);
}

double LlamaConfig::attention_scale() const {
  const double scalar =
      query_pre_attn_scalar > 0 ? query_pre_attn_scalar : static_cast<double>(head_dim);
  return 1 / std::sqrt(scalar);
}

bool LlamaConfig::has_window(std::int64_t index) const {
  if (sliding_window == 0) return false;
  return full_attention_every == 0 || (index + 1) % full_attention_every != 0;
}

bool LlamaConfig::has_experts(std::int64_t index) const {
  if (!moe || (index + 1) % moe->decoder_sparse_step != 0) return false;
  return std::find(moe->mlp_only_layers.begin(), moe->mlp_only_layers.end(), index) ==
         moe->mlp_only_layers.end();
}

std::string problem_of(const LlamaConfig& config) {
  const Size heads{"num_attention_heads", config.num_attention_heads};
  const Size kv_heads{"num_key_value_heads", config.num_key_value_heads};
  std::string problem = sizes_problem({{"vocab_size", config.vocab_size},
                                       {"hidden_size", config.hidden_size},
                                       {"num_hidden_layers", config.num_hidden_layers},
                                       heads,
                                       kv_heads,
                                       {"head_dim", config.head_dim},
                                       {"intermediate_size", config.intermediate_size}});
  if (problem.empty()) problem = multiple_problem(heads, kv_heads);
  if (problem.empty() && !(config.partial_rotary_factor > 0 && config.partial_rotary_factor <= 1))
    problem = format_text("partial_rotary_factor {} is not above 0 and at most 1",
                          config.partial_rotary_factor);
  if (problem.empty() && (config.rotary_dim() < 2 || config.rotary_dim() % 2 != 0))
    problem = format_text("{} of each head's {} elements are rotated: that takes an even number",
                          config.rotary_dim(), config.head_dim);
  if (problem.empty() && config.sliding_window < 0)
    problem = format_text("sliding_window {} is negative", config.sliding_window);
  if (problem.empty()) problem = probability_problem("attention_dropout", config.attention_dropout);
  if (problem.empty() && config.moe) problem = moe_problem(*config.moe);
  return problem;
}

}  // namespace tally
