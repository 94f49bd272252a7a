// One experiment behind every timeline: with a lesson's switches it is what that lesson measures,
// and a rank keeps what its stage of sharding leaves it.
#include "experiments/training_step.h"

#include <gtest/gtest.h>

#include "core/accounting.h"
#include "engine/engine.h"
#include "experiments/activation.h"
#include "experiments/checkpointing.h"
#include "experiments/optimizer_state_run.h"

namespace tally {
namespace {

using enum MemoryCategory;

TrainingStepResult run_with(const TrainingStepSettings& settings) {
  return run_training_step(Engine(Device::meta), settings);
}

/// What is live at the end of the last phase of that kind.
LiveSample end_of(const Recording& recording, Phase phase) {
  LiveSample last;
  for (const LiveSample& sample : live_samples(recording))
    if (sample.phase == phase) last = sample;
  return last;
}

TEST(TrainingStep, IsTheOptimizersTwoIterations) {
  for (const OptimizerChoice& choice : optimizer_choices) {
    Progress progress;
    const auto lesson =
        run_optimizer_state(Engine(Device::meta), {.optimizer = choice}, progress).phases;
    const auto step =
        detail::read_phases(run_with({.optimizer = choice, .iterations = 2}).recording);
    ASSERT_EQ(step.size(), lesson.size()) << choice.id;
    for (std::size_t i = 0; i < step.size(); ++i) {
      EXPECT_EQ(step[i].phase, lesson[i].phase);
      EXPECT_EQ(step[i].at_end, lesson[i].at_end) << choice.id << " " << i;
      EXPECT_EQ(step[i].at_peak, lesson[i].at_peak) << choice.id << " " << i;
    }
  }
}

TEST(TrainingStep, IsTheCheckpointedRun) {
  for (const std::vector<std::int64_t>& lengths :
       {std::vector<std::int64_t>{4, 4, 4, 4}, {6, 4, 3, 2, 1}, {}}) {
    Progress progress;
    const CheckpointingResult lesson =
        run_checkpointing(Engine(Device::meta), {.lengths = lengths}, progress);
    const Recording step =
        run_with({.layers = 16, .batch = 32, .optimizer = {}, .segments = lengths}).recording;
    const CheckpointingRun& run = lengths.empty() ? lesson.plain : lesson.chosen;
    EXPECT_EQ(peak_live(step).total, run.live_peak);
    EXPECT_EQ(peak_saved(step).saved, run.saved_peak);
  }
}

TEST(TrainingStep, SavesWhatTheForwardPassSaves) {
  for (const Activation function : {Activation::relu, Activation::gelu, Activation::tanh})
    for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16})
      for (const std::int64_t frozen : {0, 3}) {
        Progress progress;
        const ActivationResult lesson = run_activation(Engine(Device::meta),
                                                       {.batch = 4,
                                                        .sequence = 3,
                                                        .width = 64,
                                                        .function = function,
                                                        .frozen = frozen,
                                                        .dtype = dtype},
                                                       progress);
        const Recording step =
            run_with({.layers = 8,
                      .width = 64,
                      .batch = 4,
                      .sequence = 3,
                      .function = function,
                      .frozen = std::vector<bool>(static_cast<std::size_t>(frozen), true),
                      .optimizer = {},
                      .recipe = *find_recipe(dtype == Dtype::float32 ? "fp32" : "bf16_stock")})
                .recording;
        EXPECT_EQ(peak_saved(step).saved, lesson.yours.saved);
        EXPECT_EQ(end_of(step, Phase::backward).saved, Bytes{0});
      }
}

TEST(TrainingStep, NothingIsSavedWithoutAGradient) {
  EXPECT_EQ(peak_saved(run_with({.grad = false}).recording).saved, Bytes{0});
  EXPECT_EQ(peak_saved(run_with({.layers = 2, .frozen = {true, true}}).recording).saved, Bytes{0});
}

TEST(TrainingStep, GradientsRaiseTheFloorFromTheSecondMicroBatchOn) {
  const TrainingStepResult one = run_with({.batch = 8, .optimizer = {}});
  const TrainingStepResult four = run_with({.batch = 8, .optimizer = {}, .micro_batches = 4});
  std::vector<Bytes> floors;  // at the beginning of each forward
  Phase before = Phase::none;
  for (const LiveSample& sample : live_samples(four.recording)) {
    if (sample.phase == Phase::forward && before != Phase::forward)
      floors.push_back(sample.live(gradient));
    before = sample.phase;
  }
  const Bytes all = one.parameters * Bytes{4};
  EXPECT_EQ(floors, (std::vector<Bytes>{Bytes{0}, all, all, all}));
  EXPECT_EQ(4 * peak_saved(four.recording).saved.count, peak_saved(one.recording).saved.count);
}

