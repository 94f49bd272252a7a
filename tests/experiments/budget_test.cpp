// Demonstration 6 through the engine: 2, 24, 112, 1,120, 6,480 GB and 1, 1, 2, 14, 81 GPUs, exact
// where a model fills its GPUs.
#include "experiments/budget.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/engine.h"

namespace tally {
namespace {

BudgetResult run_with(BudgetSettings settings = {}) {
  Progress progress;
  return run_budget(Engine(Device::meta), settings, progress);
}

std::optional<std::int64_t> gpus(std::int64_t parameters, BudgetSettings settings = {}) {
  settings.parameters = parameters;
  return run_with(settings).yours.gpus;
}

TEST(Budget, TheLecturesFiveSizes) {
  const BudgetResult result = run_with();
  const std::int64_t bytes[] = {1'984'000'000, 24'000'000'000, 112'000'000'000, 1'120'000'000'000,
                                6'480'000'000'000};
  const double rounded[] = {2, 24, 112, 1120, 6480};
  const std::int64_t cards[] = {1, 1, 2, 14, 81};
  ASSERT_EQ(result.round.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(result.round[i].whole.total(), Bytes{bytes[i]});
    EXPECT_EQ(std::round(static_cast<double>(bytes[i]) / 1e9), rounded[i]);
    EXPECT_EQ(result.round[i].gpus, cards[i]);
    EXPECT_LE(result.round[i].share.total(), result.settings.capacity);
  }
}

TEST(Budget, ExactAtMultiples) {
  EXPECT_EQ(gpus(5'000'000'000), 1);
  EXPECT_EQ(gpus(5'000'000'001), 2);
  EXPECT_EQ(gpus(10'000'000'000), 2);
  EXPECT_EQ(gpus(10'000'000'001), 3);
  EXPECT_EQ(gpus(405'000'000'000), 81);
  EXPECT_EQ(gpus(405'000'000'001), 82);
}

TEST(Budget, RealCountsBesideTheRoundNames) {
  const BudgetResult result = run_with();
  EXPECT_EQ(result.real[3].parameters, 70'553'706'496);
  EXPECT_EQ(result.real[3].gpus, 15);
  EXPECT_EQ(result.real[4].parameters, 405'853'388'800);
  EXPECT_EQ(result.real[4].gpus, 82);
  EXPECT_EQ(result.real[0].parameters, 124'439'808);
  EXPECT_EQ(result.real[2].parameters, 6'738'415'616);
}

TEST(Budget, ShardingLessNeedsMoreOrNeverFits) {
  // 7B parameters: 4 x 7e9 replicated leave 52e9 for 12 x 7e9 / N.
  EXPECT_EQ(gpus(7'000'000'000, {.sharding = Sharding::zero1}), 2);
  // The last 12 bytes hold one parameter's share on each GPU; one parameter more leaves 8.
  EXPECT_EQ(gpus(19'999'999'997, {.sharding = Sharding::zero1}), 19'999'999'997);
  EXPECT_EQ(gpus(19'999'999'998, {.sharding = Sharding::zero1}), std::nullopt);
  EXPECT_EQ(gpus(5'000'000'000, {.sharding = Sharding::replicated}), 1);
  EXPECT_EQ(gpus(5'000'000'001, {.sharding = Sharding::replicated}), std::nullopt);
}

TEST(Budget, TheWholeRangeIsExecuted) {
  const BudgetResult result = run_with({.parameters = 10'000'000'000'000});
  EXPECT_EQ(result.yours.whole.total(), Bytes{160'000'000'000'000});
  EXPECT_EQ(result.yours.gpus, 2000);
  EXPECT_EQ(result.curve.front().parameters, 1'000'000);
  EXPECT_EQ(result.curve.back().parameters, 10'000'000'000'000);
  for (std::size_t i = 1; i < result.curve.size(); ++i)
    EXPECT_GT(result.curve[i].whole.total(), result.curve[i - 1].whole.total());
  for (const Recipe& recipe : recipes)
    EXPECT_EQ(run_with({.parameters = 1'000'000, .recipe = recipe}).yours.whole.total().count,
              1'000'000 * bytes_per_parameter(recipe));
}

}  // namespace
}  // namespace tally
