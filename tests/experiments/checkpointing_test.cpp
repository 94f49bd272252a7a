// Demonstration 5: the lecture's numbers, executed: units, FLOPs, and gradients equal to the bit.
#include "experiments/checkpointing.h"

#include <gtest/gtest.h>

#include "engine/engine.h"

namespace tally {
namespace {

CheckpointingResult run(const CheckpointingSettings& settings) {
  Progress progress;
  return run_checkpointing(Engine(), settings, progress);
}

TEST(Checkpointing, MeasuredUnitsForEverySegmentLength) {
  const CheckpointingResult result = run({});
  EXPECT_EQ(result.plain.units, 17);  // the input counted, as in the others
  constexpr double expected[]{17, 10, 8, 8, 8, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17};
  ASSERT_EQ(result.by_segment.size(), 16u);
  for (std::size_t k = 1; k <= 16; ++k) {
    EXPECT_EQ(result.by_segment[k - 1].units, expected[k - 1]) << k;
    EXPECT_EQ(result.by_segment[k - 1].formula_units, expected[k - 1]) << k;
  }
}

TEST(Checkpointing, LectureFormula) {
  const std::pair<std::int64_t, double> expected[]{{1, 17}, {2, 10}, {4, 8}, {8, 10}, {16, 17}};
  const CheckpointingResult result = run({});
  for (const auto& [k, units] : expected) {
    EXPECT_EQ(lecture_units(16, k), units);
    EXPECT_EQ(result.by_segment[static_cast<std::size_t>(k - 1)].units, units);
  }
  EXPECT_EQ(lecture_units(100, 10), 20);
  EXPECT_EQ(result.hundred.units, 101);  // 100, and the input
  EXPECT_EQ(result.hundred_best.units, 20);
}

TEST(Checkpointing, LectureFlops) {
  const CheckpointingResult result = run({.segment = 1});
  EXPECT_EQ(result.plain.forward.count, 67'108'864);
  EXPECT_EQ(result.plain.total.count, 197'132'288);  // 3 - 1/L: x needs no gradient
  EXPECT_EQ(result.chosen.forward.count, 67'108'864);
  EXPECT_EQ(result.chosen.total.count, 264'241'152);
  for (const CheckpointingRun& each : result.by_segment) EXPECT_EQ(each.total.count, 264'241'152);
}

TEST(Checkpointing, GradientsEqualToTheBit) {
  for (const BlockKind block : {BlockKind::toy, BlockKind::wide})
    for (const std::vector<std::int64_t>& lengths : {std::vector<std::int64_t>{16},
                                                     {6, 4, 3, 2, 1},
                                                     {4, 4, 4, 4},
                                                     std::vector<std::int64_t>(16, 1)})
      for (const bool early_stop : {true, false})
        for (const bool keep : {false, true}) {
          const CheckpointingResult result = run({.width = 32,
                                                  .batch = 4,
                                                  .block = block,
                                                  .lengths = lengths,
                                                  .early_stop = early_stop,
                                                  .keep_gradients = keep});
          EXPECT_TRUE(result.computed);
          EXPECT_TRUE(result.gradients_equal);
        }
}

TEST(Checkpointing, BoundariesByHand) {
  const CheckpointingResult result = run({.lengths = {6, 4, 3, 2, 1}});
  EXPECT_EQ(result.chosen.units, 7);  // one less than the best equal segments
  EXPECT_EQ(result.chosen.formula_units, 7);
  EXPECT_TRUE(result.gradients_equal);
  EXPECT_EQ(result.chosen.rng_peak.count, 6 * 5056);  // one per segment, and the one put aside
}

TEST(Checkpointing, FormulaEqualsMeasured) {
  for (const BlockKind block : {BlockKind::toy, BlockKind::wide})
    for (const std::int64_t layers : {1, 2, 7, 12}) {
      const CheckpointingResult result =
          run({.layers = layers, .width = 8, .batch = 4, .block = block, .segment = 3});
      EXPECT_EQ(result.plain.units, static_cast<double>(result.plain.formula_units));
      EXPECT_EQ(result.chosen.units, static_cast<double>(result.chosen.formula_units));
      for (const CheckpointingRun& each : result.by_segment)
        EXPECT_EQ(each.units, static_cast<double>(each.formula_units)) << layers;
    }
}

TEST(Checkpointing, WideBlocksAreBestWithOneCheckpointEach) {
  const CheckpointingResult result = run({.block = BlockKind::wide, .segment = 1});
  EXPECT_EQ(result.plain.units, 9 * 16);
  EXPECT_EQ(result.by_segment[0].units, 16 + 8);
  for (std::size_t k = 2; k <= 16; ++k) EXPECT_GT(result.by_segment[k - 1].units, 24);
  // The toy has it the other way: useless with one each.
  EXPECT_EQ(run({.segment = 1}).chosen.units, 17);
}

// By torch.profiler's memory events: PyTorch 2.6.0, CPU, one thread.
TEST(Checkpointing, PeaksAreThoseOfPyTorch) {
  const CheckpointingResult toy = run({});
  EXPECT_EQ(toy.plain.live_peak.count, 8'454'152);
  EXPECT_EQ(toy.by_segment[0].live_peak.count, 8'459'208);
  EXPECT_EQ(toy.by_segment[3].live_peak.count, 8'459'208);
  const CheckpointingResult wide = run({.batch = 1024, .block = BlockKind::wide});
  EXPECT_EQ(wide.plain.live_peak.count, 190'840'840);
  EXPECT_EQ(wide.by_segment[0].live_peak.count, 80'745'416);
  EXPECT_EQ(wide.by_segment[1].live_peak.count, 88'085'448);
}

TEST(Checkpointing, EarlyStopSparesTheLastProduct) {
  // Linear-GELU-Linear: 3.96875 without, 3.46875 with (16 blocks); the toy ends in a saved ReLU.
  const auto multiple = [](const CheckpointingResult& result) {
    return static_cast<double>(result.chosen.total.count) /
           static_cast<double>(result.plain.forward.count);
  };
  const CheckpointingSettings wide{.width = 64, .batch = 4, .block = BlockKind::wide, .segment = 1};
  CheckpointingSettings late = wide;
  late.early_stop = false;
  EXPECT_EQ(multiple(run(wide)), 3.46875);
  EXPECT_EQ(multiple(run(late)), 3.96875);
  EXPECT_EQ(run({.segment = 4, .early_stop = false}).chosen.total.count, 264'241'152);
}

TEST(Checkpointing, RngStateIsASwitch) {
  EXPECT_EQ(run({}).chosen.rng_peak.count, 5 * 5056);
  EXPECT_EQ(run({.preserve_rng_state = false}).chosen.rng_peak.count, 0);
  EXPECT_EQ(run({}).plain.rng_peak.count, 0);
}

TEST(Checkpointing, WeightGradientsAreTemporaryWhereGradientsAreKept) {
  const auto most = [](const CheckpointingResult& result, MemoryCategory category) {
    Bytes bytes;
    for (const LiveSample& sample : live_samples(result.timeline))
      bytes = std::max(bytes, sample.live(category));
    return bytes;
  };
  const Bytes weight{256 * 256 * 4};
  EXPECT_LT(most(run({}), MemoryCategory::temporary), weight);
  EXPECT_GE(most(run({.keep_gradients = true}), MemoryCategory::temporary), weight);
}

TEST(Checkpointing, BestSegment) {
  EXPECT_EQ(best_segment(BlockKind::toy, 16), 4);
  EXPECT_EQ(best_segment(BlockKind::toy, 100), 10);
  EXPECT_EQ(best_segment(BlockKind::wide, 16), 1);
  EXPECT_EQ(best_segment(BlockKind::toy, 1), 1);
  const CheckpointingResult wide = run({.width = 8, .batch = 1, .block = BlockKind::wide});
  EXPECT_EQ(wide.hundred.units, 900);
  EXPECT_EQ(wide.hundred_best.units, 59);  // 33 inputs, and 26 in the last whole segment of 3
}

TEST(Checkpointing, EqualSegments) {
  EXPECT_EQ(equal_segments(16, 5), (std::vector<std::int64_t>{5, 5, 5, 1}));
  EXPECT_EQ(equal_segments(16, 16), (std::vector<std::int64_t>{16}));
  EXPECT_EQ(equal_segments(3, 8), (std::vector<std::int64_t>{3}));
}

TEST(Checkpointing, LargeSettingsRunOnMeta) {
  const CheckpointingResult result =
      run({.layers = 24, .width = 4096, .batch = 1024, .block = BlockKind::wide, .segment = 1});
  EXPECT_FALSE(result.computed);
  EXPECT_FALSE(result.gradients_equal);
  EXPECT_EQ(result.chosen.units, 24 + 8);
}

}  // namespace
}  // namespace tally
