// The lecture's six demonstrations and its levers on LibTorch beside ours: every whole number of
// their results, and the stream of every recorded run.
#include <gtest/gtest.h>

#include <array>
#include <iostream>

#include "engine/engine.h"
#include "measure/experiments.h"
#include "measure/numbers.h"
#include "tests/measure/stream.h"

namespace tally {
namespace {

using measure::Numbers;
using measure::numbers_of;
using measure::TorchEngine;

int compared = 0;

void expect_equal(const Numbers& theirs, const Numbers& ours) {
  ASSERT_EQ(theirs.all.size(), ours.all.size());
  EXPECT_EQ(theirs.headline, ours.headline);
  for (std::size_t i = 0; i < ours.all.size(); ++i, ++compared) {
    EXPECT_EQ(theirs.all[i].id, ours.all[i].id);
    EXPECT_EQ(theirs.all[i].value, ours.all[i].value) << ours.all[i].id;
  }
}

std::int64_t value(const Numbers& numbers, const std::string& id) {
  for (const measure::Number& number : numbers.all)
    if (number.id == id) return number.value;
  ADD_FAILURE() << "no number " << id;
  return -1;
}

/// Runs `run(engine)` on both, compares their numbers and gives LibTorch's result and ours.
template <class Run>
auto both(Run&& run) {
  auto theirs = run(TorchEngine());
  auto ours = run(Engine());
  expect_equal(numbers_of(theirs), numbers_of(ours));
  return std::pair{std::move(theirs), std::move(ours)};
}

TEST(LectureOnLibTorch, Recipes) {
  const auto [theirs, ours] = both([](const auto& engine) {
    Progress progress;
    return run_recipes(engine, RecipesSettings{}, progress);
  });
  const Numbers numbers = numbers_of(theirs);
  EXPECT_EQ(value(numbers, "recipes/fp32/total"), 16);
  EXPECT_EQ(value(numbers, "recipes/bf16_fp32_moments/total"), 12);
  EXPECT_EQ(value(numbers, "recipes/bf16_master_weights/total"), 16);
  EXPECT_EQ(value(numbers, "recipes/fp32/largest"), 40'000'000'000);
  // bfloat16 rounds to the nearest even on both sides.
  EXPECT_EQ(theirs.curves.bf16, ours.curves.bf16);
  EXPECT_EQ(theirs.curves.copy, ours.curves.copy);
}

TEST(LectureOnLibTorch, OptimizerState) {
  for (const OptimizerChoice& choice : optimizer_choices) {
    SCOPED_TRACE(choice.id);
    const auto [theirs, ours] = both([&](const auto& engine) {
      Progress progress;
      return run_optimizer_state(engine, OptimizerStateSettings{.optimizer = choice}, progress);
    });
    EXPECT_EQ(difference(stream_of(theirs.timeline), stream_of(ours.timeline)), "");
  }
  Progress progress;
  // The lecture's: 262,144 parameters.
  const Numbers numbers = numbers_of(run_optimizer_state(TorchEngine(), {}, progress));
  EXPECT_EQ(value(numbers, "bytes/before/parameters"), 262'144);
  EXPECT_EQ(value(numbers, "bytes/before/state"), 0);
  EXPECT_EQ(value(numbers, "bytes/after_1/state"), 2'097'168);
}

TEST(LectureOnLibTorch, Activation) {
  const auto [theirs, ours] = both([](const auto& engine) {
    Progress progress;
    return run_activation(engine, ActivationSettings{}, progress);
  });
  const Numbers numbers = numbers_of(theirs);
  EXPECT_EQ(value(numbers, "points/L4_B32/saved_bytes"), 327'680);
  EXPECT_EQ(value(numbers, "points/L8_B32/saved_bytes"), 589'824);
  EXPECT_EQ(value(numbers, "points/L8_B64/saved_bytes"), 1'179'648);
  EXPECT_EQ(value(numbers, "points/L16_B64/saved_bytes"), 2'228'224);
}

TEST(LectureOnLibTorch, Accumulation) {
  const auto run = [](const AccumulationSettings& settings) {
    const auto [theirs, ours] = both([&](const auto& engine) {
      Progress progress;
      return run_accumulation(engine, settings, progress);
    });
    EXPECT_EQ(difference(stream_of(theirs.timeline), stream_of(ours.timeline)), "");
    return numbers_of(theirs);
  };
  const Numbers numbers = run({});
  EXPECT_EQ(value(numbers, "bytes/large/saved_bytes"), 196'608);
  EXPECT_EQ(value(numbers, "bytes/small/saved_bytes"), 49'152);
  run({.layers = 3, .width = 17, .batch = 11, .micro_batches = 3, .weighted = true});
  run({.layers = 2, .width = 24, .batch = 8, .micro_batches = 2, .zero_grad = false});
}

TEST(LectureOnLibTorch, Checkpointing) {
  const measure::MetaRunsOn cpu(at::kCPU);
  const auto run = [](const CheckpointingSettings& settings) {
    const auto [theirs, ours] = both([&](const auto& engine) {
      Progress progress;
      return run_checkpointing(engine, settings, progress);
    });
    EXPECT_EQ(difference(stream_of(theirs.timeline), stream_of(ours.timeline)), "");
    return numbers_of(theirs);
  };
  const Numbers numbers = run({});
  EXPECT_EQ(value(numbers, "flops/forward/flops"), 67'108'864);
  EXPECT_EQ(value(numbers, "flops/plain/flops"), 197'132'288);
  EXPECT_EQ(value(numbers, "flops/each_layer/flops"), 264'241'152);
  EXPECT_EQ(value(numbers, "gradients_equal"), 1);
  const std::int64_t unit = 32 * 256 * 4;
  for (const auto& [k, units] : {std::pair{1, 17}, {2, 10}, {4, 8}, {8, 10}, {16, 17}})
    EXPECT_EQ(value(numbers, "segments/" + std::to_string(k) + "/saved_bytes"), units * unit);
  for (const bool early_stop : {true, false})
    for (const bool rng : {true, false})
      for (const BlockKind block : {BlockKind::toy, BlockKind::wide})
        run({.layers = 5,
             .width = 15,
             .batch = 3,
             .block = block,
             .segment = 2,
             .early_stop = early_stop,
             .preserve_rng_state = rng,
             .keep_gradients = !early_stop});
}

TEST(LectureOnLibTorch, Budget) {
  const auto [theirs, ours] = both([](const auto& engine) {
    Progress progress;
    return run_budget(engine, BudgetSettings{}, progress);
  });
  const std::int64_t gpus[]{1, 1, 2, 14, 81};
  for (std::size_t i = 0; i < model_sizes.size(); ++i)
    EXPECT_EQ(theirs.round[i].gpus, gpus[i]) << model_sizes[i].id;
}

TEST(LectureOnLibTorch, Levers) {
  both([](const auto& engine) {
    Progress progress;
    return run_levers(engine, LeversSettings{}, progress);
  });
}

TEST(LectureOnLibTorch, TrainingSteps) {
  const measure::MetaRunsOn cpu(at::kCPU);
  std::vector<TrainingStepSettings> all{lever_step({})};
  for (const Lever lever : levers) all.push_back(lever_step({}, lever));
  for (const Recipe& recipe : recipes)
    for (const OptimizerChoice& choice : optimizer_choices)
      all.push_back({.layers = 3, .width = 9, .batch = 6, .optimizer = choice, .recipe = recipe});
  all.push_back({.layers = 4, .width = 8, .batch = 6, .micro_batches = 3, .segments = {2, 2}});
  all.push_back({.layers = 3, .width = 8, .batch = 2, .sequence = 3, .function = Activation::gelu});
  all.push_back({.layers = 3, .width = 8, .frozen = {true, false, true}, .keep_gradients = true});
  all.push_back({.layers = 2, .width = 8, .grad = false});
  // Shapes that nothing was fitted to, odd ones among them.
  for (const auto& [layers, width, batch] : {std::array<std::int64_t, 3>{1, 1, 1},
                                             {1, 40, 3},
                                             {2, 33, 9},
                                             {2, 50, 64},
                                             {3, 17, 5},
                                             {3, 64, 1},
                                             {4, 31, 127},
                                             {5, 7, 2},
                                             {6, 96, 48},
                                             {7, 13, 11},
                                             {8, 20, 200},
                                             {9, 65, 33}})
    for (const Activation function : {Activation::relu, Activation::gelu, Activation::silu})
      all.push_back({.layers = layers, .width = width, .batch = batch, .function = function});
  for (const Sharding sharding : shardings)
    for (const bool checkpointed : {false, true})
      all.push_back(
          {.layers = 4,
           .width = 8,
           .batch = 4,
           .recipe = *find_recipe("bf16_master_weights"),
           .segments = checkpointed ? std::vector<std::int64_t>{2, 2} : std::vector<std::int64_t>{},
           .sharding = sharding,
           .gpus = 4});
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE("settings " + std::to_string(i) + ", " + std::string(all[i].recipe.id));
    const TrainingStepResult theirs = run_training_step(TorchEngine(), all[i]);
    const TrainingStepResult ours = run_training_step(Engine(), all[i]);
    EXPECT_EQ(difference(stream_of(theirs.recording), stream_of(ours.recording)), "");
    ++compared;
  }
}

TEST(LectureOnLibTorch, SaysHowMuchWasCompared) {
  std::cout << "the lecture on LibTorch: " << compared << " numbers and streams compared\n";
}

}  // namespace
}  // namespace tally
