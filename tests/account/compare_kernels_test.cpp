// Two kernel profiles beside each other: every byte between them has its op.
#include "account/compare_kernels.h"

#include <gtest/gtest.h>

#include "models/presets.h"

namespace tally {
namespace {

TEST(CompareKernels, TheRowsAddUpToTheDifference) {
  for (const char* model : {"gpt2", "llama-3.2-1b", "qwen3-0.6b"}) {
    SCOPED_TRACE(model);
    const Preset* preset = find_preset(model);
    ASSERT_TRUE(preset);
    TrainingConfig config;
    config.model = preset->config;
    config.sequence = 64;
    const KernelComparison compared = compare_kernels(config);
    Bytes eager = compared.common, fused = compared.common;
    for (const KernelRow& row : compared.rows) {
      eager += row.eager;
      fused += row.fused;
      EXPECT_NE(row.eager, row.fused);
    }
    EXPECT_EQ(eager, compared.eager.saved);
    EXPECT_EQ(fused, compared.fused.saved);
    EXPECT_GT(eager, fused);
    // The square of the sequence is only where attention is written op by op.
    EXPECT_GT(compared.rows[0].eager, compared.rows[0].fused);
  }
}

TEST(CompareKernels, WhatElseTheProfileSaysIsKept) {
  TrainingConfig config;
  config.model = find_preset("llama-3.2-1b")->config;
  config.sequence = 16;
  config.profile = eager_profile;
  config.profile.loss = LossForm::chunked;
  const KernelComparison compared = compare_kernels(config);
  EXPECT_EQ(compared.eager.saved, account(config).saved);
  config.profile = fused_profile;
  config.profile.loss = LossForm::chunked;
  EXPECT_EQ(compared.fused.saved, account(config).saved);
}

}  // namespace
}  // namespace tally
