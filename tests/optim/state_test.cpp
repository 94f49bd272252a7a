// What the state of an optimizer costs, when it comes into being, and what the recipes of
// StateOptions give for their bytes.
#include <gtest/gtest.h>

#include "optim/registry.h"
#include "tests/optim/leaf.h"

namespace tally {
namespace {

TEST(OptimizerState, IsMadeAtTheFirstStepWithAGradient) {
  const Engine engine;
  const Tensor seen = engine.parameter({3, 4}, Dtype::float32, 1);
  const Tensor frozen = engine.parameter({5}, Dtype::float32, 2);
  const Bytes before = engine.live_bytes();
  Optimizer<Engine, Adam> optimizer(engine, {seen, frozen});
  EXPECT_EQ(optimizer.state_bytes(), Bytes{});
  EXPECT_EQ(engine.live_bytes(), before);
  optimizer.step();  // no gradient yet: nothing happens
  EXPECT_EQ(optimizer.state_bytes(), Bytes{});
  EXPECT_TRUE(optimizer.state(0).empty());

  seen.set_grad(engine.full({3, 4}, 1, Dtype::float32, MemoryCategory::gradient));
  optimizer.step();
  EXPECT_EQ(optimizer.state_bytes(), Bytes{4 + 2 * 12 * 4});
  EXPECT_TRUE(optimizer.state(1).empty());

  frozen.set_grad(engine.full({5}, 1, Dtype::float32, MemoryCategory::gradient));
  optimizer.step();
  EXPECT_EQ(optimizer.state_bytes(), Bytes{2 * 4 + 2 * (12 + 5) * 4});
  EXPECT_EQ(engine.to_host(optimizer.state(0)[0].tensor), Values{2});
  EXPECT_EQ(engine.to_host(optimizer.state(1)[0].tensor), Values{1});
}

TEST(OptimizerState, HasTorchsNamesShapesAndDtypes) {
  for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16}) {
    const Engine engine(Device::meta);
    const Tensor weight = engine.parameter({6, 4}, dtype, 1);
    weight.set_grad(engine.zeros({6, 4}, dtype, MemoryCategory::gradient));
    Optimizer<Engine, AdamW> adamw(engine, {weight});
    adamw.step();
    const auto state = adamw.state(0);
    ASSERT_EQ(state.size(), 3u);
    EXPECT_EQ(state[0].name, "step");
    EXPECT_EQ(state[0].tensor.sizes(), Shape{});
    EXPECT_EQ(state[0].tensor.dtype(), Dtype::float32);
    EXPECT_EQ(state[1].name, "exp_avg");
    EXPECT_EQ(state[2].name, "exp_avg_sq");
    for (const std::size_t i : {1u, 2u}) {
      EXPECT_EQ(state[i].tensor.sizes(), (Shape{6, 4}));
      EXPECT_EQ(state[i].tensor.dtype(), dtype);
    }

    Optimizer<Engine, SGD> plain(engine, {weight});
    plain.step();
    EXPECT_TRUE(plain.state(0).empty());
    Optimizer<Engine, SGD> momentum(engine, {weight}, {.momentum = 0.9});
    momentum.step();
    ASSERT_EQ(momentum.state(0).size(), 1u);
    EXPECT_EQ(momentum.state(0)[0].name, "momentum_buffer");
    EXPECT_EQ(momentum.state_bytes(), weight.nbytes());
  }
}

/// Bytes allocated and not freed in a recording, by category.
BytesByCategory kept(const Recording& recording) {
  const std::vector<LiveSample> samples = live_samples(recording);
  return samples.empty() ? BytesByCategory{} : samples.back().by_category;
}

TEST(Recipes, CostWhatTheyPromisePerParameter) {
  struct Recipe {
    Dtype dtype;
    StateOptions options;
    std::int64_t master, state;  // bytes per parameter, the 4 bytes of `step` left out
  };
  const std::int64_t n = 1000;
  for (const Recipe& recipe : {Recipe{Dtype::float32, {}, 0, 8}, Recipe{Dtype::bfloat16, {}, 0, 4},
                               Recipe{Dtype::bfloat16, {.state_dtype = Dtype::float32}, 0, 8},
                               Recipe{Dtype::bfloat16, {.master_weights = true}, 4, 8},
                               Recipe{Dtype::float32, {.master_weights = true}, 0, 8}}) {
    const Engine engine(Device::meta);
    const Tensor weight = engine.parameter({n}, recipe.dtype, 1);
    weight.set_grad(engine.zeros({n}, recipe.dtype, MemoryCategory::gradient));
    Engine::Record record;
    Optimizer<Engine, Adam> optimizer(engine, {weight}, {}, recipe.options);
    optimizer.step();
    EXPECT_EQ(optimizer.state_bytes(), Bytes{n * recipe.state + 4});
    EXPECT_EQ(optimizer.master_weight_bytes(), Bytes{n * recipe.master});
    const auto in = [&](MemoryCategory category) {
      return kept(record.recording())[static_cast<std::size_t>(category)];
    };
    EXPECT_EQ(in(MemoryCategory::optimizer_state), optimizer.state_bytes());
    EXPECT_EQ(in(MemoryCategory::master_weight), optimizer.master_weight_bytes());
    EXPECT_EQ(in(MemoryCategory::temporary), Bytes{});
  }
}

TEST(Recipes, MasterWeightsKeepWhatBfloat16Loses) {
  // 0.001 is less than half of the step between 1 and the next bfloat16 (2^-7).
  const auto after_1000_steps = [](StateOptions options) {
    const Leaf leaf({1.0}, Dtype::bfloat16);
    Optimizer<Engine, SGD> optimizer(leaf.engine, {leaf.tensor}, {.lr = 0.001}, options);
    for (int step = 0; step < 1000; ++step) {
      leaf.set_grad({-1.0});
      optimizer.step();
    }
    return std::pair{leaf.values()[0], options.master_weights
                                           ? leaf.engine.to_host(optimizer.master_weight(0))[0]
                                           : 0.0};
  };
  EXPECT_EQ(after_1000_steps({}).first, 1.0);
  EXPECT_EQ(after_1000_steps({.state_dtype = Dtype::float32}).first, 1.0);
  const auto [weight, master] = after_1000_steps({.master_weights = true});
  EXPECT_EQ(weight, 2.0);
  EXPECT_NEAR(master, 2.0, 1e-4);
}

TEST(Recipes, MomentsInFloat32FollowTheFloat32Optimizer) {
  // The gradients are exact in bfloat16, so both optimizers see the same ones.
  const Leaf narrow({1.0, -2.0}, Dtype::bfloat16), wide({1.0, -2.0}, Dtype::float32);
  Optimizer<Engine, AdamW> ours(narrow.engine, {narrow.tensor}, {}, {.master_weights = true});
  Optimizer<Engine, AdamW> stock(wide.engine, {wide.tensor});
  for (int step = 0; step < 20; ++step) {
    for (const Leaf* leaf : {&narrow, &wide}) leaf->set_grad({0.5 * step, -0.25});
    ours.step();
    stock.step();
  }
  EXPECT_EQ(narrow.engine.to_host(ours.master_weight(0)), wide.values());
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(narrow.engine.to_host(ours.state(0)[i].tensor),
              wide.engine.to_host(stock.state(0)[i].tensor));
}

}  // namespace
}  // namespace tally
