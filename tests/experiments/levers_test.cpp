// The six levers: what each one moves, against what the other experiments measure and the closed
// forms say.
#include "experiments/levers.h"

#include <gtest/gtest.h>

#include "engine/engine.h"
#include "experiments/checkpointing.h"
#include "experiments/levers_run.h"

namespace tally {
namespace {

using enum MemoryCategory;

constexpr LeversSettings settings{};
constexpr std::int64_t weights = settings.layers * settings.width * settings.width;
constexpr Bytes whole = 4 * weights * Bytes{1};
constexpr Bytes counters = 4 * settings.layers * Bytes{1};
constexpr Bytes unit = 4 * settings.batch * settings.width * Bytes{1};
constexpr Flops forward{2 * settings.batch * weights};

const LeversResult& result() {
  static const LeversResult found = [] {
    Progress progress;
    return run_levers(Engine(), settings, progress);
  }();
  return found;
}

LeverBytes with(Lever lever) { return result().runs.at(lever); }

void expect_states(const LeverBytes& bytes, Bytes parameters, Bytes gradients, Bytes masters,
                   Bytes state) {
  EXPECT_EQ(bytes.of(parameter), parameters);
  EXPECT_EQ(bytes.of(gradient), gradients);
  EXPECT_EQ(bytes.of(master_weight), masters);
  EXPECT_EQ(bytes.of(optimizer_state), state);
}

TEST(Levers, WithoutALeverItIsTheLecturesStep) {
  const LeverBytes& before = result().runs.before;
  expect_states(before, whole, whole, {}, 2 * whole + counters);
  EXPECT_EQ(before.saved, (settings.layers + 1) * unit);
  // Backward is two forward passes, less the gradient of the input.
  EXPECT_EQ(before.flops.count, 3 * forward.count - forward.count / settings.layers);
  EXPECT_EQ(before.waiting, Bytes{});
  EXPECT_EQ(before.gathered, Bytes{});
  Bytes at_peak;
  for (const Bytes bytes : before.at_peak) at_peak += bytes;
  EXPECT_EQ(at_peak, before.peak);
  EXPECT_EQ(result().runs.parameters, weights);
}

TEST(Levers, MixedPrecisionMovesActivationsAndNotTheSumOfStates) {
  const LeverBytes mixed = with(Lever::recipe);
  const Bytes half{whole.count / 2};
  expect_states(mixed, half, half, whole, 2 * whole + counters);
  EXPECT_EQ(mixed.states(), result().runs.before.states());
  EXPECT_EQ(2 * mixed.saved, result().runs.before.saved);
  EXPECT_EQ(mixed.flops, result().runs.before.flops);
}

TEST(Levers, AnotherOptimizerMovesItsStateAlone) {
  expect_states(with(Lever::optimizer), whole, whole, {}, whole);
  EXPECT_EQ(with(Lever::optimizer).saved, result().runs.before.saved);
}

TEST(Levers, HalfTheBatchMovesActivationsAndFlops) {
  expect_states(with(Lever::batch), whole, whole, {}, 2 * whole + counters);
  EXPECT_EQ(2 * with(Lever::batch).saved, result().runs.before.saved);
  EXPECT_EQ(2 * with(Lever::batch).flops.count, result().runs.before.flops.count);
}

TEST(Levers, AccumulationMovesActivationsAndLetsGradientsWait) {
  const LeverBytes accumulated = with(Lever::accumulation);
  expect_states(accumulated, whole, whole, {}, 2 * whole + counters);
  EXPECT_EQ(settings.micro_batches * accumulated.saved, result().runs.before.saved);
  EXPECT_EQ(accumulated.flops, result().runs.before.flops);
  EXPECT_EQ(accumulated.waiting, whole);
}

TEST(Levers, CheckpointsMoveActivationsForOneForwardMore) {
  const LeverBytes checkpointed = with(Lever::checkpointing);
  expect_states(checkpointed, whole, whole, {}, 2 * whole + counters);
  EXPECT_EQ(checkpointed.saved, saved_units(BlockKind::toy, settings.layers,
                                            equal_segments(settings.layers, settings.segment)) *
                                    unit);
  EXPECT_EQ(checkpointed.flops.count, result().runs.before.flops.count + forward.count);
}

TEST(Levers, ShardingMovesTheStatesAndGathersWeights) {
  const LeverBytes sharded = with(Lever::sharding), &before = result().runs.before;
  const Bytes share{whole.count / settings.gpus};
  expect_states(sharded, share, share, {}, 2 * share + counters);
  EXPECT_EQ(sharded.saved, before.saved);
  EXPECT_EQ(sharded.flops, before.flops);
  EXPECT_LT(sharded.peak, before.peak);
  // Each layer's weight for forward and for backward, which the first layer's does not need.
  EXPECT_EQ(sharded.gathered.count, whole.count / settings.layers * (2 * settings.layers - 1));
}

TEST(Levers, SharesAreRoundedUp) {
  const LeverBytes sharded = detail::lever_iteration(
      Engine(Device::meta),
      lever_step({.layers = 2, .width = 3, .batch = 2, .gpus = 4}, Lever::sharding));
  EXPECT_EQ(sharded.of(parameter).count, 2 * 3 * 4);  // 9 elements in shares of 3
  EXPECT_EQ(sharded.gathered.count, 3 * 4 * 3 * 4);   // 12 elements, three times
}

TEST(Levers, AtSevenBillionOnlyTheStatesDecide) {
  const LeverRuns& large = result().large;
  EXPECT_EQ(large.parameters, 7'000'000'000);
  const std::int64_t large_counters = 4 * levers_large_layers;
  EXPECT_EQ(large.before.states().count, 112'000'000'000 + large_counters);
  for (const Lever lever :
       {Lever::recipe, Lever::batch, Lever::accumulation, Lever::checkpointing}) {
    EXPECT_EQ(large.at(lever).states(), large.before.states());
    EXPECT_GT(large.at(lever).peak, levers_capacity);
  }
  EXPECT_EQ(large.at(Lever::optimizer).states().count, 84'000'000'000);
  EXPECT_GT(large.at(Lever::optimizer).peak, levers_capacity);
  EXPECT_EQ(large.at(Lever::sharding).states().count, 14'000'000'000 + large_counters);
  EXPECT_LT(large.at(Lever::sharding).peak, levers_capacity);
}

TEST(Levers, CancelledRunEndsEarly) {
  Progress progress([](double) { return false; });
  EXPECT_EQ(run_levers(Engine(), settings, progress).large.parameters, 0);
}

}  // namespace
}  // namespace tally
