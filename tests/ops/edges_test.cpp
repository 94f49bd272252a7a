// Ops at the edge of what they take: sizes below zero, tensors without elements.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "autograd/autograd_meta.h"
#include "autograd/backward.h"
#include "core/check.h"
#include "ops/ops.h"
#include "tensor/kernels.h"
#include "tests/golden/golden.h"

namespace tally {
namespace {

using Numbers = std::vector<double>;

Tensor full(const Shape& shape, double value, Device device = Device::cpu) {
  const Tensor x = empty(shape, Dtype::float32, device, MemoryCategory::input);
  fill(x, value);
  return x;
}

TEST(Expand, TakesNoSizeBelowZeroButForOneThatIsThere) {
  EXPECT_EQ(full({3}, 1).expand({2, -1}).sizes(), (Shape{2, 3}));
  EXPECT_EQ(full({1}, 1).expand({0}).sizes(), Shape{0});
  EXPECT_EQ(full({}, 1).expand({0, 2}).sizes(), (Shape{0, 2}));
  EXPECT_THROW(full({3}, 1).expand({-1, 3}), Error);
  EXPECT_THROW(full({1}, 1).expand({-2}), Error);
  EXPECT_THROW(full({}, 1).expand({-1}), Error);
  EXPECT_THROW(full({3}, 1).expand({-2, 3}), Error);
}

TEST(View, TakesNoSizeBelowZeroButOneThatFollows) {
  const Tensor x = full({4, 3}, 1);
  EXPECT_THROW(x.view({-1, -12}), Error);
  EXPECT_THROW(x.view({-4, -3}), Error);
  EXPECT_THROW(x.reshape({-1, -1, 12}), Error);
  EXPECT_THROW(full({0, 3}, 1).view({-1, 0}), Error);
  EXPECT_EQ(full({0, 3}, 1).view({-1, 5}).sizes(), (Shape{0, 5}));
}

TEST(Transpose, OfOneNumberHasDimensionsTooThatItLacks) {
  const Tensor x = full({}, 1);
  EXPECT_EQ(x.transpose(0, -1).sizes(), Shape{});
  EXPECT_THROW(x.transpose(0, 1), Error);
  EXPECT_THROW(x.transpose(5, 7), Error);
}

TEST(Chunk, OfNothingGivesAsManyAsAskedFor) {
  for (const std::int64_t dim : {0, -2}) {
    Tensor x = full({0, 3}, 1);
    x.set_requires_grad(true);
    const Tensors parts = chunk(x, 4, dim);
    ASSERT_EQ(parts.size(), 4u);
    for (const Tensor& part : parts) EXPECT_EQ(part.sizes(), (Shape{0, 3}));
    EXPECT_STREQ(grad_fn(parts[0])->name(), "SplitWithSizesBackward0");
    backward(sum(parts[1]));
    EXPECT_EQ(x.grad().sizes(), (Shape{0, 3}));
  }
  EXPECT_EQ(chunk(full({3, 0}, 1), 2, 1).size(), 2u);
  EXPECT_EQ(chunk(full({3}, 1), std::numeric_limits<std::int64_t>::max()).size(), 3u);
}

TEST(MseLoss, OfNothingIsNothingAndItsMeanNoNumber) {
  for (const Shape& shape : {Shape{0}, Shape{0, 3}, Shape{2, 0}}) {
    Tensor x = full(shape, 1);
    x.set_requires_grad(true);
    const Tensor sum = mse_loss(x, full(shape, 1), Reduction::Sum);
    const Tensor mean = mse_loss(x, full(shape, 1), Reduction::Mean);
    EXPECT_EQ(sum.item(), 0);
    EXPECT_EQ(mul(sum, 2.0).item(), 0);
    EXPECT_TRUE(std::isnan(mean.item()));
    EXPECT_TRUE(std::isnan(mul(mean, 2.0).item()));
    EXPECT_EQ(mse_loss(x, full(shape, 1), Reduction::None).sizes(), shape);
    backward(add(sum, mean));
    EXPECT_EQ(x.grad().sizes(), shape);
  }
}

TEST(Products, OverNoElementsAreZero) {
  // A block of the same size that is full of other numbers comes back from the allocator.
  const auto spoil = [](const Shape& shape) { full(shape, 7); };
  spoil({2, 300, 200});
  EXPECT_EQ(golden::to_host(bmm(full({2, 300, 0}, 1), full({2, 0, 200}, 1))), Numbers(120'000, 0));
  spoil({300, 200});
  EXPECT_EQ(golden::to_host(mm(full({300, 0}, 1), full({0, 200}, 1))), Numbers(60'000, 0));
  EXPECT_EQ(golden::to_host(addmm(full({2}, 3), full({4, 0}, 1), full({0, 2}, 1))), Numbers(8, 3));
  EXPECT_EQ(golden::to_host(linear(full({2, 3, 0}, 1), full({4, 0}, 1), full({4}, 5))),
            Numbers(24, 5));
  spoil({50'000});
  EXPECT_EQ(golden::to_host(mv(full({50'000, 0}, 1), full({0}, 1))), Numbers(50'000, 0));
  EXPECT_EQ(dot(full({0}, 1), full({0}, 1)).item(), 0);
  EXPECT_EQ(bmm(full({0, 3, 2}, 1), full({0, 2, 4}, 1)).sizes(), (Shape{0, 3, 4}));
}

TEST(Means, OverNoElementsAreNoNumbers) {
  EXPECT_TRUE(std::isnan(mean(full({0, 3}, 1)).item()));
  for (const double value : golden::to_host(mean(full({0, 3}, 1), {0})))
    EXPECT_TRUE(std::isnan(value));
  EXPECT_EQ(golden::to_host(sum(full({0, 3}, 1), {0})), Numbers(3, 0));
}

Tensor index_of(const Shape& shape) {
  const Tensor x = empty(shape, Dtype::int64, Device::cpu, MemoryCategory::input);
  fill(x, 1);
  return x;
}

// PyTorch adds whole numbers too; here an error says that it is not done.
TEST(WholeNumbers, AreConvertedAndCopiedAndHaveNoGradient) {
  Tensor x = full({2}, 1.75);
  x.set_requires_grad(true);
  const Tensor whole = x.to(Dtype::int64), some = x.to(Dtype::boolean);
  EXPECT_EQ(golden::to_host(whole), (Numbers{1, 1}));
  EXPECT_EQ(golden::to_host(some), (Numbers{1, 1}));
  EXPECT_EQ(golden::to_host(full({2}, 0.25).to(Dtype::boolean)), (Numbers{1, 1}));
  EXPECT_EQ(golden::to_host(full({2}, 0).to(Dtype::boolean)), (Numbers{0, 0}));
  for (const Tensor& each : {whole, some}) EXPECT_FALSE(each.requires_grad()) << name(each.dtype());
  EXPECT_TRUE(x.to(Dtype::bfloat16).requires_grad());
  const Tensor joined = cat({index_of({2}), full({1}, -3).to(Dtype::int64)}, 0);
  EXPECT_EQ(joined.dtype(), Dtype::int64);
  EXPECT_EQ(golden::to_host(joined), (Numbers{1, 1, -3}));
  EXPECT_EQ(golden::to_host(clone(slice(joined, 0, 1, 3))), (Numbers{1, -3}));
  try {
    sum(joined);
    ADD_FAILURE() << "whole numbers are added";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "[sum] takes a floating tensor, got int64 of shape (3,)");
  }
}

TEST(Gather, ReadsInsideOfWhatItReads) {
  const Tensor x = full({3, 2}, 4);
  EXPECT_EQ(golden::to_host(gather(x, 0, index_of({5, 1}))), Numbers(5, 4));
  EXPECT_EQ(gather(x, 1, index_of({2, 7})).sizes(), (Shape{2, 7}));
  EXPECT_EQ(gather(full({}, 4), 0, full({}, 0).to(Dtype::int64)).item(), 4);
  EXPECT_EQ(gather(x, 0, index_of({0, 9})).sizes(), (Shape{0, 9}));
  for (const Device device : {Device::cpu, Device::meta}) {
    const Tensor self = full({3, 2}, 4, device);
    EXPECT_THROW(gather(self, 0, index_of({1, 3})), Error);
    EXPECT_THROW(gather(self, -1, index_of({4, 1})), Error);
    EXPECT_THROW(gather(self, 0, index_of({3})), Error);
  }
}

TEST(Scatter, WritesInsideOfWhatItWritesAndReadsInsideOfItsSource) {
  const Tensor x = full({3, 2}, 4);
  EXPECT_EQ(golden::to_host(scatter(x, 0, index_of({2, 1}), full({3, 2}, 5))),
            (Numbers{4, 4, 5, 4, 4, 4}));
  EXPECT_EQ(golden::to_host(scatter(x, 1, index_of({1, 5}), 6.0)), (Numbers{4, 6, 4, 4, 4, 4}));
  EXPECT_EQ(golden::to_host(scatter(x, 0, index_of({0, 9}), full({1, 1}, 5))), Numbers(6, 4));
  EXPECT_THROW(scatter(x, 0, index_of({1, 3}), 6.0), Error);
  EXPECT_THROW(scatter(x, 1, index_of({4, 1}), full({4, 1}, 5)), Error);
  EXPECT_THROW(scatter(x, 0, index_of({2, 2}), full({2, 1}, 5)), Error);
  EXPECT_THROW(scatter(x, 0, index_of({2, 2}), full({1, 2}, 5)), Error);
  EXPECT_THROW(scatter(x, 0, index_of({1, 2}), full({2}, 5)), Error);
  EXPECT_THROW(scatter(x, 0, index_of({1, 1}),
                       golden::integers({1, 1}, 0, Dtype::float64, Device::cpu, {}, 2)),
               Error);
}

}  // namespace
}  // namespace tally
