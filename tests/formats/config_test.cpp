// The reader of config.json: every model type, and what it says of hostile files.
#include "formats/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/parameter_formula.h"

namespace tally {
namespace {

using Kind = FormatIssue::Kind;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string llama_8b = R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"],
  "vocab_size": 128256, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
  "num_key_value_heads": 8, "intermediate_size": 14336, "hidden_act": "silu", "head_dim": 128,
  "tie_word_embeddings": false, "attention_bias": false, "mlp_bias": false,
  "rope_theta": 500000.0, "rms_norm_eps": 1e-05, "torch_dtype": "bfloat16"})";

/// `text` with the member `name` set to `value` in JSON; taken away for an empty value.
std::string with(const std::string& text, const std::string& name, const std::string& value) {
  JsonValue result = JsonValue::Object();
  const JsonValue json = *JsonValue::parse(text);
  for (const auto& [key, member] : *json.object())
    if (key != name) result.add(key, member);
  if (!value.empty()) result.add(name, *JsonValue::parse(value));
  return result.dump();
}

FormatIssue only_issue(const std::string& text) {
  const ConfigReading reading = read_config(text);
  EXPECT_FALSE(reading.config) << text;
  EXPECT_EQ(reading.issues.size(), 1u) << text.substr(0, 200);
  return reading.issues.empty() ? FormatIssue{} : reading.issues.front();
}

std::int64_t parameters_of(const std::string& text) {
  const ConfigReading reading = read_config(text);
  EXPECT_TRUE(reading.config) << text;
  for (const FormatIssue& issue : reading.issues)
    ADD_FAILURE() << issue.field << " " << issue.got << " " << issue.takes;
  return reading.config ? parameter_formula(*reading.config) : 0;
}

