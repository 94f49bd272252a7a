// The mixture of experts in the account: even routing, said and counted, and what it costs beside a
// dense model.
#include <gtest/gtest.h>

#include <random>

#include "account/account.h"
#include "account/routing.h"
#include "account/states.h"
#include "core/check.h"
#include "models/parameter_formula.h"
#include "models/presets.h"

namespace tally {
namespace {

LlamaConfig mixture(std::int64_t experts, std::int64_t per_token, std::int64_t width) {
  LlamaConfig config{.vocab_size = 300,
                     .hidden_size = 64,
                     .num_hidden_layers = 2,
                     .num_attention_heads = 4,
                     .num_key_value_heads = 2,
                     .head_dim = 16,
                     .intermediate_size = 96};
  config.moe = MoeConfig{
      .num_experts = experts, .num_experts_per_tok = per_token, .moe_intermediate_size = width};
  return config;
}

TEST(Routing, SharesOutAllTokensEvenly) {
  for (const std::int64_t tokens : {1, 5, 10, 4096})
    for (const std::int64_t experts : {1, 3, 8, 128})
      for (std::int64_t k = 1; k <= std::min<std::int64_t>(experts, 8); ++k) {
        std::int64_t all = 0, least = tokens, most = 0;
        for (std::int64_t e = 0; e < experts; ++e) {
          const std::int64_t own = balanced_tokens(tokens, k, experts, e);
          all += own;
          least = std::min(least, own);
          most = std::max(most, own);
        }
        EXPECT_EQ(all, tokens * k);
        EXPECT_LE(most - least, 1);
        EXPECT_LE(most, tokens);  // a token takes an expert once
      }
}

TEST(MoeAccount, HasThePublishedParameters) {
  for (const char* id :
       {"mixtral-8x7b", "mixtral-8x22b-v0.3", "qwen3-30b-a3b", "qwen3-235b-a22b"}) {
    const Preset& preset = *find_preset(id);
    TrainingConfig config;
    config.model = preset.config;
    const MemoryReport report = account(config);
    EXPECT_EQ(report.parameters, parameter_formula(preset.config)) << id;
    EXPECT_LT(report.executed_layers, 12) << id;
    EXPECT_GT(report.saved.count, 0) << id;
  }
}

TEST(MoeAccount, RepeatedBlocksAreTheWholeModel) {
  for (const std::int64_t every : {1, 2}) {
    LlamaConfig model = mixture(6, 2, 40);
    model.num_hidden_layers = 13;
    model.moe->decoder_sparse_step = every;
    TrainingConfig config;
    config.model = model;
    config.sequence = 37;
    const MemoryReport repeated = account(config), whole = account(config, Execution::whole);
    EXPECT_LT(repeated.executed_layers, whole.executed_layers);
    EXPECT_EQ(repeated.peak().total, whole.peak().total);
    EXPECT_EQ(repeated.saved, whole.saved);
    EXPECT_EQ(repeated.forward, whole.forward);
    EXPECT_EQ(repeated.backward, whole.backward);
  }
}

// Every token runs through k experts: as wide a dense part keeps less, for it gathers no tokens.
TEST(MoeAccount, KeepsNoLessThanItsDenseTwin) {
  std::mt19937 random(5);
  const auto pick = [&](std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
  };
  for (int i = 0; i < 20; ++i) {
    const std::int64_t experts = pick(1, 12), k = pick(1, experts);
    TrainingConfig config;
    const LlamaConfig sparse = mixture(experts, k, pick(1, 80));
    config.model = sparse;
    config.batch = pick(1, 3);
    config.sequence = pick(1, 70);
    config.regime = *find_regime(pick(0, 1) ? "fp32" : "bf16");
    config.profile = pick(0, 1) ? fused_profile : eager_profile;
    if (!flash_takes(config)) config.kernels.attention = AttentionKernel::math;
    const MemoryReport many = account(config);
    LlamaConfig dense = sparse;
    dense.moe = {};
    dense.intermediate_size = k * sparse.moe->moe_intermediate_size;
    config.model = dense;
    const MemoryReport one = account(config);
    EXPECT_GE(many.saved, one.saved) << experts << " experts, " << k << " each";
    EXPECT_GE(many.parameters, one.parameters);
    EXPECT_GE(many.peak().total, one.peak().total);
    // The router's products beside the same of the experts, however the tokens are shared out.
    const std::int64_t router = 2 * config.batch * config.sequence * sparse.hidden_size * experts *
                                sparse.num_hidden_layers;
    EXPECT_EQ(many.forward.count, one.forward.count + router);
  }
}

/// A model that no computer has room for tensor by tensor.
TEST(MoeAccount, ExecutesNoMoreTensorsThanThereIsRoomFor) {
  using Kind = ConfigProblem::Kind;
  LlamaConfig model = mixture(2048, 2, 4);
  model.num_hidden_layers = 2000;
  TrainingConfig config;
  config.model = model;
  EXPECT_TRUE(problem_of(config).empty());
  EXPECT_EQ(executed_parameters(config.model), parameter_formula(config.model));
  const auto expect_named = [&](const std::string& names) {
    EXPECT_EQ(problem_of(config).kind, Kind::no_repetition) << names;
    EXPECT_TRUE(text_of(problem_of(config)).ends_with("names " + names))
        << text_of(problem_of(config));
  };
  config.frozen_blocks = 1;
  expect_named("--frozen-blocks");
  config.recompute_every = 1;  // which leaves blocks equal
  expect_named("--frozen-blocks");
  config.recompute_every = 1000;
  expect_named("--frozen-blocks, --recompute-every");
  config.frozen_blocks = 0;
  expect_named("--recompute-every");
  config.recompute_every = 0;
  config.recompute_boundaries = {0, 2000};
  expect_named("--recompute");
  config.recompute_boundaries.clear();
  model.moe->decoder_sparse_step = 1000;  // two blocks of experts
  config.model = model;
  EXPECT_TRUE(problem_of(config).empty());
  model.moe->decoder_sparse_step = 1;
  model.moe->mlp_only_layers = {0};
  config.model = model;
  EXPECT_EQ(problem_of(config).kind, Kind::many_tensors);
  config.frozen_blocks = 1;  // without which it would be as many
  EXPECT_EQ(problem_of(config).kind, Kind::many_tensors);
  config.frozen_blocks = 0;
  EXPECT_THROW(account(config), Error);

  // The largest published ones are executed block by block.
  config.model = find_preset("qwen3-235b-a22b")->config;
  config.recompute_boundaries = {0, 94};
  EXPECT_TRUE(problem_of(config).empty());
  config.profile.lora = {.rank = 16, .all_linear = true};
  EXPECT_TRUE(problem_of(config).empty());
}

}  // namespace
}  // namespace tally
