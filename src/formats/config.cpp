#include "formats/config.h"

#include <algorithm>
#include <array>

#include "core/decimal.h"
#include "core/format_text.h"
#include "models/parameter_formula.h"

namespace tally {
namespace {

using Kind = FormatIssue::Kind;

// Far above any model, and small enough that no product below overflows.
constexpr std::int64_t most_layers = 2000, most_experts = 2048, widest = std::int64_t{1} << 22,
                       most_words = std::int64_t{1} << 25, most_heads = 4096;
constexpr double most_parameters = 1e15;

/// What a model type takes where its file says nothing: the defaults of its class in transformers.
struct Family {
  std::string_view type;
  std::string_view config_class;
  bool kv_heads_default_to_heads = false;  // otherwise they must be given
  std::int64_t head_dim = 0;               // 0: hidden_size / num_attention_heads
  bool tied = false;
  bool attention_bias = false;  // has the member attention_bias (q, k, v and o)
  std::string_view activation = "silu";
};

constexpr std::array families{
    Family{"llama", "LlamaConfig", true, 0, false, true},
    Family{"mistral", "MistralConfig"},
    Family{"qwen2", "Qwen2Config"},
    Family{"qwen3", "Qwen3Config", false, 128, false, true},
    Family{"phi3", "Phi3Config", true},
    Family{"gemma", "GemmaConfig", false, 256, true, true, "gelu_pytorch_tanh"},
    Family{"gemma2", "Gemma2Config", false, 256, true, true, "gelu_pytorch_tanh"},
    Family{"gemma3_text", "Gemma3TextConfig", false, 256, true, true, "gelu_pytorch_tanh"},
    Family{"mixtral", "MixtralConfig"},
    Family{"qwen3_moe", "Qwen3MoeConfig", false, 0, false, true},
};

/// Members of every config.json that change no byte of training, or that transformers itself only
/// hands on.
constexpr std::array harmless{
    "_name_or_path",
    "architectures",
    "attn_implementation",
    "_attn_implementation",
    "auto_map",
    "bos_token_id",
    "cache_implementation",
    "eos_token_id",
    "initializer_range",
    "max_position_embeddings",
    "max_window_layers",
    "model_type",
    "pad_token_id",
    "pretraining_tp",
    "torch_dtype",
    "dtype",
    "transformers_version",
    "use_cache",
    "original_max_position_embeddings",
    "rope_scaling",
    "use_return_dict",
    "unsloth_fixed",
};
constexpr std::array harmless_gpt2{
    "n_ctx",        "summary_activation", "summary_first_dropout", "summary_proj_to_labels",
    "summary_type", "summary_use_proj",   "task_specific_params",
};

std::optional<Activation> activation_of(std::string_view name) {
  if (name == "silu" || name == "swish") return Activation::silu;
  if (name == "gelu_new" || name == "gelu_pytorch_tanh") return Activation::gelu_tanh;
  if (name == "gelu") return Activation::gelu;
  if (name == "relu") return Activation::relu;
  return {};
}

/// A FieldReader that keeps account of which members were asked for and which were assumed.
class Reader {
 public:
  Reader(const JsonValue& json, ConfigReading& reading)
      : json_(json), reading_(reading), fields_(json, reading.issues) {}

  std::int64_t needed(const char* name, std::int64_t greatest) {
    return fields_.needed(known(name), 1, greatest);
  }
  std::int64_t integer(const char* name, std::int64_t otherwise, std::int64_t greatest) {
    return fields_.integer(known(name), otherwise, 0, greatest);
  }
  double real(const char* name, double otherwise, double least = 0, double greatest = 1e300) {
    return fields_.real(known(name), otherwise, least, greatest);
  }
  bool boolean(const char* name, bool otherwise) { return fields_.boolean(known(name), otherwise); }
  std::string text(const char* name, std::string_view otherwise) {
    return fields_.text(known(name), otherwise);
  }
  bool has(const char* name) { return fields_.find(known(name)) != nullptr; }
  const JsonValue* find(const char* name) { return fields_.find(known(name)); }