TEST(Config, ALlamaIsReadWithoutAnAssumption) {
  const ConfigReading reading = read_config(llama_8b);
  ASSERT_TRUE(reading.config);
  EXPECT_TRUE(reading.assumed.empty());
  EXPECT_TRUE(reading.unknown.empty());
  EXPECT_EQ(parameter_formula(*reading.config), 8'030'261'248);
  const auto& config = std::get<LlamaConfig>(*reading.config);
  EXPECT_EQ(config.rope_theta, 500000);
  EXPECT_FALSE(config.qkv_bias);
}

TEST(Config, WhatIsLeftOutIsToldAndWhatIsUnknownToo) {
  std::string text = with(with(llama_8b, "head_dim", ""), "num_key_value_heads", "");
  text = with(text, "frobnication", "{\"a\": 1}");
  const ConfigReading reading = read_config(text);
  ASSERT_TRUE(reading.config);
  ASSERT_EQ(reading.assumed.size(), 2u);
  EXPECT_EQ(reading.assumed[0].field, "num_key_value_heads");
  EXPECT_EQ(reading.assumed[0].value, "32");
  EXPECT_EQ(reading.assumed[1].field, "head_dim");
  EXPECT_EQ(reading.assumed[1].value, "128");
  EXPECT_THAT(reading.unknown, ElementsAre("frobnication"));
}

TEST(Config, EveryModelType) {
  EXPECT_EQ(parameters_of(R"({"model_type": "gpt2", "vocab_size": 50257, "n_positions": 1024,
    "n_ctx": 1024, "n_embd": 768, "n_layer": 12, "n_head": 12, "activation_function": "gelu_new",
    "embd_pdrop": 0.1, "attn_pdrop": 0.1, "resid_pdrop": 0.1})"),
            124'439'808);
  EXPECT_EQ(parameters_of(R"({"model_type": "mistral", "vocab_size": 32000, "hidden_size": 4096,
    "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
    "intermediate_size": 14336, "sliding_window": 4096})"),
            7'241'732'096);
  EXPECT_EQ(parameters_of(R"({"model_type": "qwen2", "vocab_size": 151936, "hidden_size": 1536,
    "num_hidden_layers": 28, "num_attention_heads": 12, "num_key_value_heads": 2,
    "intermediate_size": 8960, "tie_word_embeddings": true, "use_sliding_window": false,
    "sliding_window": 131072, "max_window_layers": 28})"),
            1'543'714'304);
  EXPECT_EQ(parameters_of(R"({"model_type": "qwen3", "vocab_size": 151936, "hidden_size": 2560,
    "num_hidden_layers": 36, "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
    "intermediate_size": 9728, "tie_word_embeddings": true, "attention_bias": false})"),
            4'022'468'096);
  EXPECT_EQ(parameters_of(R"({"model_type": "phi3", "vocab_size": 200064, "hidden_size": 3072,
    "num_hidden_layers": 32, "num_attention_heads": 24, "num_key_value_heads": 8,
    "intermediate_size": 8192, "tie_word_embeddings": true, "partial_rotary_factor": 0.75,
    "embd_pdrop": 0.0, "resid_pdrop": 0.0, "sliding_window": null})"),
            3'836'021'760);
  EXPECT_EQ(parameters_of(R"({"model_type": "gemma", "vocab_size": 256000, "hidden_size": 2048,
    "num_hidden_layers": 18, "num_attention_heads": 8, "num_key_value_heads": 1, "head_dim": 256,
    "intermediate_size": 16384, "hidden_act": "gelu", "hidden_activation": null})"),
            2'506'172'416);
  EXPECT_EQ(parameters_of(R"({"model_type": "gemma2", "vocab_size": 256000, "hidden_size": 4608,
    "num_hidden_layers": 46, "num_attention_heads": 32, "num_key_value_heads": 16, "head_dim": 128,
    "intermediate_size": 36864, "query_pre_attn_scalar": 144})"),
            27'227'128'320);
  EXPECT_EQ(parameters_of(R"({"model_type": "gemma3_text", "vocab_size": 262144,
    "hidden_size": 1152, "num_hidden_layers": 26, "num_attention_heads": 4,
    "num_key_value_heads": 1, "head_dim": 256, "intermediate_size": 6912,
    "sliding_window": 512})"),
            999'885'952);
  EXPECT_EQ(parameters_of(R"({"model_type": "mixtral", "vocab_size": 32000, "hidden_size": 4096,
    "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
    "intermediate_size": 14336, "num_local_experts": 8, "num_experts_per_tok": 2})"),
            46'702'792'704);
  EXPECT_EQ(parameters_of(R"({"model_type": "qwen3_moe", "vocab_size": 151936,
    "hidden_size": 2048, "num_hidden_layers": 48, "num_attention_heads": 32,
    "num_key_value_heads": 4, "head_dim": 128, "intermediate_size": 6144, "num_experts": 128,
    "num_experts_per_tok": 8, "moe_intermediate_size": 768, "mlp_only_layers": [],
    "norm_topk_prob": true})"),
            30'532'122'624);
}

TEST(Config, AListOfLayersIsNoLongerThanTheModel) {
  std::string list = "0";
  for (int i = 0; i < 4; ++i) list += ", 0";
  const FormatIssue issue = only_issue(R"({"model_type": "qwen3_moe", "vocab_size": 32,
    "hidden_size": 8, "num_hidden_layers": 4, "num_attention_heads": 2, "num_key_value_heads": 2,
    "head_dim": 4, "intermediate_size": 16, "num_experts": 4, "num_experts_per_tok": 2,
    "moe_intermediate_size": 8, "norm_topk_prob": true, "mlp_only_layers": [)" +
                                       list + "]}");
  EXPECT_EQ(issue.kind, Kind::out_of_range);
  EXPECT_EQ(issue.field, "len(mlp_only_layers)");
  EXPECT_EQ(issue.got, "5");
}

