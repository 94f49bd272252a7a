// The engine's members: factories, values on both devices, and that counters need no events.
#include "engine/engine.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/check.h"
#include "tensor/allocator.h"

namespace tally {
namespace {

TEST(Engine, FactoriesDrawTheSameNumbersAgainAndOthersOnAnotherStream) {
  const Engine engine;
  const auto draw = [&](std::uint64_t stream) {
    return engine.to_host(engine.randn({100}, Dtype::float32, MemoryCategory::input, stream));
  };
  EXPECT_EQ(draw(1), draw(1));
  EXPECT_NE(draw(1), draw(2));
}

TEST(Engine, NormalNumbersAreNormal) {
  const Engine engine;
  const std::vector<double> x =
      engine.to_host(engine.randn({100'000}, Dtype::float64, MemoryCategory::input, 5));
  double mean = 0, square = 0;
  for (const double value : x) mean += value / 1e5, square += value * value / 1e5;
  EXPECT_NEAR(mean, 0, 0.02);
  EXPECT_NEAR(square, 1, 0.02);
}

TEST(Engine, ParametersAreLeavesWithinTheirBound) {
  const Engine engine;
  const Tensor w = engine.parameter({8, 16}, Dtype::float32, 1);
  EXPECT_TRUE(w.requires_grad());
  EXPECT_EQ(w.storage()->category, MemoryCategory::parameter);
  for (const double value : engine.to_host(w)) EXPECT_LE(std::abs(value), 0.25);
  EXPECT_THROW(engine.parameter({}, Dtype::float32, 1), Error);
}

TEST(Engine, ValuesGoThereAndBack) {
  const Engine engine;
  const std::vector<double> values{1, -2, 0.5, 4, 5, 6};
  const Tensor x = engine.from_host(values, {2, 3}, Dtype::bfloat16, MemoryCategory::input);
  EXPECT_EQ(engine.to_host(x), values);
  EXPECT_EQ(engine.to_host(x.t()), (std::vector<double>{1, 4, -2, 5, 0.5, 6}));
  EXPECT_THROW(engine.from_host(values, {7}, Dtype::float32, MemoryCategory::input), Error);
  const Engine meta(Device::meta);
  EXPECT_FALSE(meta.computes());
  EXPECT_THROW(meta.to_host(meta.zeros({3}, Dtype::float32, MemoryCategory::input)), Error);
}

TEST(Engine, AStepOnMetaOfAnySizeIsAccounted) {
  const Engine engine(Device::meta);
  const Tensor x = engine.randn({1 << 20, 1 << 14}, Dtype::bfloat16, MemoryCategory::input, 1);
  const Tensor w = engine.parameter({1 << 14, 1 << 14}, Dtype::bfloat16, 2);
  CountFlops flops;
  Record record;
  engine.backward(sum(relu(linear(x, w))));
  // forward and dW: x needs no gradient
  EXPECT_EQ(flops.total(), (Flops{2 * 2 * (1LL << 48)}));
  EXPECT_EQ(w.grad().nbytes(), Bytes{1LL << 29});
  EXPECT_EQ(flops.by_phase(Phase::backward), (Flops{1LL << 49}));
}

TEST(Engine, PeakIsCountedWithoutARecording) {
  const Engine engine(Device::meta);
  const Bytes before = engine.live_bytes();
  engine.reset_peak();
  {
    const Tensor x = engine.empty({1000}, Dtype::uint8, MemoryCategory::temporary);
  }
  EXPECT_EQ(engine.live_bytes(), before);
  EXPECT_EQ(engine.peak_bytes() - before, Bytes{1000});
}

TEST(Engine, ZeroGradDropsOrFills) {
  const Engine engine;
  Tensor w = engine.parameter({3}, Dtype::float32, 1);
  engine.backward(sum(w));
  engine.zero_grad(w, false);
  EXPECT_EQ(engine.to_host(w.grad()), (std::vector<double>{0, 0, 0}));
  engine.zero_grad(w);
  EXPECT_FALSE(engine.grad(w).defined());
}

TEST(Engine, DropoutDrawsAnewAndTheSameAfterASeed) {
  const Engine engine;
  const Tensor x = engine.full({1000}, 1, Dtype::float32, MemoryCategory::input);
  engine.manual_seed(3);
  const std::vector<double> first = engine.to_host(dropout(x, 0.25, true));
  const std::vector<double> second = engine.to_host(dropout(x, 0.25, true));
  engine.manual_seed(3);
  EXPECT_EQ(engine.to_host(dropout(x, 0.25, true)), first);
  EXPECT_NE(second, first);
  double mean = 0;
  for (const double value : first) mean += value / 1000;
  EXPECT_NEAR(mean, 1, 0.1);
}

TEST(Engine, WhatPyTorchKeepsOnTheHostIsToldApart) {
  const Engine engine(Device::meta);
  Record record;
  allocator().reset_peak();
  const Bytes before = allocator().host_peak();
  const auto host = [&] { return live_samples(record.recording()).back().host; };
  const Tensor x = engine.zeros({8, 8}, Dtype::float32, MemoryCategory::input);
  const Tensor loss = engine.zeros({}, Dtype::float32, MemoryCategory::activation);
  EXPECT_EQ(host(), before);
  Tensor counter = engine.zeros({}, Dtype::float32, MemoryCategory::optimizer_state);
  EXPECT_EQ(host() - before, Bytes{4});
  const Tensor y = engine.checkpoint([](const Tensor& in) { return relu(in); },
                                     engine.parameter({8, 8}, Dtype::float32, 1));
  EXPECT_EQ(host() - before, Bytes{4} + rng_state_bytes * Bytes{1});
  const Bytes kept = allocator().host_peak() - before;
  const Tensor product = mul(loss, 2.0);  // the scalar is the host's, its cast is read on the GPU
  EXPECT_EQ(allocator().host_peak() - before, kept + Bytes{8});
  counter.add_(1.0);  // beside a counter both are
  EXPECT_EQ(allocator().host_peak() - before, kept + Bytes{8 + 4});
}

}  // namespace
}  // namespace tally
