// Configurations say what is wrong with them, and which layer is what.
#include <gtest/gtest.h>

#include "models/gpt2_config.h"
#include "models/llama_config.h"

namespace tally {
namespace {

TEST(Gpt2Config, SaysWhatIsWrong) {
  EXPECT_EQ(problem_of(Gpt2Config{}), "");
  EXPECT_EQ(problem_of(Gpt2Config{.n_embd = 10, .n_head = 3}),
            "n_embd 10 is not a multiple of n_head 3");
  EXPECT_EQ(problem_of(Gpt2Config{.n_layer = 0}), "n_layer 0 is not between 1 and 2147483648");
  EXPECT_EQ(problem_of(Gpt2Config{.resid_pdrop = 1}), "resid_pdrop 1 is not a probability below 1");
  EXPECT_EQ(Gpt2Config{}.inner(), 3072);
  EXPECT_EQ(Gpt2Config{.n_inner = 5}.inner(), 5);
}

TEST(LlamaConfig, SaysWhatIsWrong) {
  EXPECT_EQ(problem_of(LlamaConfig{}), "");
  EXPECT_EQ(problem_of(LlamaConfig{.num_key_value_heads = 5}),
            "num_attention_heads 32 is not a multiple of num_key_value_heads 5");
  EXPECT_EQ(problem_of(LlamaConfig{.head_dim = -1}), "head_dim -1 is not between 1 and 2147483648");
  EXPECT_EQ(problem_of(LlamaConfig{.head_dim = 9}),
            "9 of each head's 9 elements are rotated: that takes an even number");
  EXPECT_EQ(problem_of(LlamaConfig{.partial_rotary_factor = 1.5}),
            "partial_rotary_factor 1.5 is not above 0 and at most 1");
  EXPECT_EQ(problem_of(LlamaConfig{.moe = MoeConfig{.num_experts = 4,
                                                    .num_experts_per_tok = 5,
                                                    .moe_intermediate_size = 8}}),
            "num_experts_per_tok 5 is more than num_experts 4");
  EXPECT_EQ(problem_of(LlamaConfig{.moe = MoeConfig{}}),
            "moe_intermediate_size 0 is not between 1 and 2147483648");
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
