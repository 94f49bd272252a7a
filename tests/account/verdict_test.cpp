// A verdict: what it says is what the step and its changed configurations give.
#include "account/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "small_models.h"

namespace tally {
namespace {

TrainingConfig small() {
  LlamaConfig model = tiny_llama(8);
  model.vocab_size = 512;
  model.hidden_size = 64;
  model.head_dim = 16;
  model.intermediate_size = 160;
  return tiny_training(model, 4, 64);
}

Verdict judged(const TrainingConfig& config, Bytes capacity) {
  return verdict_of(config, account(config), capacity);
}

const StepChange* find(const Verdict& verdict, std::string_view id) {
  for (const StepChange& change : verdict.changes)
    if (change.id == id) return &change;
  return nullptr;
}

/// The peak of the step with these changes, each made here by hand.
Bytes peak_with(TrainingConfig config, const std::vector<std::string_view>& ids) {
  const auto has = [&](std::string_view id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  if (has("optimizer_8bit")) config.optimizer = *find_optimizer_row("adamw_8bit");
  if (has("fused_stepping")) config.stepping = Stepping::fused;
  if (has("flash_attention")) config.profile.attention = AttentionForm::sdpa;
  if (has("fused_norms")) {
    config.profile.norm = NormForm::fused;
    config.profile.activation = ActivationForm::fused;
  }
  if (has("chunked_loss")) config.profile.loss = LossForm::chunked;
  if (has("recompute_blocks")) config.recompute_every = 1;
  if (has("recompute_attention")) config.recompute_attention = true;
  if (has("half_micro_batch")) {
    config.batch /= 2;
    config.micro_batches *= 2;
  }
  if (has("zero_1")) config.zero_stage = 1;
  if (has("zero_2")) config.zero_stage = 2;
  if (has("zero_3")) config.zero_stage = 3;
  if (has("autocast")) config.regime = *find_regime("autocast");
  if (has("bf16_master_weights")) config.regime = *find_regime("bf16_master_weights");
  if (has("bf16_weights")) config.regime = *find_regime("bf16");
  return account(config).peak().total;
}

TEST(Verdict, FitsToTheByte) {
  const TrainingConfig config = small();
  const Bytes peak = account(config).peak().total;
  EXPECT_TRUE(judged(config, peak).fits());
  EXPECT_EQ(judged(config, peak).headroom.count, 0);
  const Verdict missing = judged(config, peak - Bytes{1});
  EXPECT_FALSE(missing.fits());
  EXPECT_EQ(missing.headroom.count, -1);
  for (const StepChange& change : missing.changes) EXPECT_TRUE(change.fits) << change.id;
}

TEST(Verdict, NamesWhatBindsAndWhatIsLargestThere) {
  const TrainingConfig config = small();
  const MemoryReport report = account(config);
  const Verdict verdict = verdict_of(config, report, Bytes{1});
  EXPECT_EQ(verdict.binding.id, report.peak().id);
  EXPECT_EQ(verdict.binding.total, report.peak().total);
  for (const Bytes bytes : report.peak().by_category) EXPECT_LE(bytes, verdict.largest_bytes());
  EXPECT_EQ(verdict.largest, MemoryCategory::activation);
}

TEST(Verdict, EveryChangeIsTheConfigurationRun) {
  for (const std::int64_t gpus : {1, 8}) {
    TrainingConfig config = small();
    config.gpus = gpus;
    const MemoryReport report = account(config);
    const Verdict verdict = verdict_of(config, report, report.peak().total);
    EXPECT_GE(verdict.changes.size(), 4u);
    std::vector<StepChange> all = verdict.changes;
    ASSERT_TRUE(verdict.together);
    all.push_back(*verdict.together);
    for (const StepChange& change : all) {
      SCOPED_TRACE(change.id);
      const MemoryReport after = account(change.config, Execution::whole);
      EXPECT_EQ(change.peak, after.peak().total);
      EXPECT_EQ(change.saved, report.peak().total - after.peak().total);
      EXPECT_EQ(change.extra.count,
                (after.forward + after.backward).count - (report.forward + report.backward).count);
      EXPECT_GT(change.saved.count, 0);
      // The step is of the same tokens.
      EXPECT_EQ(change.config.batch * change.config.micro_batches, 4);
      EXPECT_EQ(change.config.sequence, 64);
    }
    EXPECT_EQ(find(verdict, "zero_3") != nullptr, gpus > 1);
  }
}

TEST(Verdict, ChangesAreRankedByBytesForAnExtraFlop) {
  const Verdict verdict = judged(small(), Bytes{1});
  bool costs = false, rounds = false;
  double before = 0;
  std::set<StepLever> levers;
  for (const StepChange& change : verdict.changes) {
    EXPECT_TRUE(levers.insert(change.lever).second) << id(change.lever);
    EXPECT_FALSE(change.fits);
    EXPECT_FALSE(rounds && !change.rounds) << change.id;
    if (change.rounds != rounds) {  // what rounds comes last, ranked in the same way
      rounds = true;
      costs = false;
      before = 0;
    }
    const bool free = change.extra.count <= 0;
    EXPECT_FALSE(free && costs) << change.id;
    const double rank = static_cast<double>(change.saved.count) /
                        (free ? 1.0 : static_cast<double>(change.extra.count));
    if (before > 0 && free == !costs) {
      EXPECT_LE(rank, before) << change.id;
    }
    costs = !free;
    before = rank;
  }
  // Per FLOP the core of attention is cheaper than the whole block.
  const StepChange* recomputed = find(verdict, "recompute_attention");
  ASSERT_TRUE(recomputed);
  EXPECT_GT(recomputed->extra.count, 0);
  ASSERT_TRUE(verdict.together);
  EXPECT_GT(verdict.together->saved, verdict.changes[0].saved);
}

TEST(Verdict, EnoughIsWhatItTakesAndNoMore) {
  TrainingConfig config = small();
  config.gpus = 2;
  const MemoryReport report = account(config);
  const std::int64_t peak = report.peak().total.count;
  EXPECT_FALSE(verdict_of(config, report, Bytes{peak}).enough);
  EXPECT_FALSE(verdict_of(config, report, Bytes{1}).enough);
  std::size_t most = 0;
  for (const std::int64_t percent : {90, 70, 50, 40, 30, 25}) {
    SCOPED_TRACE(percent);
    const Verdict verdict = verdict_of(config, report, Bytes{peak * percent / 100});
    ASSERT_TRUE(verdict.enough);
    const ChangeSet& enough = *verdict.enough;
    EXPECT_TRUE(enough.change.fits);
    EXPECT_EQ(account(enough.change.config).peak().total, enough.change.peak);
    EXPECT_LE(enough.change.peak, verdict.capacity);
    EXPECT_EQ(report.peak().total - enough.change.peak, enough.change.saved);
    most = std::max(most, enough.ids.size());
    // With the ids alone it is the same, and without any one of them it does not fit.
    const std::vector<std::string_view> ids = enough.ids;
    EXPECT_EQ(peak_with(config, ids), enough.change.peak);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::vector<std::string_view> fewer = ids;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_GT(peak_with(config, fewer), verdict.capacity) << "without " << ids[i];
    }
    // One that is enough by itself and rounds nothing leaves nothing else to be done.
    for (const StepChange& change : verdict.changes)
      if (change.fits && !change.rounds) {
        EXPECT_FALSE(enough.change.rounds);
      }
  }
  EXPECT_GT(most, 1u);
}

TEST(Verdict, EnoughTakesTheLeastOfALever) {
  TrainingConfig config = small();  // of which nothing but its sharding can be made cheaper
  config.gpus = 4;
  config.batch = 1;
  config.profile = fused_profile;
  config.profile.loss = LossForm::chunked;
  config.stepping = Stepping::fused;
  config.recompute_every = 1;
  const MemoryReport report = account(config);
  Bytes before = report.peak().total;
  for (const std::string_view stage : {"zero_1", "zero_2", "zero_3"}) {
    const Bytes with = peak_with(config, {stage});
    if (with == before) continue;
    ASSERT_LT(with, before);
    const Verdict verdict = verdict_of(config, report, with);
    ASSERT_TRUE(verdict.enough);
    EXPECT_EQ(verdict.enough->ids, std::vector{stage});
    before = with;
  }
}

/// Each regime saves beside fp32, and with 8-bit states one keeps less than the one that keeps
/// masters, which is tried after it.
TEST(Verdict, EnoughKeepsTheBetterOfALever) {
  TrainingConfig config = small();
  config.regime = *find_regime("fp32");
  std::vector<std::string_view> all{"optimizer_8bit",   "fused_norms",      "chunked_loss",
                                    "recompute_blocks", "half_micro_batch", "bf16_weights"};
  const Bytes least = peak_with(config, all);
  all.back() = "bf16_master_weights";
  ASSERT_GT(peak_with(config, all), least);
  const Verdict verdict = judged(config, least);
  ASSERT_TRUE(verdict.enough);
  EXPECT_LE(verdict.enough->change.peak, least);
}

TEST(Verdict, AnotherRegimeLeavesAChosenKernel) {
  TrainingConfig config = small();
  config.regime = *find_regime("fp32");
  config.profile.attention = AttentionForm::sdpa;
  const auto kernel_in_bf16 = [&] {
    const Verdict verdict = judged(config, account(config).peak().total);
    const StepChange* change = find(verdict, "autocast");
    if (!change) change = find(verdict, "bf16_weights");
    if (!change) change = find(verdict, "bf16_master_weights");
    return change ? change->config.kernels.attention : AttentionKernel::cpu;
  };
  for (const std::int64_t key_heads : {4, 2}) {  // grouped ones have no kernel in fp32
    SCOPED_TRACE(key_heads);
    std::get<LlamaConfig>(config.model).num_key_value_heads = key_heads;
    config.attention_follows = false;
    config.kernels.attention = AttentionKernel::math;
    EXPECT_EQ(kernel_in_bf16(), AttentionKernel::math);
    config.attention_follows = true;
    config.kernels.attention = cuda_attention(config);
    EXPECT_EQ(kernel_in_bf16(), AttentionKernel::flash);
  }
}

TEST(Verdict, WhatIsThereAlreadyIsNotOffered) {
  TrainingConfig config = small();
  config.profile = fused_profile;
  config.profile.loss = LossForm::chunked;
  config.optimizer = *find_optimizer_row("adamw_8bit");
  config.recompute_every = 1;
  config.batch = 1;
  config.regime = *find_regime("bf16");
  EXPECT_TRUE(judged(config, Bytes{1}).changes.empty());
  EXPECT_FALSE(judged(config, Bytes{1}).together);
}

TEST(Verdict, GradientsHeldBackAreGivenUpFirst) {
  TrainingConfig config = small();
  config.gpus = 64;
  config.zero_stage = 3;
  config.micro_batches = 4;
  config.batch = 1;
  config.gradients_unsharded = true;
  const Verdict verdict = judged(config, Bytes{1});
  ASSERT_TRUE(find(verdict, "sharded_gradients"));
  EXPECT_EQ(find(verdict, "sharded_gradients")->extra.count, 0);
}

}  // namespace
}  // namespace tally
