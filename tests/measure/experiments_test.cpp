// The experiments on LibTorch beside the same on our engine, and beside the lecture's integers.
#include "measure/experiments.h"

#include <gtest/gtest.h>

#include "engine/engine.h"

namespace tally {
namespace {

using measure::TorchEngine;

template <class E>
ActivationResult activation(const ActivationSettings& settings = {}) {
  Progress progress;
  return run_activation(E(), settings, progress);
}

void expect_equal(const ActivationPoint& theirs, const ActivationPoint& ours) {
  EXPECT_EQ(theirs.saved, ours.saved);
  EXPECT_EQ(theirs.formula, ours.formula);
  EXPECT_EQ(theirs.parameters, ours.parameters);
  EXPECT_EQ(theirs.computed, ours.computed);
}

void expect_equal(const std::vector<LedgerRow>& theirs, const std::vector<LedgerRow>& ours) {
  ASSERT_EQ(theirs.size(), ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(theirs[i].category, ours[i].category);
    EXPECT_EQ(theirs[i].bytes, ours[i].bytes);
    EXPECT_EQ(theirs[i].storage_bytes, ours[i].storage_bytes);
    ASSERT_EQ(theirs[i].holders.size(), ours[i].holders.size());
    for (std::size_t k = 0; k < ours[i].holders.size(); ++k) {
      EXPECT_EQ(theirs[i].holders[k].node_name, ours[i].holders[k].node_name);
      EXPECT_EQ(theirs[i].holders[k].shape, ours[i].holders[k].shape);
      EXPECT_EQ(theirs[i].holders[k].dtype, ours[i].holders[k].dtype);
    }
  }
}

TEST(ActivationOnLibTorch, SavesTheLecturesBytes) {
  const ActivationResult result = activation<TorchEngine>();
  const std::int64_t expected[] = {327'680, 589'824, 1'179'648, 2'228'224};
  ASSERT_EQ(result.lecture.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(result.lecture[i].saved.count, expected[i]);
    EXPECT_TRUE(result.lecture[i].computed);
  }
}

TEST(ActivationOnLibTorch, IsOursToTheByte) {
  using enum Activation;
  for (const Activation function : {relu, gelu, gelu_tanh, silu, sigmoid, tanh})
    for (const std::int64_t sequence : {1, 3})
      for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16})
        for (const std::int64_t frozen : {0, 3}) {
          SCOPED_TRACE(std::string(id(function)) + ", S " + std::to_string(sequence) + ", " +
                       std::string(name(dtype)) + ", frozen " + std::to_string(frozen));
          const ActivationSettings settings{.layers = 5,
                                            .batch = 4,
                                            .sequence = sequence,
                                            .width = 24,
                                            .function = function,
                                            .frozen = frozen,
                                            .dtype = dtype};
          const ActivationResult theirs = activation<TorchEngine>(settings);
          const ActivationResult ours = activation<Engine>(settings);
          expect_equal(theirs.yours, ours.yours);
          expect_equal(theirs.ledger, ours.ledger);
          for (std::size_t i = 0; i < ours.over_layers.size(); ++i)
            expect_equal(theirs.over_layers[i], ours.over_layers[i]);
          for (std::size_t i = 0; i < ours.over_batch.size(); ++i)
            expect_equal(theirs.over_batch[i], ours.over_batch[i]);
        }
  EXPECT_EQ(activation<TorchEngine>({.mode = ForwardMode::no_grad}).yours.saved.count, 0);
}

}  // namespace
}  // namespace tally
