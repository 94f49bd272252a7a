// What makes a configuration impossible.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "core/config_problem.h"
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

using Kind = ConfigProblem::Kind;

ConfigProblem sizes_problem(std::initializer_list<Size> sizes) {
  for (const Size& size : sizes)
    if (size.value < 1 || size.value > greatest_size)
      return {Kind::not_between,
              {{"name", std::string(size.name)},
               {"value", std::to_string(size.value)},
               {"least", "1"},
               {"most", std::to_string(greatest_size)}}};
  return {};
}

ConfigProblem multiple_problem(const Size& whole, const Size& part) {
  if (whole.value % part.value == 0) return {};
  return {Kind::not_a_multiple,
          {{"name", std::string(whole.name)},
           {"value", std::to_string(whole.value)},
           {"divisor", std::string(part.name)},
           {"of", std::to_string(part.value)}}};
}

ConfigProblem probability_problem(std::string_view name, double value) {
  if (value >= 0 && value < 1) return {};
  return {Kind::not_a_probability,
          {{"name", std::string(name)}, {"value", format_text("{}", value)}}};
}

ConfigProblem moe_problem(const MoeConfig& moe) {
  ConfigProblem problem = sizes_problem({{"num_experts", moe.num_experts},
                                         {"num_experts_per_tok", moe.num_experts_per_tok},
                                         {"moe_intermediate_size", moe.moe_intermediate_size},
                                         {"decoder_sparse_step", moe.decoder_sparse_step}});
  if (problem.empty() && moe.num_experts_per_tok > moe.num_experts)
    problem = {Kind::more_experts,
               {{"value", std::to_string(moe.num_experts_per_tok)},
                {"experts", std::to_string(moe.num_experts)}}};
  return problem;
}

}  // namespace

ConfigProblem problem_of(const Gpt2Config& config) {
  ConfigProblem problem = sizes_problem({{"vocab_size", config.vocab_size},
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

ConfigProblem problem_of(const LlamaConfig& config) {
  const Size heads{"num_attention_heads", config.num_attention_heads};
  const Size kv_heads{"num_key_value_heads", config.num_key_value_heads};
  ConfigProblem problem = sizes_problem({{"vocab_size", config.vocab_size},
                                         {"hidden_size", config.hidden_size},
                                         {"num_hidden_layers", config.num_hidden_layers},
                                         heads,
                                         kv_heads,
                                         {"head_dim", config.head_dim},
                                         {"intermediate_size", config.intermediate_size}});
  if (problem.empty()) problem = multiple_problem(heads, kv_heads);
  if (problem.empty() && !(config.partial_rotary_factor > 0 && config.partial_rotary_factor <= 1))
    problem = {Kind::not_a_fraction,
               {{"name", "partial_rotary_factor"},
                {"value", format_text("{}", config.partial_rotary_factor)}}};
  if (problem.empty() && (config.rotary_dim() < 2 || config.rotary_dim() % 2 != 0))
    problem = {Kind::odd_rotation,
               {{"value", std::to_string(config.rotary_dim())},
                {"size", std::to_string(config.head_dim)}}};
  if (problem.empty() && config.sliding_window < 0)
    problem = {Kind::negative,
               {{"name", "sliding_window"}, {"value", std::to_string(config.sliding_window)}}};
  if (problem.empty()) problem = probability_problem("attention_dropout", config.attention_dropout);
  if (problem.empty() && config.moe) problem = moe_problem(*config.moe);
  return problem;
}

}  // namespace tally