  /// Like the plain ones, but what is left out is told.
  std::int64_t assumed_integer(const char* name, std::int64_t otherwise, std::int64_t greatest,
                               std::string why) {
    if (!has(name)) assume(name, std::to_string(otherwise), std::move(why));
    return fields_.integer(name, otherwise, 1, greatest);
  }
  bool assumed_boolean(const char* name, bool otherwise, std::string why) {
    if (!has(name)) assume(name, otherwise ? "true" : "false", std::move(why));
    return boolean(name, otherwise);
  }
  double assumed_real(const char* name, double otherwise, std::string why) {
    if (!has(name)) assume(name, format_text("{}", otherwise), std::move(why));
    return real(name, otherwise);
  }
  Activation activation(const char* name, std::string_view otherwise, const std::string& why) {
    if (!has(name)) assume(name, std::string(otherwise), why);
    const std::string given = text(name, otherwise);
    const std::optional<Activation> found = activation_of(given);
    if (!found)
      fields_.add(Kind::unknown_value, name, shown(JsonValue(given)),
                  "silu, swish, gelu, gelu_new, gelu_pytorch_tanh, relu");
    return found.value_or(Activation::silu);
  }
  /// An issue where a member has another value than the one that is modelled.
  void only(const char* name, bool modelled) {
    if (boolean(name, modelled) != modelled)
      fields_.add(Kind::not_modelled, name, modelled ? "false" : "true");
  }
  void only_zero(const char* name) {
    if (const double value = real(name, 0, 0, 1); value != 0)
      fields_.add(Kind::not_modelled, name, format_text("{}", value));
  }
  /// null is an answer of its own: none.
  double softcap(const char* name, double otherwise, std::string why) {
    return stands(name) ? real(name, 0) : assumed_real(name, otherwise, std::move(why));
  }
  /// Whether the member is there, be it null.
  bool stands(const char* name) { return json_.find(known(name)) != nullptr; }
  void assume(std::string field, std::string value, std::string why) {
    reading_.assumed.push_back({std::move(field), std::move(value), std::move(why)});
  }
  void add(Kind kind, const char* name, std::string got = {}, std::string takes = {}) {
    fields_.add(kind, name, std::move(got), std::move(takes));
  }
  void contradiction(const char* name, ConfigProblem problem) {
    fields_.contradiction(name, std::move(problem));
  }
  bool sound() const { return reading_.issues.empty(); }

  void list_unknown(auto&&... lists) {
    for (const auto& [name, value] : *json_.object()) {
      const auto is = [&](std::string_view other) { return other == name; };
      if (std::any_of(asked_.begin(), asked_.end(), is)) continue;
      if ((std::any_of(lists.begin(), lists.end(), is) || ...)) continue;
      reading_.unknown.push_back(name);
    }
  }

