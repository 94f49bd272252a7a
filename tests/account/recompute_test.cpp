// Recomputation: which blocks or which part of them keep nothing, and what that costs.
#include <gtest/gtest.h>

#include <algorithm>

#include "account/account.h"
#include "models/presets.h"
#include "small_models.h"

namespace tally {
namespace {

TrainingConfig gpt2(std::int64_t layers) {
  const Gpt2Config model{
      .vocab_size = 64, .n_positions = 32, .n_embd = 24, .n_layer = layers, .n_head = 3};
  return tiny_training(model, 2, 32);
}

void expect_same(const MemoryReport& a, const MemoryReport& b) {
  ASSERT_EQ(a.instants.size(), b.instants.size());
  for (std::size_t i = 0; i < a.instants.size(); ++i) {
    EXPECT_EQ(a.instants[i].total, b.instants[i].total) << a.instants[i].id;
    EXPECT_EQ(a.instants[i].by_category, b.instants[i].by_category) << a.instants[i].id;
  }
  EXPECT_EQ(a.backward.count, b.backward.count);
  EXPECT_EQ(a.recomputed.count, b.recomputed.count);
  EXPECT_EQ(a.saved, b.saved);
}

TEST(Recompute, AListOfEqualStepsIsARecomputationOfEveryFewBlocks) {
  TrainingConfig every = gpt2(6), listed = gpt2(6);
  every.recompute_every = 1;
  listed.recompute_boundaries = {0, 1, 2, 3, 4, 5, 6};
  expect_same(account(every), account(listed));
  every.recompute_every = 4;
  listed.recompute_boundaries = {0, 4, 6};
  expect_same(account(every), account(listed));
}

TEST(Recompute, NoCheckpointIsLongerThanTheModel) {
  TrainingConfig config = gpt2(6);
  config.recompute_every = 6;
  EXPECT_TRUE(problem_of(config).empty());
  config.recompute_every = 7;
  EXPECT_EQ(text_of(problem_of(config)), "no_block: name --recompute-every, value 7, layers 6");
}

TEST(Recompute, WhatLiesOutsideOfTheListIsKept) {
  TrainingConfig config = gpt2(6);
  const MemoryReport kept = account(config);
  config.recompute_boundaries = {2, 4};
  const MemoryReport some = account(config);
  config.recompute_boundaries = {0, 2, 4, 6};
  const MemoryReport all = account(config);
  EXPECT_LT(all.saved, some.saved);
  EXPECT_LT(some.saved, kept.saved);
  // One of three checkpoints, and a third of what recomputing all computes again.
  EXPECT_EQ(3 * (kept.saved - some.saved).count, (kept.saved - all.saved).count);
  EXPECT_EQ(3 * some.recomputed.count, all.recomputed.count);
  EXPECT_EQ(some.forward.count, kept.forward.count);
}

TEST(Recompute, TheCoreOfAttentionKeepsNothingOfItsSquare) {
  const std::int64_t layers = 3, heads = 3;
  for (const std::int64_t s : {16, 32}) {
    SCOPED_TRACE(s);
    TrainingConfig config = gpt2(layers);
    config.sequence = s;
    const MemoryReport kept = account(config);
    config.recompute_attention = true;
    const MemoryReport recomputed = account(config);
    // Per block: softmax (2 bytes), the mask of dropout (1) and what it gives (2), of a s^2 b
    // elements; copies of q, k and v for the products, of 2 s b h bytes each, of which q, k and v
    // themselves are kept instead, as one storage; and the causal mask's part, of s of its rows.
    const std::int64_t core = 5 * heads * s * s * 2;
    EXPECT_GE((kept.saved - recomputed.saved).count, layers * core);
    EXPECT_EQ(recomputed.forward.count, kept.forward.count);
    // Both products once more, less what early stop leaves out: the second one.
    const std::int64_t product = 2 * 2 * s * s * 24;
    EXPECT_EQ(recomputed.recomputed.count, layers * product);
    EXPECT_EQ(recomputed.backward.count, kept.backward.count + layers * product);
  }
}

TEST(Recompute, WithFlashAttentionThereIsAlmostNothingToGain) {
  // github.com/NVIDIA/Megatron-LM/issues/1225: "almost none".
  TrainingConfig config = gpt2(3);
  config.profile = fused_profile;
  const MemoryReport kept = account(config);
  config.recompute_attention = true;
  const MemoryReport recomputed = account(config);
  // A float32 for each head and token.
  const std::int64_t gained = (kept.saved - recomputed.saved).count;
  EXPECT_LE(std::abs(gained), 3 * (4 * 3 * 2 * 32));
}

// torch/utils/checkpoint.py: the states of all generators, CUDA's too, are tensors of the host.
TEST(Recompute, StatesOfRandomGeneratorsTakeNothingOfTheGpu) {
  const auto rng_state = [](const TrainingConfig& config) {
    std::int64_t most = 0;
    for (const ReportInstant& instant : account(config).instants) {
      const auto at = static_cast<std::size_t>(MemoryCategory::rng_state);
      most = std::max(most, instant.by_category[at].count);
    }
    return most;
  };
  TrainingConfig config = gpt2(6);
  EXPECT_EQ(rng_state(config), 0);
  config.recompute_every = 1;
  EXPECT_EQ(rng_state(config), 0);
  config.keep_all();
  config.recompute_attention = true;
  EXPECT_EQ(rng_state(config), 0);
  config.keep_all();
  config.profile = fused_profile;  // whose kernel keeps the seed of its dropout
  EXPECT_EQ(rng_state(config), 0);
}

TEST(Recompute, RepeatedBlocksGiveWhatTheWholeModelGives) {
  TrainingConfig config = gpt2(24);
  config.recompute_attention = true;
  const MemoryReport repeated = account(config), whole = account(config, Execution::whole);
  EXPECT_LT(repeated.executed_layers, whole.executed_layers);
  expect_same(repeated, whole);
  TrainingConfig llama;
  llama.model = find_preset("llama-3.2-1b")->config;
  llama.profile = eager_profile;
  llama.sequence = 16;
  llama.recompute_attention = true;
  expect_same(account(llama), account(llama, Execution::whole));
}

TEST(Recompute, AProblemIsSaid) {
  TrainingConfig config = gpt2(6);
  config.recompute_boundaries = {3};
  EXPECT_FALSE(problem_of(config).empty());
  config.recompute_boundaries = {0, 7};
  EXPECT_EQ(text_of(problem_of(config)), "no_block: name --recompute, value 7, layers 6");
  config.recompute_boundaries = {4, 4};
  EXPECT_FALSE(problem_of(config).empty());
  config.recompute_boundaries = {-1, 4};
  EXPECT_FALSE(problem_of(config).empty());
  config.recompute_boundaries = {0, 6};
  EXPECT_TRUE(problem_of(config).empty());
  config.recompute_attention = true;
  EXPECT_FALSE(problem_of(config).empty());
}

}  // namespace
}  // namespace tally
