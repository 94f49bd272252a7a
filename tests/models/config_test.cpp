// Configurations say what is wrong with them, and which layer is what.
#include <gtest/gtest.h>

#include "models/gpt2_config.h"
#include "models/llama_config.h"

namespace tally {
namespace {

TEST(Gpt2Config, SaysWhatIsWrong) {
  EXPECT_EQ(text_of(problem_of(Gpt2Config{})), "");
  EXPECT_EQ(text_of(problem_of(Gpt2Config{.n_embd = 10, .n_head = 3})),
            "not_a_multiple: name n_embd, value 10, divisor n_head, of 3");
  EXPECT_EQ(text_of(problem_of(Gpt2Config{.n_layer = 0})),
            "not_between: name n_layer, value 0, least 1, most 2147483648");
  EXPECT_EQ(text_of(problem_of(Gpt2Config{.resid_pdrop = 1})),
            "not_a_probability: name resid_pdrop, value 1");
  EXPECT_EQ(Gpt2Config{}.inner(), 3072);
  EXPECT_EQ(Gpt2Config{.n_inner = 5}.inner(), 5);
}

TEST(LlamaConfig, SaysWhatIsWrong) {
  EXPECT_EQ(text_of(problem_of(LlamaConfig{})), "");
  EXPECT_EQ(
      text_of(problem_of(LlamaConfig{.num_key_value_heads = 5})),
      "not_a_multiple: name num_attention_heads, value 32, divisor num_key_value_heads, of 5");
  EXPECT_EQ(text_of(problem_of(LlamaConfig{.head_dim = -1})),
            "not_between: name head_dim, value -1, least 1, most 2147483648");
  EXPECT_EQ(text_of(problem_of(LlamaConfig{.head_dim = 9})), "odd_rotation: value 9, size 9");
  EXPECT_EQ(text_of(problem_of(LlamaConfig{.partial_rotary_factor = 1.5})),
            "not_a_fraction: name partial_rotary_factor, value 1.5");
  EXPECT_EQ(text_of(problem_of(LlamaConfig{.moe = MoeConfig{.num_experts = 4,
                                                            .num_experts_per_tok = 5,
                                                            .moe_intermediate_size = 8}})),
            "more_experts: value 5, experts 4");
  EXPECT_EQ(text_of(problem_of(LlamaConfig{.moe = MoeConfig{}})),
            "not_between: name moe_intermediate_size, value 0, least 1, most 2147483648");
}

TEST(LlamaConfig, KnowsItsLayers) {
  const LlamaConfig gemma2{.sliding_window = 8, .full_attention_every = 2};
  EXPECT_TRUE(gemma2.has_window(0));
  EXPECT_FALSE(gemma2.has_window(1));
  const LlamaConfig mistral{.sliding_window = 8};
  EXPECT_TRUE(mistral.has_window(0) && mistral.has_window(5));
  EXPECT_FALSE(LlamaConfig{}.has_window(0));
  const LlamaConfig moe{.moe = MoeConfig{.decoder_sparse_step = 2, .mlp_only_layers = {3}}};
  EXPECT_FALSE(moe.has_experts(0));
  EXPECT_TRUE(moe.has_experts(1));
  EXPECT_FALSE(moe.has_experts(3));
  EXPECT_FALSE(LlamaConfig{}.has_experts(1));
  EXPECT_EQ((LlamaConfig{.head_dim = 128, .partial_rotary_factor = 0.75}.rotary_dim()), 96);
  EXPECT_DOUBLE_EQ((LlamaConfig{.head_dim = 64}.attention_scale()), 0.125);
  EXPECT_DOUBLE_EQ((LlamaConfig{.query_pre_attn_scalar = 256}.attention_scale()), 0.0625);
}

}  // namespace
}  // namespace tally