TEST(TrainingStep, ARankKeepsItsShareOfEveryRecipe) {
  constexpr std::int64_t gpus = 4;
  for (const Recipe& recipe : recipes)
    for (const Sharding sharding : shardings) {
      const TrainingStepResult result = run_with({.layers = 3,
                                                  .width = 32,
                                                  .batch = 2,
                                                  .recipe = recipe,
                                                  .warm_up = 1,
                                                  .sharding = sharding,
                                                  .gpus = gpus});
      const LiveSample end = end_of(result.recording, Phase::backward);
      const RecipeBytes formula = recipe_formula(recipe, sharding, result.parameters, gpus);
      SCOPED_TRACE(std::string(recipe.id) + " " +
                   std::string(sharding_ids[static_cast<std::size_t>(sharding)]));
      for (const MemoryCategory category : {parameter, gradient, master_weight})
        EXPECT_EQ(end.live(category), formula.by_category[static_cast<std::size_t>(category)])
            << id(category);
      EXPECT_EQ(
          end.live(optimizer_state),
          formula.by_category[static_cast<std::size_t>(optimizer_state)] + 3 * formula.counters);
      EXPECT_EQ(end.live(cast_copy), Bytes{0}) << "gone with the graph";
      // Between the passes a copy of every weight is there, unless it is gathered layer by layer.
      if (recipe.cast_copy && sharding != Sharding::zero3) {
        EXPECT_EQ(end_of(result.recording, Phase::forward).live(cast_copy),
                  formula.by_category[static_cast<std::size_t>(cast_copy)]);
      }
    }
}

TEST(TrainingStep, ZeRO3GathersALayerAtATime) {
  const TrainingStepSettings settings{.layers = 6,
                                      .width = 64,
                                      .batch = 2,
                                      .recipe = *find_recipe("bf16_master_weights"),
                                      .sharding = Sharding::zero3,
                                      .gpus = 8};
  const TrainingStepResult result = run_with(settings);
  const Bytes layer{64 * 64 * 2}, shares{6 * 64 * 64 * 2 / 8};
  Bytes most_forward, most_backward;
  for (const LiveSample& sample : live_samples(result.recording)) {
    if (sample.phase == Phase::forward)
      most_forward = std::max(most_forward, sample.live(parameter));
    if (sample.phase == Phase::backward)
      most_backward = std::max(most_backward, sample.live(parameter));
  }
  EXPECT_EQ(most_forward, shares + layer);
  EXPECT_EQ(most_backward, shares + layer);
  EXPECT_EQ(end_of(result.recording, Phase::forward).live(parameter), shares);
}

TEST(TrainingStep, IsTheSameOnBothDevices) {
  const TrainingStepSettings settings{
      .layers = 2, .width = 16, .batch = 4, .iterations = 2, .micro_batches = 2};
  const TrainingStepResult cpu = run_training_step(Engine(), settings), meta = run_with(settings);
  EXPECT_TRUE(cpu.computed);
  EXPECT_FALSE(meta.computed);
  ASSERT_EQ(cpu.recording.events.size(), meta.recording.events.size());
  for (std::size_t i = 0; i < cpu.recording.events.size(); ++i) {
    EXPECT_EQ(cpu.recording.events[i].kind, meta.recording.events[i].kind);
    EXPECT_EQ(cpu.recording.events[i].bytes, meta.recording.events[i].bytes);
  }
}

TEST(TrainingStep, NetworksAreAsLargeAsAsked) {
  for (const std::int64_t parameters :
       {1'000'000ll, 124'000'000ll, 7'000'000'000ll, 13'000'000'000ll, 10'000'000'000'000ll}) {
    const NetworkSize size = network_of(parameters);
    EXPECT_LT(
        std::abs(static_cast<double>(size.parameters()) / static_cast<double>(parameters) - 1),
        0.002)
        << parameters;
  }
}

TEST(TrainingStep, AShareIsTheCeilingForAnyWidthAndGpus) {
  for (const Recipe& recipe : recipes)
    for (const Sharding sharding : shardings)
      for (const std::int64_t width : {1, 2, 3})
        for (const std::int64_t gpus : {1, 2, 3, 7, 8, 100'000}) {
          const std::int64_t layers = 2, elements = width * width;
          const TrainingStepSettings settings{.layers = layers,
                                              .width = width,
                                              .batch = 2,
                                              .recipe = recipe,
                                              .iterations = 2,
                                              .sharding = sharding,
                                              .gpus = gpus};
          const LiveSample end = live_samples(run_with(settings).recording).back();
          const auto kept = [&](MemoryCategory category) {
            return is_sharded(sharding, category) ? (elements + gpus - 1) / gpus : elements;
          };
          EXPECT_EQ(end.live(parameter), layers * kept(parameter) * itemsize(recipe.parameter))
              << recipe.id << " " << width << " " << gpus;
          EXPECT_EQ(end.live(gradient), layers * kept(gradient) * itemsize(recipe.gradient))
              << recipe.id << " " << width << " " << gpus;
        }
}

}  // namespace
}  // namespace tally