 private:
  const char* known(const char* name) {
    asked_.emplace_back(name);
    return name;
  }
  const JsonValue& json_;
  ConfigReading& reading_;
  FieldReader fields_;
  std::vector<std::string_view> asked_;
};

Gpt2Config read_gpt2(Reader& r) {
  const std::string why = "GPT2Config";
  Gpt2Config c;
  c.vocab_size = r.needed("vocab_size", most_words);
  c.n_positions = r.needed("n_positions", most_words);
  c.n_embd = r.needed("n_embd", widest);
  c.n_layer = r.needed("n_layer", most_layers);
  c.n_head = r.needed("n_head", most_heads);
  c.n_inner = r.integer("n_inner", 0, widest);
  c.activation_function = r.activation("activation_function", "gelu_new", why);
  c.tie_word_embeddings = r.assumed_boolean("tie_word_embeddings", true, "PretrainedConfig");
  c.layer_norm_epsilon = r.real("layer_norm_epsilon", 1e-5);
  c.embd_pdrop = r.assumed_real("embd_pdrop", 0.1, why);
  c.attn_pdrop = r.assumed_real("attn_pdrop", 0.1, why);
  c.resid_pdrop = r.assumed_real("resid_pdrop", 0.1, why);
  r.only("add_cross_attention", false);
  r.only("scale_attn_weights", true);
  r.only("scale_attn_by_inverse_layer_idx", false);
  r.only("reorder_and_upcast_attn", false);
  return c;
}

void read_moe(Reader& r, std::string_view type, LlamaConfig& c) {
  MoeConfig moe;
  if (type == "mixtral") {
    moe.num_experts = r.needed("num_local_experts", most_experts);
    moe.num_experts_per_tok = r.needed("num_experts_per_tok", most_experts);
    moe.moe_intermediate_size = c.intermediate_size;
    r.only_zero("router_jitter_noise");
  } else {
    moe.num_experts = r.needed("num_experts", most_experts);
    moe.num_experts_per_tok = r.needed("num_experts_per_tok", most_experts);
    moe.moe_intermediate_size = r.needed("moe_intermediate_size", widest);
    moe.norm_topk_prob = r.boolean("norm_topk_prob", false);
    moe.decoder_sparse_step =
        r.assumed_integer("decoder_sparse_step", 1, most_layers, "Qwen3MoeConfig");
    if (const JsonValue* list = r.find("mlp_only_layers")) {
      if (!list->array()) {
        r.add(Kind::wrong_type, "mlp_only_layers", shown(*list), "[0, 1, …]");
      } else if (list->array()->size() > static_cast<std::size_t>(c.num_hidden_layers)) {
        r.add(Kind::out_of_range, "len(mlp_only_layers)", std::to_string(list->array()->size()),
              format_text("0..{}", c.num_hidden_layers));
      } else {
        for (const JsonValue& item : *list->array())
          if (item.integer() && *item.integer() >= 0 && *item.integer() < c.num_hidden_layers)
            moe.mlp_only_layers.push_back(*item.integer());
          else
            r.add(Kind::out_of_range, "mlp_only_layers", shown(item),
                  format_text("0..{}", c.num_hidden_layers - 1));
      }
    }
  }
  // The balancing loss is computed with the logits, whatever its weight.
  r.only("output_router_logits", false);
  r.real("router_aux_loss_coef", 0);
  c.moe = moe;
}

void read_window(Reader& r, std::string_view type, LlamaConfig& c) {
  if (type == "qwen2" || type == "qwen3" || type == "qwen3_moe") {
    // A window on the upper layers only is not modelled; without it the size says nothing.
    r.only("use_sliding_window", false);
    r.find("sliding_window");
    return;
  }
  if (type == "llama" || type == "gemma") return;
  const bool by_default = type == "mistral" || type == "gemma2" || type == "gemma3_text";
  // null is an answer: no window.
  const JsonValue* given = r.find("sliding_window");
  if (given)
    c.sliding_window = r.integer("sliding_window", 0, most_words);
  else if (by_default && !r.stands("sliding_window"))
    c.sliding_window = r.assumed_integer("sliding_window", 4096, most_words, "transformers");
  if (type == "gemma2") c.full_attention_every = 2;
  if (type == "gemma3_text")
    c.full_attention_every =
        r.assumed_integer("sliding_window_pattern", 6, most_layers, "Gemma3TextConfig");
}

LlamaConfig read_llama(Reader& r, const Family& family) {
  const std::string why = std::string(family.config_class);
  const std::string_view type = family.type;
  const bool gemma = type.starts_with("gemma");
  LlamaConfig c;
  c.vocab_size = r.needed("vocab_size", most_words);
  c.hidden_size = r.needed("hidden_size", widest);
  c.num_hidden_layers = r.needed("num_hidden_layers", most_layers);
  c.num_attention_heads = r.needed("num_attention_heads", most_heads);
  c.intermediate_size = r.needed("intermediate_size", widest);
  c.num_key_value_heads = family.kv_heads_default_to_heads
                              ? r.assumed_integer("num_key_value_heads", c.num_attention_heads,
                                                  most_heads, "num_attention_heads")
                              : r.needed("num_key_value_heads", most_heads);
  if (family.head_dim != 0) {
    c.head_dim = r.assumed_integer("head_dim", family.head_dim, widest, why);
  } else {
    if (!r.has("head_dim") && r.sound() && c.hidden_size % c.num_attention_heads != 0)
      r.contradiction("hidden_size", {ConfigProblem::Kind::no_head_dim,
                                      {{"width", std::to_string(c.hidden_size)},
                                       {"heads", std::to_string(c.num_attention_heads)}}});
    c.head_dim = r.assumed_integer("head_dim", c.hidden_size / c.num_attention_heads, widest,
                                   "hidden_size / num_attention_heads");
  }
  c.tie_word_embeddings = r.assumed_boolean("tie_word_embeddings", family.tied, why);
  // Gemma's files name the activation twice, and transformers reads the newer name.
  if (gemma) r.text("hidden_act", family.activation);
  c.hidden_act = r.activation(gemma ? "hidden_activation" : "hidden_act", family.activation, why);
  if (family.attention_bias) c.qkv_bias = c.o_bias = r.boolean("attention_bias", false);
  if (type == "llama") c.mlp_bias = r.boolean("mlp_bias", false);
  if (type == "qwen2") c.qkv_bias = true;
  c.qk_norm = type == "qwen3" || type == "qwen3_moe" || type == "gemma3_text";
  if (type == "phi3") {
    c.fused_projections = true;
    r.only_zero("resid_pdrop");
    r.only_zero("embd_pdrop");
    c.partial_rotary_factor = r.real("partial_rotary_factor", 1, 0, 1);
  }
  if (gemma) c.norm = RmsNormForm::gemma, c.scale_embedding = true;
  if (type == "gemma2" || type == "gemma3_text") {
    c.post_norms = true;
    c.query_pre_attn_scalar = r.assumed_real("query_pre_attn_scalar", 256, why);
  }
  if (type == "gemma2") {
    c.attn_logit_softcapping = r.softcap("attn_logit_softcapping", 50, why);
    c.final_logit_softcapping = r.softcap("final_logit_softcapping", 30, why);
  }
  if (type == "gemma3_text") c.rope_local_base_freq = r.real("rope_local_base_freq", 10000);
  read_window(r, type, c);
  c.rms_norm_eps = r.real("rms_norm_eps", 1e-6);
  c.rope_theta = r.real("rope_theta", 10000);
  c.attention_dropout = r.real("attention_dropout", 0, 0, 1);
  if (type == "mixtral" || type == "qwen3_moe") read_moe(r, type, c);
  return c;
}

/// Newer files say layer by layer what the older members say in one number.
void check_layer_types(Reader& r, const LlamaConfig& c) {
  const JsonValue* list = r.find("layer_types");
  if (!list || !r.sound()) return;
  if (!list->array()) return r.add(Kind::wrong_type, "layer_types", shown(*list), "[\"…\", …]");
  if (static_cast<std::int64_t>(list->array()->size()) != c.num_hidden_layers)
    return r.contradiction("layer_types", {ConfigProblem::Kind::layer_types,
                                           {{"entries", std::to_string(list->array()->size())},
                                            {"layers", std::to_string(c.num_hidden_layers)}}});
  std::int64_t layer = 0;
  for (const JsonValue& item : *list->array())
    if (const auto* text = item.text();
        !text || *text != (c.has_window(layer++) ? "sliding_attention" : "full_attention"))
      return r.add(Kind::not_modelled, "layer_types", shown(item));
}

const Family* find_family(std::string_view type) {
  for (const Family& family : families)
    if (family.type == type) return &family;
  return nullptr;
}

void read_model(const JsonValue& json, ConfigReading& reading) {
  Reader r(json, reading);
  ModelConfig config;
  if (const Family* family = find_family(reading.model_type)) {
    const LlamaConfig c = read_llama(r, *family);
    check_layer_types(r, c);
    config = c;
  } else {
    config = read_gpt2(r);
  }
  // What they ask for stays alive until the step is over.
  r.only("output_attentions", false);
  r.only("output_hidden_states", false);
  if (r.has("quantization_config"))
    r.add(Kind::not_modelled, "quantization_config", shown(*r.find("quantization_config")));
  if (reading.issues.empty()) {
    ConfigProblem problem = std::visit([](const auto& c) { return problem_of(c); }, config);
    if (!problem.empty())
      r.contradiction("", std::move(problem));
    else if (const double parameters = estimated_parameters(config); parameters > most_parameters)
      r.add(Kind::out_of_range, "", exponent_digits(parameters, 2),
            exponent_digits(most_parameters, 0));
  }
  if (find_family(reading.model_type))
    r.list_unknown(harmless);
  else
    r.list_unknown(harmless, harmless_gpt2);
  if (reading.issues.empty()) reading.config = std::move(config);
}

}  // namespace

std::vector<std::string_view> known_model_types() {
  std::vector<std::string_view> types{"gpt2"};
  for (const Family& family : families) types.push_back(family.type);
  return types;
}

ConfigReading read_config(std::string_view text) {
  ConfigReading reading;
  const std::optional<JsonValue> json = parse_object(text, "config.json", reading.issues);
  if (!json) return reading;
  const std::vector<std::string_view> types = known_model_types();
  std::string list;
  for (const std::string_view type : types) list += (list.empty() ? "" : ", ") + std::string(type);
  FieldReader fields(*json, reading.issues);
  reading.model_type = fields.text("model_type", "");
  if (!reading.issues.empty()) return reading;
  if (reading.model_type.empty())
    fields.add(Kind::missing, "model_type", {}, list);
  else if (std::find(types.begin(), types.end(), reading.model_type) == types.end())
    fields.add(Kind::unknown_value, "model_type", shown(JsonValue(reading.model_type)), list);
  else
    read_model(*json, reading);
  return reading;
}

}  // namespace tally
