// The account of a step: repeated blocks give what the whole model gives, and what must hold for
// any configuration.
#include "account/account.h"

#include <gtest/gtest.h>

#include "account/verdict.h"
#include "models/parameter_formula.h"
#include "models/presets.h"
#include "small_models.h"

namespace tally {
namespace {

TrainingConfig small(std::int64_t layers = 24) { return tiny_training(tiny_llama(layers), 2, 6); }

void expect_same(const MemoryReport& repeated, const MemoryReport& whole) {
  EXPECT_EQ(repeated.parameters, whole.parameters);
  EXPECT_EQ(repeated.trainable, whole.trainable);
  EXPECT_EQ(repeated.forward.count, whole.forward.count);
  EXPECT_EQ(repeated.backward.count, whole.backward.count);
  EXPECT_EQ(repeated.recomputed.count, whole.recomputed.count);
  EXPECT_EQ(repeated.saved, whole.saved);
  EXPECT_EQ(repeated.peak().total, whole.peak().total);
  EXPECT_EQ(repeated.peak().id, whole.peak().id);
  for (const ReportInstant& instant : repeated.instants)
    for (const ReportInstant& other : whole.instants)
      if (instant.id == other.id && instant.micro_batch == other.micro_batch) {
        EXPECT_EQ(instant.total, other.total) << instant.id << instant.micro_batch;
        EXPECT_EQ(instant.by_category, other.by_category) << instant.id << instant.micro_batch;
        EXPECT_EQ(instant.block, other.block) << instant.id << instant.micro_batch;
      }
}

std::vector<std::pair<std::string, TrainingConfig>> configurations() {
  std::vector<std::pair<std::string, TrainingConfig>> list;
  const auto add = [&](const char* called, auto&& change) {
    TrainingConfig config = small();
    change(config);
    list.emplace_back(called, config);
  };
  add("plain", [](TrainingConfig&) {});
  for (const Regime& regime : regimes)
    add(regime.id.data(), [&](TrainingConfig& c) { c.regime = regime; });
  for (const OptimizerRow& row : optimizer_rows)
    add(row.id.data(), [&](TrainingConfig& c) { c.optimizer = row; });
  for (const Stepping stepping : {Stepping::for_loop, Stepping::foreach, Stepping::fused})
    add(id(stepping).data(), [&](TrainingConfig& c) { c.stepping = stepping; });
  add("three micro-batches", [](TrainingConfig& c) { c.micro_batches = 3; });
  for (int every = 1; every <= 4; ++every)
    add("recomputation", [&](TrainingConfig& c) { c.recompute_every = every; });
  for (int stage = 1; stage <= 3; ++stage)
    add("zero", [&](TrainingConfig& c) {
      c.zero_stage = stage;
      c.gpus = 4;
      c.micro_batches = 2;
    });
  add("unsharded gradients", [](TrainingConfig& c) {
    c.zero_stage = 3;
    c.gpus = 4;
    c.micro_batches = 4;
    c.gradients_unsharded = true;
  });
  add("zero 3 and recomputation", [](TrainingConfig& c) {
    c.zero_stage = 3;
    c.gpus = 4;
    c.recompute_every = 2;
  });
  add("main gradients and two micro-batches", [](TrainingConfig& c) {
    c.regime = *find_regime("bf16_fp32_main_gradients");
    c.micro_batches = 2;
  });
  const auto autocast = [&](const char* called, auto&& change) {
    add(called, [&](TrainingConfig& c) {
      c.regime = *find_regime("autocast");
      change(c);
    });
  };
  autocast("autocast, fused", [](TrainingConfig& c) { c.profile = fused_profile; });
  autocast("autocast and recomputation", [](TrainingConfig& c) {
    c.recompute_every = 1;
    c.micro_batches = 3;
  });
  autocast("autocast and GPT-2, whose biases nobody saves", [](TrainingConfig& c) {
    c.model = tiny_gpt2(24, 0.1);
    c.micro_batches = 2;
  });
  for (int stage = 1; stage <= 3; ++stage)
    autocast("autocast and zero", [&](TrainingConfig& c) {
      c.zero_stage = stage;
      c.gpus = 4;
      c.micro_batches = 2;
    });
  autocast("autocast and adapters", [](TrainingConfig& c) { c.profile.lora = {4, true}; });
  add("adapters", [](TrainingConfig& c) { c.profile.lora = {4, true}; });
  add("frozen", [](TrainingConfig& c) {
    c.frozen_blocks = 3;
    c.frozen_embeddings = true;
  });
  add("chunked", [](TrainingConfig& c) { c.profile.loss = LossForm::chunked; });
  add("gemma 2", [](TrainingConfig& c) {
    LlamaConfig model = tiny_llama(24);
    model.norm = RmsNormForm::gemma;
    model.post_norms = true;
    model.tie_word_embeddings = true;
    model.sliding_window = 3;
    model.full_attention_every = 2;
    model.attn_logit_softcapping = 50;
    c.model = model;
  });
  add("qwen 3", [](TrainingConfig& c) {
    LlamaConfig model = tiny_llama(24);
    model.qk_norm = true;
    model.tie_word_embeddings = true;
    c.model = model;
  });
  return list;
}

TEST(Account, RepeatedBlocksGiveWhatTheWholeModelGives) {
  for (const auto& [called, config] : configurations()) {
    SCOPED_TRACE(called);
    const MemoryReport repeated = account(config), whole = account(config, Execution::whole);
    expect_same(repeated, whole);
    if (config.frozen_blocks == 0) {
      EXPECT_LT(repeated.executed_layers, whole.executed_layers);
    }
  }
}

TEST(Account, TheLedgerAddsUpToWhatIsKept) {
  for (const auto& [called, config] : configurations()) {
    SCOPED_TRACE(called);
    Bytes sum_of;
    const MemoryReport report = account(config);
    for (const LedgerEntry& entry : report.ledger) sum_of += entry.count * entry.bytes;
    EXPECT_EQ(sum_of, report.saved);
  }
}

TEST(Account, TheLargestModelTakesAFewOfItsBlocks) {
  TrainingConfig config;
  config.model = find_preset("llama-3.1-405b")->config;
  config.profile = eager_profile;
  const MemoryReport report = account(config);
  EXPECT_EQ(report.parameters, 405'853'388'800);
  EXPECT_EQ(report.parameters, parameter_formula(config.model));
  EXPECT_EQ(report.layers, 126);
  EXPECT_EQ(report.executed_layers, 5);
}

Bytes state_of(const MemoryReport& report, MemoryCategory category) {
  return report.instants.back().by_category[static_cast<std::size_t>(category)];
}

TEST(Account, EachRegimeKeepsItsBytesPerParameter) {
  const std::pair<std::string_view, std::int64_t> rows[] = {{"fp32", 16},
                                                            {"bf16", 8},
                                                            {"bf16_fp32_moments", 12},
                                                            {"bf16_master_weights", 16},
                                                            {"bf16_fp32_main_gradients", 18}};
  for (const auto& [called, bytes] : rows) {
    TrainingConfig config = small();
    config.regime = *find_regime(called);
    const MemoryReport report = account(config);
    std::int64_t kept = 0;
    for (const ReportInstant& instant : report.instants)
      if (instant.id == "backward_end")
        for (const MemoryCategory category :
             {MemoryCategory::parameter, MemoryCategory::master_weight, MemoryCategory::gradient,
              MemoryCategory::optimizer_state})
          kept += instant.by_category[static_cast<std::size_t>(category)].count;
    EXPECT_EQ(kept, bytes * report.parameters) << called;
  }
}

TEST(Account, EightBitStatesTakeTwoBytesAndTheirScales) {
  TrainingConfig config = small();
  config.optimizer = *find_optimizer_row("adamw_8bit");
  LlamaConfig model = tiny_llama(4);
  model.hidden_size = 256;
  model.head_dim = 64;
  model.intermediate_size = 512;
  config.model = model;
  const MemoryReport report = account(config);
  // Two bytes and two float32 scales per 256 for each projection and table; norms in float32; and
  // two tables of 256 numbers.
  const std::int64_t norms = 256 * (2 * 4 + 1), rest = report.parameters - norms;
  EXPECT_EQ(state_of(report, MemoryCategory::optimizer_state).count,
            2 * rest + 2 * 4 * rest / 256 + 8 * norms + 2 * 4 * 256);
}

TEST(Account, StagesShareOutMoreAndMore) {
  Bytes before{std::int64_t{1} << 60};
  for (int stage = 0; stage <= 3; ++stage) {
    TrainingConfig config = small();
    config.zero_stage = stage;
    config.gpus = 8;
    const MemoryReport report = account(config);
    const Bytes end = report.instants.back().total;
    EXPECT_LE(end, before) << stage;
    before = end;
  }
}

TEST(Account, AdaptersTakeLessThanAllParameters) {
  TrainingConfig config = small();
  const MemoryReport full = account(config);
  config.profile.lora = {2, false};
  const MemoryReport adapters = account(config);
  EXPECT_LT(adapters.peak().total, full.peak().total);
  EXPECT_EQ(adapters.trainable, 24 * (2 * (16 + 16) + 2 * (16 + 8)));
  EXPECT_EQ(adapters.parameters, full.parameters + adapters.trainable);
}

TEST(Account, TwiceTheBatchTakesTwiceWhatDependsOnIt) {
  const auto kept = [](std::int64_t batch) {
    TrainingConfig config = small();
    config.batch = batch;
    return account(config).saved.count;
  };
  EXPECT_EQ(kept(3) - kept(2), kept(2) - kept(1));
  EXPECT_EQ(kept(8) - kept(4), 4 * (kept(2) - kept(1)));
}

TEST(Account, TheSecondMicroBatchMeetsTheGradientsOfTheFirst) {
  TrainingConfig config = small();
  config.micro_batches = 2;
  const MemoryReport report = account(config);
  Bytes first, second;
  for (const ReportInstant& instant : report.instants)
    if (instant.id == "forward_end") (instant.micro_batch == 1 ? first : second) = instant.total;
  EXPECT_EQ((second - first).count, 2 * report.parameters);  // gradients of bfloat16
}

TEST(Account, RecomputationKeepsLessAndComputesMore) {
  TrainingConfig config = small();
  const MemoryReport kept = account(config);
  config.recompute_every = 1;
  const MemoryReport recomputed = account(config);
  EXPECT_LT(recomputed.saved, kept.saved);
  EXPECT_EQ(recomputed.forward.count, kept.forward.count);
  EXPECT_GT(recomputed.recomputed.count, 0);
  EXPECT_LE(recomputed.recomputed.count, kept.forward.count);
}

TEST(Account, AProblemIsSaid) {
  TrainingConfig config = small();
  config.batch = 0;
  EXPECT_EQ(text_of(problem_of(config)),
            "not_between: name --batch, value 0, least 1, most 16777216");
  config = small();
  config.gradients_unsharded = true;
  EXPECT_FALSE(problem_of(config).empty());
  config = small();
  config.profile = fused_profile;
  EXPECT_TRUE(problem_of(config).empty());
  config.regime = *find_regime("fp32");
  EXPECT_FALSE(problem_of(config).empty());
}

// What is counted in 64 bits is counted rightly, or refused.
TEST(Account, NoCountOverflows) {
  TrainingConfig config;
  config.model = find_preset("gpt2")->config;
  config.sequence = 1024;
  config.batch = 4096;
  for (config.micro_batches = 1; problem_of(config).empty(); config.micro_batches *= 2) {
    const MemoryReport report = account(config);
    EXPECT_GT(report.forward.count, 0) << config.micro_batches;
    EXPECT_GT(report.backward.count, report.forward.count) << config.micro_batches;
  }
  EXPECT_GE(config.micro_batches, 512);
  config.micro_batches = 65536;
  EXPECT_EQ(problem_of(config).kind, ConfigProblem::Kind::many_flops);
  for (const char* id : {"llama-3.2-1b", "mixtral-8x7b"}) {
    config = {};
    config.model = find_preset(id)->config;
    for (const ModelProfile& profile : {eager_profile, fused_profile}) {
      config.profile = profile;
      config.sequence = config.batch = 1 << 24;
      EXPECT_EQ(problem_of(config).kind, ConfigProblem::Kind::many_bytes);
      for (config.batch = 1; problem_of(config).empty(); config.batch *= 2) {
        const MemoryReport report = account(config);
        EXPECT_GT(report.forward.count, 0);
        EXPECT_GT(report.saved.count, 0);
        for (const ReportInstant& instant : report.instants) EXPECT_GT(instant.total.count, 0);
        if (config.batch >= 1 << 23) break;
      }
      config.batch = 1;
    }
  }
}

// CUDA's flash kernel refuses some steps: that is said before the step runs.
TEST(Account, WhatFlashTakesIsKnownBefore) {
  for (const char* id : {"gpt2", "mistral-7b-v0.1", "gemma-7b", "gemma-2-2b", "llama-3.2-1b"})
    for (const Regime& regime : regimes)
      for (const std::int64_t sequence : {512, 5000})
        for (const ModelProfile& profile : {eager_profile, fused_profile}) {
          // GPT-2 has 1024 positions: its longer step would be the shorter one again.
          if (id == std::string_view("gpt2") && sequence > 1024) continue;
          SCOPED_TRACE(std::string(id) + " " + std::string(regime.id) + " " +
                       std::to_string(sequence));
          TrainingConfig config;
          const Preset* preset = find_preset(id);
          ASSERT_TRUE(preset);
          config.model = preset->config;
          config.regime = regime;
          config.sequence = sequence;
          config.profile = profile;
          const bool sdpa = profile.attention == AttentionForm::sdpa;
          EXPECT_EQ(problem_of(config).empty(), !sdpa || flash_takes(config));
          if (!problem_of(config).empty()) {
            const std::string kind = text_of(problem_of(config));
            EXPECT_TRUE(kind.starts_with("flash_") || kind.starts_with("no_cap")) << kind;
            continue;
          }
          const MemoryReport report = account(config);
          // Whether the kernel is offered goes by the dtype: a regime of each is enough.
          if (regime.id != "fp32" && regime.id != "autocast" && regime.id != "bf16") continue;
          const Verdict verdict = verdict_of(config, report, Bytes{1'000'000'000});
          for (const StepChange& change : verdict.changes) {
            EXPECT_TRUE(change.id != "flash_attention" || flash_takes(config));
          }
        }
}

// Where flash refuses, PyTorch takes the memory-efficient kernel, and then its composition.
TEST(Account, TheKernelIsTheOneThatPyTorchTakes) {
  const auto kernel_of = [](const char* model, const char* regime, std::int64_t sequence = 512) {
    TrainingConfig config;
    config.model = find_preset(model)->config;
    config.regime = *find_regime(regime);
    config.sequence = sequence;
    return cuda_attention(config);
  };
  EXPECT_EQ(kernel_of("gpt2", "bf16"), AttentionKernel::flash);
  EXPECT_EQ(kernel_of("gpt2", "autocast"), AttentionKernel::flash);
  EXPECT_EQ(kernel_of("gpt2", "fp32"), AttentionKernel::efficient);
  EXPECT_EQ(kernel_of("llama-2-7b", "fp32"), AttentionKernel::efficient);
  EXPECT_EQ(kernel_of("llama-3.2-1b", "fp32"), AttentionKernel::math);  // fewer heads of keys
  EXPECT_EQ(kernel_of("mistral-7b-v0.1", "bf16", 5000), AttentionKernel::math);
}

TEST(Account, FlashTakesHeadsOfAtMost256) {
  TrainingConfig config;
  Gpt2Config gpt2;
  gpt2.n_embd = 1032;
  gpt2.n_head = 4;
  config.model = gpt2;
  EXPECT_FALSE(flash_takes(config));
  gpt2.n_embd = 1024;
  config.model = gpt2;
  EXPECT_TRUE(flash_takes(config));
}

}  // namespace
}  // namespace tally
