// What must hold of any configuration, over configurations drawn at random from a fixed seed.
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "account/account.h"

namespace tally {
namespace {

class Draw {
 public:
  explicit Draw(unsigned seed) : bits_(seed) {}
  std::int64_t from(std::initializer_list<std::int64_t> values) {
    return values.begin()[bits_() % values.size()];
  }

  ModelConfig model() {
    if (from({0, 1, 2}) == 0) {
      Gpt2Config gpt2;
      gpt2.vocab_size = from({31, 64});
      gpt2.n_positions = 16;
      gpt2.n_embd = from({12, 24});
      gpt2.n_layer = from({2, 7, 11});
      gpt2.n_head = 3;
      gpt2.attn_pdrop = gpt2.resid_pdrop = from({0, 1}) != 0 ? 0.1 : 0;
      return gpt2;
    }
    return llama();
  }
  LlamaConfig llama() {
    LlamaConfig c;
    c.vocab_size = from({31, 64});
    c.hidden_size = from({16, 24});
    c.num_hidden_layers = from({2, 7, 11});
    c.num_attention_heads = 4;
    c.num_key_value_heads = from({1, 2, 4});
    c.head_dim = from({4, 8});
    c.intermediate_size = from({20, 40});
    c.tie_word_embeddings = from({0, 1}) != 0;
    c.qk_norm = from({0, 1}) != 0;
    c.qkv_bias = from({0, 1}) != 0;
    return c;
  }
  TrainingConfig config() {
    TrainingConfig c;
    c.model = model();
    c.batch = from({1, 2, 3});
    c.sequence = from({5, 8});
    c.micro_batches = from({1, 2, 3});
    c.regime = regimes[static_cast<std::size_t>(from({0, 1, 2, 3, 4, 5}))];
    c.optimizer = optimizer_rows[static_cast<std::size_t>(from({0, 1, 2, 3, 4}))];
    c.stepping = static_cast<Stepping>(from({0, 1, 2}));
    c.profile = from({0, 1}) ? eager_profile : fused_profile;
    c.profile.loss = static_cast<LossForm>(from({0, 1, 2}));
    c.recompute_every = from({0, 0, 1, 2});
    if (c.recompute_every == 0) c.recompute_attention = from({0, 1}) != 0;
    c.gpus = from({1, 2, 5});
    c.zero_stage = static_cast<int>(from({0, 1, 2, 3}));
    if (!problem_of(c).empty()) c.profile.attention = AttentionForm::eager;  // float32
    return c;
  }

 private:
  std::mt19937 bits_;
};

constexpr int drawn = 24;

const ReportInstant& at(const MemoryReport& report, std::string_view id, std::int64_t micro_batch) {
  for (const ReportInstant& instant : report.instants)
    if (instant.id == id && instant.micro_batch == micro_batch) return instant;
  ADD_FAILURE() << id << micro_batch;
  return report.instants.front();
}

std::int64_t of_parameters(const ReportInstant& instant) {
  std::int64_t sum = 0;
  for (const MemoryCategory category :
       {MemoryCategory::master_weight, MemoryCategory::gradient, MemoryCategory::optimizer_state})
    sum += instant.by_category[static_cast<std::size_t>(category)].count;
  return sum;
}

TEST(Invariants, WhatIsReportedIsTheRunOfEveryBlockAndMicroBatch) {
  Draw draw(1);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    const TrainingConfig config = draw.config();
    const MemoryReport report = account(config), whole = account(config, Execution::whole);
    EXPECT_EQ(report.peak().total, whole.peak().total);
    EXPECT_EQ(report.peak().by_category, whole.peak().by_category);
    EXPECT_EQ(report.saved, whole.saved);
    EXPECT_EQ(report.forward.count, whole.forward.count);
    EXPECT_EQ(report.backward.count, whole.backward.count);
    for (const ReportInstant& instant : whole.instants)
      EXPECT_LE(instant.total, report.peak().total) << instant.id << instant.micro_batch;
  }
}

TEST(Invariants, AdaptersKeepLessOfParametersThanAllOfThem) {
  Draw draw(2);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    TrainingConfig config = draw.config();
    config.model = draw.llama();
    const MemoryReport full = account(config);
    config.profile.lora = {draw.from({1, 2}), draw.from({0, 1}) != 0};
    const MemoryReport adapters = account(config);
    EXPECT_LT(adapters.trainable, full.trainable);
    EXPECT_GT(adapters.parameters, full.parameters);
    EXPECT_LE(of_parameters(at(adapters, "backward_end", 1)),
              of_parameters(at(full, "backward_end", 1)));
  }
}

TEST(Invariants, EachStageOfZeroKeepsNoMoreThanTheOneBefore) {
  Draw draw(3);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    TrainingConfig config = draw.config();
    config.gpus = draw.from({2, 3, 8});
    std::int64_t step = std::numeric_limits<std::int64_t>::max(), end = step;
    for (int stage = 0; stage <= 3; ++stage) {
      config.zero_stage = stage;
      const MemoryReport report = account(config);
      const std::int64_t stage_step = at(report, "backward_end", config.micro_batches).total.count;
      EXPECT_LE(stage_step, step) << stage;
      EXPECT_LE(report.instants.back().total.count, end) << stage;
      step = stage_step;
      end = report.instants.back().total.count;
    }
  }
}

TEST(Invariants, TwiceTheBatchIsTwiceWhatDependsOnIt) {
  Draw draw(4);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    TrainingConfig config = draw.config();
    const auto with = [&](std::int64_t batch) {
      config.batch = batch;
      return account(config);
    };
    const MemoryReport one = with(2), two = with(4), four = with(8);
    EXPECT_EQ((four.saved - two.saved).count, 2 * (two.saved - one.saved).count);
    EXPECT_EQ((four.forward - two.forward).count, 2 * (two.forward - one.forward).count);
    for (const char* id : {"forward_end", "backward_end"}) {
      const auto total = [&](const MemoryReport& report) { return at(report, id, 1).total.count; };
      EXPECT_EQ(total(four) - total(two), 2 * (total(two) - total(one))) << id;
    }
  }
}

TEST(Invariants, RecomputingMoreKeepsLessAndComputesMore) {
  Draw draw(5);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    TrainingConfig config = draw.config();
    config.keep_all();
    const MemoryReport kept = account(config);
    config.recompute_every = 1;
    const MemoryReport all = account(config);
    EXPECT_LT(all.saved, kept.saved);
    EXPECT_EQ(all.forward.count, kept.forward.count);
    EXPECT_EQ((all.backward - kept.backward).count, all.recomputed.count);
    EXPECT_GT(all.recomputed.count, 0);
    EXPECT_LE(all.recomputed.count, kept.forward.count);
    const std::int64_t layers = all.layers;
    config.keep_all();
    config.recompute_boundaries = {0, layers / 2 + 1};
    const MemoryReport some = account(config);
    EXPECT_LT(some.saved, kept.saved);
    EXPECT_LE(some.recomputed.count, kept.forward.count);
  }
}

TEST(Invariants, MicroBatchesAfterTheFirstAreAlike) {
  Draw draw(6);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    TrainingConfig config = draw.config();
    config.micro_batches = 4;
    const MemoryReport report = account(config, Execution::whole);
    for (const char* id : {"forward", "forward_end", "backward", "backward_end"})
      for (const std::int64_t later : {3, 4}) {
        EXPECT_EQ(at(report, id, later).total, at(report, id, 2).total) << id;
        EXPECT_EQ(at(report, id, later).by_category, at(report, id, 2).by_category) << id;
      }
  }
}

}  // namespace
}  // namespace tally
