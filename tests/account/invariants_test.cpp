// What must hold of any configuration, over configurations drawn at random from a fixed seed.
#include <gtest/gtest.h>

#include <algorithm>
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
    c.attention_dropout = from({0, 0, 1}) != 0 ? 0.1 : 0;
    if (from({0, 0, 1}) != 0) {
      c.sliding_window = from({3, 4, 40});
      c.full_attention_every = from({0, 2, 3});
    }
    if (from({0, 0, 1}) != 0) {
      c.norm = RmsNormForm::gemma;
      c.scale_embedding = true;
      c.post_norms = from({0, 1}) != 0;
      c.attn_logit_softcapping = from({0, 1}) != 0 ? 50 : 0;
      c.final_logit_softcapping = from({0, 1}) != 0 ? 30 : 0;
    }
    if (from({0, 0, 1}) != 0)
      c.moe = MoeConfig{.num_experts = from({3, 4}),
                        .num_experts_per_tok = from({1, 2}),
                        .moe_intermediate_size = from({12, 20}),
                        .norm_topk_prob = from({0, 1}) != 0,
                        .decoder_sparse_step = from({1, 2})};
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
    c.gradients_unsharded = c.zero_stage >= 2 && from({0, 1}) != 0;
    c.frozen_blocks = std::min(from({0, 0, 1, 2}), layers_of(c.model) - 1);
    c.frozen_embeddings = c.frozen_blocks > 0 || from({0, 0, 1}) != 0;
    // Of float32, of a window, of capped scores.
    if (!problem_of(c).empty() && from({0, 1}) != 0) c.kernels.attention = cuda_attention(c);
    if (!problem_of(c).empty()) c.profile.attention = AttentionForm::eager;
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

std::int64_t of(const ReportInstant& instant, MemoryCategory category) {
  return instant.by_category[static_cast<std::size_t>(category)].count;
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

// Of each category that training adds to the weights, at every instant whose place in the step does
// not depend on where the most is live.
TEST(Invariants, AdaptersKeepLessOfParametersThanAllOfThem) {
  Draw draw(2);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    TrainingConfig config = draw.config();
    config.model = draw.llama();
    config.frozen_blocks = 0;
    config.frozen_embeddings = false;
    if (!problem_of(config).empty()) config.profile.attention = AttentionForm::eager;
    const MemoryReport full = account(config);
    config.profile.lora = {draw.from({1, 2}), draw.from({0, 1}) != 0};
    const MemoryReport adapters = account(config);
    EXPECT_LT(adapters.trainable, full.trainable);
    EXPECT_GT(adapters.parameters, full.parameters);
    ASSERT_EQ(adapters.instants.size(), full.instants.size());
    for (std::size_t k = 0; k < full.instants.size(); ++k) {
      const ReportInstant &less = adapters.instants[k], &more = full.instants[k];
      SCOPED_TRACE(std::string(more.id) + std::to_string(more.micro_batch));
      for (const MemoryCategory category :
           {MemoryCategory::master_weight, MemoryCategory::optimizer_state,
            MemoryCategory::gradient}) {
        const bool moves = more.id == "forward" || more.id == "backward";
        if (moves && category == MemoryCategory::gradient) continue;
        if (of(more, category) > 0) {
          EXPECT_LT(of(less, category), of(more, category)) << id(category);
        } else {
          EXPECT_EQ(of(less, category), 0) << id(category);
        }
      }
    }
  }
}