TEST(Config, EachSizeThatIsMissingIsNamed) {
  for (const char* name : {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads",
                           "intermediate_size", "model_type"}) {
    const FormatIssue issue = only_issue(with(llama_8b, name, ""));
    EXPECT_EQ(issue.kind, Kind::missing);
    EXPECT_EQ(issue.field, name);
  }
  const ConfigReading nothing = read_config(R"({"model_type": "mistral"})");
  EXPECT_GE(nothing.issues.size(), 6u);  // all at once
}

TEST(Config, SizesThatCannotBe) {
  for (const char* value : {"-1", "0", "9223372036854775808", "9223372036854775807", "1e30"})
    for (const char* name : {"vocab_size", "hidden_size", "num_hidden_layers",
                             "num_attention_heads", "num_key_value_heads", "intermediate_size"}) {
      const ConfigReading reading = read_config(with(llama_8b, name, value));
      ASSERT_FALSE(reading.config);
      EXPECT_EQ(reading.issues.front().kind, Kind::out_of_range) << name << value;
      EXPECT_EQ(reading.issues.front().field, name);
    }
  for (const char* value : {"\"4096\"", "4096.0", "true", "[4096]", "{\"a\": 4096}"}) {
    const FormatIssue issue = only_issue(with(llama_8b, "intermediate_size", value));
    EXPECT_EQ(issue.kind, Kind::wrong_type) << value;
    EXPECT_EQ(issue.takes, "1..4194304");
  }
  EXPECT_EQ(only_issue(with(llama_8b, "attention_bias", "0")).kind, Kind::wrong_type);
  EXPECT_EQ(only_issue(with(llama_8b, "rope_theta", "\"1\"")).kind, Kind::wrong_type);
  EXPECT_EQ(only_issue(with(llama_8b, "rms_norm_eps", "-1")).kind, Kind::out_of_range);
  EXPECT_EQ(only_issue(with(llama_8b, "model_type", "7")).kind, Kind::wrong_type);
}

TEST(Config, ContradictionsSayWhatContradictsWhat) {
  const FormatIssue heads = only_issue(with(llama_8b, "num_key_value_heads", "5"));
  EXPECT_EQ(heads.kind, Kind::contradiction);
  EXPECT_EQ(
      text_of(heads.problem),
      "not_a_multiple: name num_attention_heads, value 32, divisor num_key_value_heads, of 5");
  const FormatIssue width = only_issue(with(with(llama_8b, "head_dim", ""), "hidden_size", "4097"));
  EXPECT_EQ(width.kind, Kind::contradiction);
  EXPECT_EQ(text_of(width.problem), "no_head_dim: width 4097, heads 32");
}

TEST(Config, WhatIsNotModelledIsRefusedAndNotGuessed) {
  const FormatIssue type = only_issue(with(llama_8b, "model_type", "\"deepseek_v3\""));
  EXPECT_EQ(type.kind, Kind::unknown_value);
  EXPECT_THAT(type.takes, AllOf(HasSubstr("gpt2"), HasSubstr("qwen3_moe")));
  EXPECT_EQ(only_issue(with(llama_8b, "hidden_act", "\"xielu\"")).kind, Kind::unknown_value);
  EXPECT_EQ(only_issue(with(llama_8b, "quantization_config", "{\"bits\": 4}")).kind,
            Kind::not_modelled);
  const std::string qwen =
      with(with(llama_8b, "model_type", "\"qwen2\""), "use_sliding_window", "true");
  const FormatIssue window = only_issue(qwen);
  EXPECT_EQ(window.kind, Kind::not_modelled);
  EXPECT_EQ(window.field, "use_sliding_window");
  EXPECT_EQ(only_issue(with(llama_8b, "layer_types", "[\"full_attention\"]")).kind,
            Kind::contradiction);
}

