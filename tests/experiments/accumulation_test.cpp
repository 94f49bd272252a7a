// Demonstration 4: the lecture's numbers, executed, and the mistakes with their factors.
#include "experiments/accumulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/engine.h"

namespace tally {
namespace {

AccumulationResult run(const AccumulationSettings& settings) {
  Progress progress;
  return run_accumulation(Engine(), settings, progress);
}

TEST(Accumulation, LectureSettings) {
  const AccumulationResult result = run({});
  EXPECT_TRUE(result.computed);
  EXPECT_EQ(result.saved_large.count, 196'608);
  EXPECT_EQ(result.saved_small.count, 49'152);
  EXPECT_EQ(result.saved_large, 4 * result.saved_small);
  EXPECT_EQ(result.parameters.count, 262'144);
  EXPECT_EQ(result.gradients, result.parameters);
  EXPECT_EQ(result.sizes, (std::vector<std::int64_t>{16, 16, 16, 16}));
  // The same up to rounding, and rounding there is.
  EXPECT_GT(result.largest_difference, 0);
  EXPECT_LE(result.largest_difference, 1e-6 * result.largest_gradient);
  EXPECT_LE(result.largest_difference, 1e-7);
  EXPECT_NEAR(result.gradient_factor, 1, 1e-6);
}

TEST(Accumulation, ASeedDrawsOtherNumbersAndTheSameBytes) {
  const AccumulationResult first = run({}), again = run({}), other = run({.seed = 1});
  EXPECT_EQ(first.largest_gradient, again.largest_gradient);
  EXPECT_EQ(first.largest_difference, again.largest_difference);
  EXPECT_NE(other.largest_gradient, first.largest_gradient);
  EXPECT_NEAR(other.largest_gradient, first.largest_gradient, 0.5 * first.largest_gradient);
  EXPECT_EQ(other.saved_large, first.saved_large);
  EXPECT_EQ(other.saved_small, first.saved_small);
  EXPECT_EQ(other.peak_small, first.peak_small);
  EXPECT_EQ(other.work, first.work);
}

// The bound is on all passes: what is counted is what runs, but for the first layer, whose input
// needs no gradient.
TEST(Accumulation, TheWorkThatIsBoundedIsTheWorkThatIsDone) {
  // A pass too short for a clock is timed several times over: passes may be more, never fewer.
  const Engine::CountFlops flops;
  const AccumulationResult result = run({.layers = 5, .width = 16, .batch = 8});
  ASSERT_TRUE(result.computed);
  constexpr std::int64_t product = 2 * 8 * 16 * 16;
  EXPECT_EQ(result.work.count, AccumulationResult::passes * 3 * 5 * product);
  constexpr std::int64_t pass = (3 * 5 - 1) * product;
  EXPECT_EQ(flops.total().count % pass, 0);
  EXPECT_GE(flops.total().count / pass, AccumulationResult::passes);
}

TEST(Accumulation, ComputesUpToItsBoundsAndNoFurther) {
  const AccumulationResult fits = run({.layers = 4, .width = 128, .batch = 341});
  EXPECT_TRUE(fits.computed);
  EXPECT_LE(fits.work, accumulation_limit.flops);
  EXPECT_LE(fits.peak_small, fits.memory);
  EXPECT_FALSE(run({.layers = 4, .width = 128, .batch = 342}).computed);  // for its work
  const AccumulationResult wide = run({.layers = 16, .width = 512, .batch = 1});
  EXPECT_FALSE(wide.computed);  // for its memory
  EXPECT_LE(wide.work, accumulation_limit.flops);
  EXPECT_GT(wide.memory, accumulation_limit.bytes);
}

TEST(Accumulation, PeaksAreOfTheRecordedRun) {
  const AccumulationResult result = run({});
  EXPECT_EQ(peak_live(result.timeline).total, result.peak_small);
  EXPECT_EQ(peak_saved(result.timeline).saved, result.saved_small);
  // Gradients are there at the end of the micro-batches, and nothing else is left over.
  const LiveSample last = live_samples(result.timeline).back();
  EXPECT_EQ(last.live(MemoryCategory::gradient), result.gradients);
  EXPECT_EQ(last.live(MemoryCategory::activation), Bytes{0});
  EXPECT_EQ(last.saved, Bytes{0});
}

// Gradients stay from the first micro-batch on, beside the activations of all later ones: where
// parameters outweigh activations, accumulation costs memory instead of sparing it.
TEST(Accumulation, SparesMemoryOnlyWhereActivationsOutweighGradients) {
  const AccumulationResult parameters_outweigh = run({});
  EXPECT_GT(parameters_outweigh.peak_small, parameters_outweigh.peak_large);
  const AccumulationResult activations_outweigh = run({.batch = 1024});
  EXPECT_LT(activations_outweigh.peak_small, activations_outweigh.peak_large);
}

// By torch.profiler's memory events: PyTorch 2.6.0, CPU, one thread.
TEST(Accumulation, PeaksAreThoseOfPyTorch) {
  const AccumulationResult result = run({});
  EXPECT_EQ(result.peak_large.count, 622'600);
  EXPECT_EQ(result.peak_small.count, 696'328);
}

TEST(Accumulation, SavedBytesFollowTheMicroBatch) {
  for (const std::int64_t micro : {1, 2, 8, 64})
    EXPECT_EQ(run({.micro_batches = micro}).saved_small.count, 196'608 / micro) << micro;
}

TEST(Accumulation, ChunksThatDoNotDivide) {
  const AccumulationResult equal = run({.batch = 6, .micro_batches = 4});
  EXPECT_EQ(equal.sizes, (std::vector<std::int64_t>{2, 2, 2}));  // three, not four
  EXPECT_NEAR(equal.gradient_factor, 0.75, 1e-5);                // each divided by four
  const AccumulationResult ragged = run({.batch = 10, .micro_batches = 4});
  EXPECT_EQ(ragged.sizes, (std::vector<std::int64_t>{3, 3, 3, 1}));
  EXPECT_GT(ragged.largest_difference, 1e-3 * ragged.largest_gradient);
  for (const std::int64_t batch : {6, 10, 63}) {
    const AccumulationResult weighted = run({.batch = batch, .micro_batches = 4, .weighted = true});
    EXPECT_EQ(std::accumulate(weighted.sizes.begin(), weighted.sizes.end(), std::int64_t{0}),
              batch);
    EXPECT_LE(weighted.largest_difference, 1e-6 * weighted.largest_gradient) << batch;
  }
}

TEST(Accumulation, MistakesInTheReadersRun) {
  EXPECT_NEAR(run({.divide_loss = false}).gradient_factor, 4, 1e-5);
  EXPECT_NEAR(run({.zero_grad = false}).gradient_factor, 2, 0.01);
  const AccumulationResult both = run({.divide_loss = false, .zero_grad = false});
  EXPECT_NEAR(both.gradient_factor, 8, 0.02);  // four times the first step's and the second's
  EXPECT_EQ(both.own_mistake, 3u);
  EXPECT_EQ(both.gradient_factor, both.mistakes[3].steps[both.shown_step].gradient);
  EXPECT_NEAR(both.largest_difference / both.largest_gradient, 7, 0.5);
}

TEST(Accumulation, WeightsAreThoseThatTheLossesAreGiven) {
  using Weights = std::vector<double>;
  EXPECT_EQ(run({}).weights, (Weights{0.25, 0.25, 0.25, 0.25}));
  EXPECT_EQ(run({.divide_loss = false}).weights, (Weights{1, 1, 1, 1}));
  EXPECT_EQ(run({.batch = 6}).weights, (Weights{0.25, 0.25, 0.25}));
  EXPECT_EQ(run({.batch = 10, .weighted = true}).weights, (Weights{0.3, 0.3, 0.3, 0.1}));
}

TEST(Accumulation, AStepThatIsRoundedAwayHasNoFactor) {
  const AccumulationResult result = run({.layers = 16, .width = 8});
  for (const auto& mistake : result.mistakes) EXPECT_TRUE(std::isnan(mistake.steps[0].sgd));
  EXPECT_TRUE(std::isfinite(result.gradient_factor));
}

TEST(Accumulation, FactorsUnderSgdAndAdamW) {
  const AccumulationResult result = run({});
  ASSERT_EQ(result.mistakes.size(), 4u);
  const auto& right = result.mistakes[0];
  for (const auto& step : right.steps) {
    EXPECT_NEAR(step.gradient, 1, 1e-4);
    EXPECT_NEAR(step.sgd, 1, 1e-4);
    EXPECT_NEAR(step.adamw, 1, 1e-2);
  }
  // Loss not divided: the gradient and SGD's step are four times too large; AdamW divides by it
  // again.
  const auto& loss = result.mistakes[1];
  EXPECT_FALSE(loss.divide_loss);
  EXPECT_NEAR(loss.steps[0].gradient, 4, 1e-4);
  EXPECT_NEAR(loss.steps[0].sgd, 4, 1e-4);
  EXPECT_NEAR(loss.steps[0].adamw, 1, 0.01);
  // zero_grad forgotten: nothing in the first step, twice the gradient in the second.
  const auto& zero = result.mistakes[2];
  EXPECT_FALSE(zero.zero_grad);
  EXPECT_NEAR(zero.steps[0].gradient, 1, 1e-4);
  EXPECT_NEAR(zero.steps[1].gradient, 2, 0.01);
  EXPECT_NEAR(zero.steps[1].sgd, 2, 0.01);
  EXPECT_NEAR(zero.steps[1].adamw, 1, 0.1);
}

TEST(Accumulation, LargeSettingsRunOnMeta) {
  const AccumulationResult result = run({.layers = 16, .width = 1024, .batch = 1024});
  EXPECT_FALSE(result.computed);
  EXPECT_EQ(result.saved_large.count, 18ll * 1024 * 1024 * 4);
  EXPECT_EQ(result.saved_large, 4 * result.saved_small);
  EXPECT_TRUE(result.mistakes.empty());
}

}  // namespace
}  // namespace tally
