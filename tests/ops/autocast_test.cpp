// What autocast keeps and for how long, and where the lists of PyTorch's devices differ. What whole
// models do under it is in tests/golden.
#include "autograd/autocast.h"

#include <gtest/gtest.h>

#include "autograd/backward.h"
#include "autograd/checkpoint.h"
#include "core/accounting.h"
#include "ops/kernel_choice.h"
#include "ops/ops.h"
#include "tensor/allocator.h"
#include "tensor/kernels.h"
#include "tensor/recorder.h"

namespace tally {
namespace {

Tensor parameter(const Shape& sizes, Device device = Device::meta) {
  return empty(sizes, Dtype::float32, device, MemoryCategory::parameter).set_requires_grad(true);
}
Tensor input(const Shape& sizes, Dtype dtype = Dtype::float32) {
  return empty(sizes, dtype, Device::meta, MemoryCategory::input);
}
std::int64_t live() { return allocator().live().count; }
KernelChoice cuda() { return {.casts = CastKernel::cuda}; }

TEST(Autocast, KeepsOneCopyOfAParameterUntilTheRegionEnds) {
  const Tensor w = parameter({4, 8}), x = input({2, 8});
  const std::int64_t before = live();
  Tensor y, z;
  {
    const Autocast region;
    y = linear(x, w);
    const std::int64_t once = live() - before;
    z = linear(x, w);
    // Each call's own: its result, and its copy of x, which is no parameter.
    EXPECT_EQ(once, 4 * 8 * 2 + 2 * 8 * 2 + 2 * 4 * 2);
    EXPECT_EQ(live() - before, once + 2 * 8 * 2 + 2 * 4 * 2);
  }
  EXPECT_EQ(y.dtype(), Dtype::bfloat16);
  y = z = {};
  EXPECT_EQ(live(), before);
}

TEST(Autocast, LetsGoOfWhatNoNodeKeepsWhenTheOutermostRegionEnds) {
  const Tensor w = parameter({4, 8}), b = parameter({4}), x = input({2, 8});
  const std::int64_t before = live();
  Tensor y;
  {
    const Autocast region;
    {
      const Autocast inner;
      y = linear(x, w, b);
    }
    EXPECT_EQ(live() - before, 4 * 2 + 4 * 8 * 2 + 2 * 8 * 2 + 2 * 4 * 2);
  }
  // x needs no gradient, so that the node keeps x's copy alone.
  EXPECT_EQ(live() - before, 2 * 8 * 2 + 2 * 4 * 2);
}

TEST(Autocast, CastsNothingWhereItIsOff) {
  const Tensor w = parameter({4, 8}), x = input({2, 8});
  EXPECT_EQ(linear(x, w).dtype(), Dtype::float32);
  const Autocast region;
  {
    const Autocast off(false);
    EXPECT_EQ(linear(x, w).dtype(), Dtype::float32);
  }
  EXPECT_EQ(linear(x, w).dtype(), Dtype::bfloat16);
}

TEST(Autocast, GradientsAreFloat32) {
  const Tensor w = parameter({4, 8}, Device::cpu);
  fill_random(w, 1, 0, 0, Distribution::uniform, 1);
  Tensor x = empty({2, 8}, Dtype::float32, Device::cpu, MemoryCategory::input);
  fill_random(x, 1, 1, 0, Distribution::uniform, 1);
  x.set_requires_grad(true);
  Tensor loss;
  {
    const Autocast region;
    loss = sum(to(linear(x, w), Dtype::float32));
  }
  backward(loss);
  EXPECT_EQ(w.grad().dtype(), Dtype::float32);
  EXPECT_EQ(x.grad().dtype(), Dtype::float32);
  EXPECT_NE(w.grad().data<float>()[0], 0);
}

TEST(Autocast, RecomputesWithinARegionOfItsOwn) {
  const Tensor w = parameter({8, 8}, Device::cpu), b = parameter({8}, Device::cpu);
  fill_random(w, 1, 0, 0, Distribution::uniform, 1);
  fill_random(b, 1, 1, 0, Distribution::uniform, 1);
  Tensor x = empty({2, 8}, Dtype::float32, Device::cpu, MemoryCategory::input);
  fill_random(x, 1, 2, 0, Distribution::uniform, 1);
  x.set_requires_grad(true);
  const auto block = [&](const Tensor& h) { return relu(linear(relu(linear(h, w, b)), w, b)); };
  Tensor whole, kept;
  {
    const Autocast region;
    whole = sum(to(block(x), Dtype::float32));
  }
  backward(whole);
  const Tensor expected = w.grad().clone();
  w.set_grad({});
  {
    const Autocast region;
    kept = sum(to(checkpoint(block, x), Dtype::float32));
  }
  EXPECT_FALSE(autocast_enabled());
  backward(kept);
  for (std::int64_t i = 0; i < expected.numel(); ++i)
    EXPECT_EQ(w.grad().data<float>()[i], expected.data<float>()[i]);
}

TEST(Autocast, HasTheListsOfTheDevice) {
  const Tensor low = input({2, 8}, Dtype::bfloat16), wide = input({2, 8});
  const Autocast region;
  for (const bool gpu : {false, true}) {
    const KernelScope kernels(gpu ? cuda() : KernelChoice{});
    const Dtype listed = gpu ? Dtype::float32 : Dtype::bfloat16;
    EXPECT_EQ(softmax(low, -1).dtype(), listed);
    EXPECT_EQ(log_softmax(low, -1).dtype(), listed);
    EXPECT_EQ(pow(low, 2.0).dtype(), listed);
    EXPECT_EQ(rsqrt(low).dtype(), listed);
    EXPECT_EQ(exp(low).dtype(), listed);
    EXPECT_EQ(sum(low).dtype(), listed);
    EXPECT_EQ(layer_norm(low, {8}).dtype(), listed);
    // In neither list, and in both.
    EXPECT_EQ(silu(low).dtype(), Dtype::bfloat16);
    EXPECT_EQ(mul(low, wide).dtype(), Dtype::float32);
    EXPECT_EQ(cat(Tensors{low, wide}, 0).dtype(), Dtype::float32);
    EXPECT_EQ(mm(wide, wide.t()).dtype(), Dtype::bfloat16);
    EXPECT_EQ(mse_loss(low, low).dtype(), Dtype::float32);
  }
}

TEST(Autocast, MixedOperandsAreCopiedOnCpuAlone) {
  const Tensor low = input({2, 8}, Dtype::bfloat16), wide = input({2, 8});
  for (const bool gpu : {false, true}) {
    const KernelScope kernels(gpu ? cuda() : KernelChoice{});
    Record record;
    add(low, wide);
    std::int64_t made = 0;
    for (const Event& event : record.recording().events)
      if (event.kind == EventKind::allocate) made += event.bytes;
    EXPECT_EQ(made, (gpu ? 1 : 2) * 2 * 8 * 4);
  }
}

}  // namespace
}  // namespace tally
