// Demonstration 3: the lecture's numbers, executed, and the closed form against every setting.
#include "experiments/activation.h"

#include <gtest/gtest.h>

#include "engine/engine.h"
#include "experiments/activation_run.h"

namespace tally {
namespace {

ActivationResult run(const ActivationSettings& settings) {
  Progress progress;
  return run_activation(Engine(), settings, progress);
}

TEST(Activation, LectureSettings) {
  const ActivationResult result = run({});
  struct Expected {
    std::int64_t layers, batch, saved, parameters;
  };
  // What PyTorch 2.6 printed for the lecture.
  constexpr Expected expected[]{{4, 32, 327'680, 4'194'304},
                                {8, 32, 589'824, 8'388'608},
                                {8, 64, 1'179'648, 8'388'608},
                                {16, 64, 2'228'224, 16'777'216}};
  ASSERT_EQ(result.lecture.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    const ActivationPoint& point = result.lecture[i];
    EXPECT_EQ(point.layers, expected[i].layers);
    EXPECT_EQ(point.batch, expected[i].batch);
    EXPECT_EQ(point.saved.count, expected[i].saved);
    EXPECT_EQ(point.formula.count, expected[i].saved);
    EXPECT_EQ(point.parameters.count, expected[i].parameters);
    EXPECT_TRUE(point.computed);
  }
  EXPECT_EQ(result.yours.saved.count, 589'824);
}

// The closed form against the executed forward, over functions, frozen layers, shapes and dtypes.
TEST(Activation, FormulaEqualsMeasured) {
  using enum Activation;
  int runs = 0;
  for (const Activation function : {relu, tanh, sigmoid, gelu, silu})
    for (const std::int64_t layers : {1, 2, 5})
      for (const std::int64_t frozen : {0, 1, 3, 5})
        for (const std::vector<std::int64_t>& others :
             {std::vector<std::int64_t>{}, {2}, {1, 3, 5}})
          for (const std::int64_t sequence : {1, 3})
            for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16})
              for (const Device device : {Device::cpu, Device::meta}) {
                const ActivationPoint point =
                    detail::measure_activation(Engine(device), {.layers = layers,
                                                                .batch = 4,
                                                                .sequence = sequence,
                                                                .width = 8,
                                                                .function = function,
                                                                .frozen = frozen,
                                                                .frozen_layers = others,
                                                                .dtype = dtype});
                EXPECT_EQ(point.saved, point.formula)
                    << id(function) << ", " << layers << " layers, the first " << frozen << " and "
                    << others.size() << " others frozen, S " << sequence << ", " << name(dtype);
                ++runs;
              }
  EXPECT_EQ(runs, 1440);
}

TEST(Activation, FormulaEqualsMeasuredOverTheSweeps) {
  const ActivationResult result =
      run({.function = Activation::silu, .frozen = 2, .frozen_layers = {5}});
  EXPECT_GE(result.over_layers.size(), 16u);
  EXPECT_GE(result.over_batch.size(), 16u);
  for (const auto* sweep : {&result.over_layers, &result.over_batch})
    for (const ActivationPoint& point : *sweep) EXPECT_EQ(point.saved, point.formula);
}

TEST(Activation, UnitsByFunction) {
  EXPECT_EQ(saved_units({.layers = 8, .function = Activation::relu}), 9);
  EXPECT_EQ(saved_units({.layers = 8, .function = Activation::tanh}), 9);
  EXPECT_EQ(saved_units({.layers = 8, .function = Activation::sigmoid}), 9);
  EXPECT_EQ(saved_units({.layers = 8, .function = Activation::gelu}), 16);
  EXPECT_EQ(saved_units({.layers = 8, .function = Activation::silu}), 16);
}

TEST(Activation, FrozenLayersByHand) {
  // The first 3 of 8: nothing until layer 4, then its input and 5 results.
  EXPECT_EQ(run({.frozen = 3}).yours.saved.count, 6 * 65'536);
  // A frozen layer in the middle spares nothing with ReLU: its input is the ReLU's saved result.
  EXPECT_EQ(run({.frozen_layers = {4}}).yours.saved.count, 9 * 65'536);
  // With GELU it spares one.
  EXPECT_EQ(run({.function = Activation::gelu, .frozen_layers = {4}}).yours.saved.count,
            15 * 65'536);
  EXPECT_EQ(run({.frozen = 8}).yours.saved.count, 0);
  EXPECT_FALSE(run({.frozen = 8}).crossing.has_value());
}

TEST(Activation, Modes) {
  EXPECT_EQ(run({.mode = ForwardMode::no_grad}).yours.saved.count, 0);
  EXPECT_EQ(run({.mode = ForwardMode::eval}).yours.saved.count, 589'824);
}

TEST(Activation, TokensNotSamplesCount) {
  const ActivationResult flat = run({.batch = 64}), sequences = run({.batch = 4, .sequence = 16});
  EXPECT_EQ(flat.yours.saved, sequences.yours.saved);
  EXPECT_EQ(sequences.yours.tokens, 64);
}

TEST(Activation, LedgerAddsUp) {
  const ActivationResult result = run({});
  ASSERT_EQ(result.ledger.size(), 9u);
  Bytes sum;
  for (const LedgerRow& row : result.ledger) sum += row.bytes;
  EXPECT_EQ(sum, result.yours.saved);
  EXPECT_EQ(result.ledger[0].category, MemoryCategory::input);
  EXPECT_EQ(result.ledger[0].holders[0].node_name, "MmBackward0");
  EXPECT_EQ(result.ledger[0].holders[0].slot, "self");
  // A ReLU's result is the next layer's input: one storage, two holders. The last has one.
  for (std::size_t i = 1; i < 9; ++i) {
    const LedgerRow& row = result.ledger[i];
    EXPECT_EQ(row.holders[0].node_name, "ReluBackward0");
    EXPECT_EQ(row.holders[0].slot, "result");
    EXPECT_EQ(row.holders[0].shape, (Shape{32, 512}));
    EXPECT_EQ(row.holders.size(), i < 8 ? 2u : 1u);
  }
}

TEST(Activation, CrossingIsExecutedOnBothSides) {
  const ActivationResult relu = run({});
  ASSERT_TRUE(relu.crossing.has_value());
  EXPECT_NEAR(relu.crossing->tokens, 512.0 * 8 / 9, 1e-9);  // 455.1
  EXPECT_EQ(relu.crossing->up_to.tokens, 455);
  EXPECT_LT(relu.crossing->up_to.saved, relu.crossing->up_to.parameters);
  EXPECT_EQ(relu.crossing->beyond.tokens, 456);
  EXPECT_GT(relu.crossing->beyond.saved, relu.crossing->beyond.parameters);
  const ActivationResult gelu = run({.function = Activation::gelu});
  EXPECT_EQ(gelu.crossing->up_to.tokens, 256);  // D / 2 exactly
  EXPECT_EQ(gelu.crossing->up_to.saved, gelu.crossing->up_to.parameters);
  EXPECT_GT(gelu.crossing->beyond.saved, gelu.crossing->beyond.parameters);
}

TEST(Activation, LargeSettingsRunOnMeta) {
  const ActivationResult result =
      run({.layers = 64, .batch = 4096, .sequence = 8192, .width = 8192});
  EXPECT_FALSE(result.yours.computed);
  EXPECT_EQ(result.yours.saved, result.yours.formula);
  EXPECT_EQ(result.yours.saved.count, 65ll * 4096 * 8192 * 8192 * 4);
  EXPECT_TRUE(result.lecture[0].computed);
}

TEST(Activation, CancelledRunEndsEarly) {
  Progress progress([](double) { return false; });
  EXPECT_TRUE(run_activation(Engine(), {}, progress).over_layers.empty());
}

}  // namespace
}  // namespace tally
