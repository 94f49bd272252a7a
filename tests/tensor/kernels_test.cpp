// The kernels against plain loops, on layouts that a fast path could get wrong.
#include "tensor/kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/check.h"

namespace tally {
namespace {

constexpr MemoryCategory other = MemoryCategory::other;

/// The element at `index` of a float tensor, by its strides.
float at(const Tensor& x, const std::vector<std::int64_t>& index) {
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < index.size(); ++d) offset += index[d] * x.strides()[d];
  return x.data<float>()[offset];
}

Tensor random(const Shape& shape, std::uint64_t stream) {
  const Tensor x = empty(shape, Dtype::float32, Device::cpu, other);
  fill_random(x, 1, stream, 0, Distribution::uniform, 1);
  return x;
}

TEST(Strided, VisitsEveryElementOnceInAnyLayout) {
  const Tensor x = random({3, 4, 5}, 1);
  const Tensor permuted = x.alias({5, 3, 4}, {1, 20, 5}, 0);
  const Tensor out = empty({5, 3, 4}, Dtype::float32, Device::cpu, other);
  copy(out, permuted);
  for (std::int64_t i = 0; i < 5; ++i)
    for (std::int64_t j = 0; j < 3; ++j)
      for (std::int64_t k = 0; k < 4; ++k) EXPECT_EQ(at(out, {i, j, k}), at(x, {j, k, i}));
}

TEST(Strided, BroadcastsFromSizeOneAndFewerDimensions) {
  const Tensor a = random({2, 1, 3}, 1), b = random({4, 1}, 2);
  const Tensor out = empty({2, 4, 3}, Dtype::float32, Device::cpu, other);
  map("add", out, [](auto x, auto y) { return x + y; }, a, b);
  for (std::int64_t i = 0; i < 2; ++i)
    for (std::int64_t j = 0; j < 4; ++j)
      for (std::int64_t k = 0; k < 3; ++k)
        EXPECT_EQ(at(out, {i, j, k}), at(a, {i, 0, k}) + at(b, {j, 0}));
}

TEST(Kernels, ProductsOfEveryLayoutAgreeWithALoop) {
  const Tensor a = random({5, 7}, 1), b = random({7, 6}, 2);
  const auto transposed = [](const Tensor& x) {  // the same values, stored by columns
    const Tensor t = empty({x.size(1), x.size(0)}, Dtype::float32, Device::cpu, other);
    const Tensor view = t.alias(x.sizes(), {1, x.size(0)}, 0);
    copy(view, x);
    return view;
  };
  const auto spread = [](const Tensor& x) {  // neither rows nor columns dense
    const Tensor wide = empty({x.size(0), x.size(1) * 2}, Dtype::float32, Device::cpu, other);
    const Tensor view = wide.alias(x.sizes(), {x.size(1) * 2, 2}, 0);
    copy(view, x);
    return view;
  };
  for (const Tensor& lhs : {a, transposed(a), spread(a)}) {
    for (const Tensor& rhs : {b, transposed(b), spread(b)}) {
      const Tensor out = empty({5, 6}, Dtype::float32, Device::cpu, other);
      matrix_product(out, lhs, rhs);
      for (std::int64_t i = 0; i < 5; ++i)
        for (std::int64_t j = 0; j < 6; ++j) {
          double sum = 0;
          for (std::int64_t k = 0; k < 7; ++k) sum += double{at(a, {i, k})} * double{at(b, {k, j})};
          EXPECT_NEAR(at(out, {i, j}), sum, 1e-5);
        }
    }
  }
}

TEST(Kernels, SumsKeepWhatFloatWouldLose) {
  const Tensor x = empty({1 << 20}, Dtype::float32, Device::cpu, other);
  fill(x, 0.1);
  const Tensor out = empty({1}, Dtype::float32, Device::cpu, other);
  sum_over(out, x);
  EXPECT_FLOAT_EQ(out.data<float>()[0], static_cast<float>((1 << 20) * static_cast<double>(0.1f)));
}

TEST(Kernels, TheSumOfNothingIsZero) {
  const Tensor out = empty({1, 3}, Dtype::float32, Device::cpu, other);
  fill(out, 7);
  sum_over(out, empty({0, 3}, Dtype::float32, Device::cpu, other));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(out.data<float>()[i], 0);
}

TEST(Kernels, Bfloat16RoundsToNearestEven) {
  const Tensor x = empty({1}, Dtype::bfloat16, Device::cpu, other);
  fill(x, 1.00390625);  // halfway between 1 and its neighbour 1 + 2^-7
  EXPECT_EQ(static_cast<float>(x.data<BFloat16>()[0]), 1.0f);
  fill(x, 1.01171875);  // halfway between 1 + 2^-7 and 1 + 2^-6
  EXPECT_EQ(static_cast<float>(x.data<BFloat16>()[0]), 1.015625f);
}

TEST(Kernels, DoNothingOnMeta) {
  const Tensor x = empty({1 << 30, 1 << 10}, Dtype::float32, Device::meta, other);
  fill(x, 1);
  copy(x, x);
  EXPECT_EQ(x.raw_data(), nullptr);
}

TEST(Kernels, RandomNumbersAreFloatingOnBothDevices) {
  for (const Device device : {Device::cpu, Device::meta})
    EXPECT_THROW(
        fill_random(empty({2}, Dtype::int64, device, other), 1, 1, 0, Distribution::normal, 1),
        Error);
}

TEST(Kernels, MayWriteOverAnyOfTheirInputs) {
  constexpr std::int64_t n = 37;
  const auto numbers = [&](double first) {
    const Tensor x = empty({n}, Dtype::float32, Device::cpu, MemoryCategory::other);
    for (std::int64_t i = 0; i < n; ++i)
      x.data<float>()[i] = static_cast<float>(first) + static_cast<float>(i);
    return x;
  };
  const auto difference = [](auto a, auto b) { return 2 * a - b; };
  const auto expect = [&](const Tensor& out, double a, double b) {
    for (std::int64_t i = 0; i < n; ++i)
      EXPECT_EQ(static_cast<double>(out.data<float>()[i]),
                2 * (a + static_cast<double>(i)) - (b + static_cast<double>(i)));
  };
  const Tensor apart = numbers(0), left = numbers(5), right = numbers(9), both = numbers(7);
  map("test", apart, difference, numbers(5), numbers(9));
  map("test", left, difference, left, numbers(9));
  map("test", right, difference, numbers(5), right);
  map("test", both, difference, both, both);
  expect(apart, 5, 9);
  expect(left, 5, 9);
  expect(right, 5, 9);
  expect(both, 7, 7);
}

TEST(Kernels, SumsOfAnyLengthAreWhole) {
  for (std::int64_t n = 1; n <= 40; ++n)
    for (const std::int64_t step : {1, 2}) {
      const Tensor x = empty({n * step}, Dtype::float32, Device::cpu, MemoryCategory::other);
      for (std::int64_t i = 0; i < n * step; ++i)
        x.data<float>()[i] = static_cast<float>(i % step == 0 ? i / step + 1 : 1000);
      const Tensor out = empty({1}, Dtype::float32, Device::cpu, MemoryCategory::other);
      sum_over(out, x.alias({n}, {step}, 0));
      EXPECT_EQ(out.item(), static_cast<double>(n * (n + 1) / 2)) << n << ", step " << step;
    }
}

TEST(Kernels, LeaveValuesAloneWhereAllIsComputedAlready) {
  const Tensor x = empty({3}, Dtype::float32, Device::cpu, MemoryCategory::other);
  fill(x, 1);
  {
    const ComputedAlready outer(true);
    const ComputedAlready inner(false);
    fill(x, 2);
    map("test", x, [](auto a) { return a + 1; }, x);
  }
  EXPECT_EQ(x.data<float>()[0], 1);
  const ComputedAlready off(false);
  fill(x, 3);
  EXPECT_EQ(x.data<float>()[0], 3);
}

}  // namespace
}  // namespace tally