// At the peak as well, but in a model so shallow that the part whose gradients or weights are whole
// at a time is most of it.
TEST(Invariants, EachStageOfZeroKeepsNoMoreThanTheOneBefore) {
  Draw draw(3);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    TrainingConfig config = draw.config();
    config.gpus = draw.from({2, 3, 8});
    config.gradients_unsharded = false;
    std::int64_t step = std::numeric_limits<std::int64_t>::max(), end = step, peak = step;
    for (int stage = 0; stage <= 3; ++stage) {
      config.zero_stage = stage;
      const MemoryReport report = account(config);
      const std::int64_t stage_step = at(report, "backward_end", config.micro_batches).total.count;
      EXPECT_LE(stage_step, step) << stage;
      EXPECT_LE(report.instants.back().total.count, end) << stage;
      if (stage < 2 || report.layers >= 7) {
        EXPECT_LE(report.peak().total.count, peak) << stage;
      }
      step = stage_step;
      end = report.instants.back().total.count;
      peak = report.peak().total.count;
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

// Of a shallow model of few tokens what is recomputed at the end of backward, beside all gradients,
// may be the most that is ever there. Of a deep one of many tokens it is not.
TEST(Invariants, RecomputingMoreKeepsLessAndComputesMore) {
  Draw draw(5);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    TrainingConfig config = draw.config();
    const std::int64_t layers = layers_of(config.model);
    const bool deep = layers >= 7;
    if (deep) {
      config.frozen_blocks = 0;
      config.batch = 32;
    }
    config.keep_all();
    const MemoryReport kept = account(config);
    config.recompute_boundaries = {0, layers / 2 + 1};
    const MemoryReport some = account(config);
    config.keep_all();
    config.recompute_every = 1;
    const MemoryReport all = account(config);
    for (const MemoryReport* less : {&some, &all}) {
      EXPECT_LT(less->saved, kept.saved);
      for (const char* id : {"forward", "forward_end"})
        EXPECT_LT(at(*less, id, 1).total, at(kept, id, 1).total) << id;
    }
    if (deep) {
      EXPECT_LT(at(all, "forward_end", 1).total, at(some, "forward_end", 1).total);
      EXPECT_LT(at(some, "backward", 1).total, at(kept, "backward", 1).total);
      EXPECT_LT(at(all, "backward", 1).total, at(some, "backward", 1).total);
      EXPECT_LT(all.peak().total, kept.peak().total);
    }
    EXPECT_EQ(all.forward.count, kept.forward.count);
    EXPECT_EQ((all.backward - kept.backward).count, all.recomputed.count);
    EXPECT_GT(all.recomputed.count, 0);
    EXPECT_LE(all.recomputed.count, kept.forward.count);
    EXPECT_LE(some.recomputed.count, kept.forward.count);
  }
}

// What a micro-batch takes depends on whether it is the first, and the last where gradients are
// held back until then: not on how many there are, nor on which of those between it is.
TEST(Invariants, MicroBatchesBetweenTheFirstAndTheLastAreAlike) {
  Draw draw(6);
  for (int i = 0; i < drawn; ++i) {
    SCOPED_TRACE(i);
    TrainingConfig config = draw.config();
    const auto with = [&](std::int64_t micro_batches) {
      config.micro_batches = micro_batches;
      return account(config, Execution::whole);
    };
    const MemoryReport three = with(3), five = with(5);
    const auto expect_alike = [&](std::int64_t of_three, std::int64_t of_five) {
      for (const char* id : {"forward", "forward_end", "backward", "backward_end"}) {
        const ReportInstant &a = at(three, id, of_three), &b = at(five, id, of_five);
        EXPECT_EQ(a.total, b.total) << id << of_three << of_five;
        EXPECT_EQ(a.by_category, b.by_category) << id << of_three << of_five;
        EXPECT_EQ(a.block, b.block) << id << of_three << of_five;
      }
    };
    expect_alike(1, 1);
    for (const std::int64_t between : {2, 3, 4}) expect_alike(2, between);
    expect_alike(3, 5);
    // The last one is another only where it lets go of what was held back.
    const ReportInstant &last = at(five, "backward_end", 5), &before = at(five, "backward_end", 4);
    if (config.gpus > 1 && config.gradients_unsharded) {
      EXPECT_LT(last.total, before.total);
    } else {
      EXPECT_EQ(last.total, before.total);
    }
  }
}

}  // namespace
}  // namespace tally
