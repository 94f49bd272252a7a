// What a rank keeps, in the ZeRO paper's closed forms.
#include "account/states.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

std::int64_t total(const TrainingConfig& config, std::int64_t parameters) {
  std::int64_t bytes = 0;
  for (const Bytes each : executed_states(config, parameters)) bytes += each.count;
  return bytes;
}

TEST(States, AreTheZeroPapers) {
  const std::int64_t p = 1'000'000, n = 64;
  const std::int64_t expected[] = {16 * p, 4 * p + 12 * p / n, 2 * p + 14 * p / n, 16 * p / n};
  for (int stage = 0; stage <= 3; ++stage) {
    TrainingConfig config;
    config.zero_stage = stage;
    config.gpus = n;
    EXPECT_EQ(total(config, p), expected[stage]) << stage;
  }
}

TEST(States, GradientsThatAreHeldBackAreWhole) {
  const std::int64_t p = 1 << 18;
  for (const std::int64_t gpus : {1, 2, 4, 8}) {
    TrainingConfig config;
    config.regime = *find_regime("fp32");
    config.zero_stage = 3;
    config.gpus = gpus;
    config.gradients_unsharded = true;
    const BytesByCategory live = executed_states(config, p);
    EXPECT_EQ(live[static_cast<std::size_t>(MemoryCategory::gradient)].count, 4 * p);
    EXPECT_EQ(live[static_cast<std::size_t>(MemoryCategory::parameter)].count, 4 * p / gpus);
  }
}

}  // namespace
}  // namespace tally