// Each of these is read, and one of its values changes what a step keeps.
TEST(Config, MembersThatChangeBytesHaveTheOneValueThatIsModelled) {
  struct Row {
    std::string text;
    const char *name, *modelled, *other;
  };
  const std::string gpt2 = R"({"model_type": "gpt2", "vocab_size": 32, "n_positions": 8,
    "n_embd": 8, "n_layer": 1, "n_head": 2})";
  const std::string mixtral =
      with(with(with(llama_8b, "model_type", "\"mixtral\""), "num_local_experts", "4"),
           "num_experts_per_tok", "2");
  std::string qwen = with(with(llama_8b, "model_type", "\"qwen3_moe\""), "num_experts", "4");
  qwen = with(with(qwen, "num_experts_per_tok", "2"), "moe_intermediate_size", "8");
  for (const Row& row : {Row{gpt2, "scale_attn_weights", "true", "false"},
                         Row{gpt2, "scale_attn_by_inverse_layer_idx", "false", "true"},
                         Row{gpt2, "reorder_and_upcast_attn", "false", "true"},
                         Row{gpt2, "output_attentions", "false", "true"},
                         Row{llama_8b, "output_hidden_states", "false", "true"},
                         Row{mixtral, "router_jitter_noise", "0.0", "0.1"},
                         Row{mixtral, "output_router_logits", "false", "true"},
                         Row{qwen, "output_router_logits", "false", "true"}}) {
    SCOPED_TRACE(row.name);
    const ConfigReading reading = read_config(with(row.text, row.name, row.modelled));
    EXPECT_TRUE(reading.config);
    EXPECT_THAT(reading.unknown, testing::Not(Contains(row.name)));
    const FormatIssue issue = only_issue(with(row.text, row.name, row.other));
    EXPECT_EQ(issue.kind, Kind::not_modelled);
    EXPECT_EQ(issue.field, row.name);
    EXPECT_EQ(issue.got, row.other);
  }
  // The weight of a loss that is not there says nothing.
  for (const std::string& text : {mixtral, qwen})
    EXPECT_TRUE(read_config(with(text, "router_aux_loss_coef", "0.02")).config);
}

TEST(ConfigHostile, TextsThatAreNoConfig) {
  EXPECT_EQ(only_issue("").kind, Kind::not_json);
  EXPECT_EQ(only_issue("not JSON").kind, Kind::not_json);
  EXPECT_EQ(only_issue("[]").kind, Kind::wrong_type);
  EXPECT_EQ(only_issue("7").kind, Kind::wrong_type);
  EXPECT_EQ(only_issue("null").kind, Kind::wrong_type);
  EXPECT_EQ(only_issue(R"({"hidden_size": NaN})").kind, Kind::not_json);
  EXPECT_EQ(only_issue(R"({"hidden_size": 1e999})").kind, Kind::number_too_big);
  EXPECT_EQ(only_issue("\xff\xfe{}").kind, Kind::not_utf8);
  EXPECT_EQ(only_issue("{\"a\": \"\\udc00\"}").kind, Kind::not_utf8);
  std::string deep(100'000, '[');
  EXPECT_EQ(only_issue(deep).kind, Kind::too_deep);
  deep.clear();
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
  EXPECT_EQ(only_issue(deep).kind, Kind::too_deep);
  const FormatIssue twice = only_issue(R"({"hidden_size": 1, "hidden_size": 2})");
  EXPECT_EQ(twice.kind, Kind::duplicate);
  EXPECT_EQ(twice.field, "hidden_size");
}

TEST(ConfigHostile, ATruncatedFileIsNoJsonWhereverItEnds) {
  for (std::size_t i = 0; i < llama_8b.size(); ++i)
    EXPECT_EQ(only_issue(llama_8b.substr(0, i)).kind, Kind::not_json) << i;
}

TEST(ConfigHostile, AModelBeyondAnyCountIsRefused) {
  std::string text = with(llama_8b, "hidden_size", "4194304");
  text = with(text, "intermediate_size", "4194304");
  EXPECT_EQ(only_issue(with(text, "num_hidden_layers", "2000")).kind, Kind::out_of_range);
}

}  // namespace
}  // namespace tally
