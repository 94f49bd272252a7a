// Writes in place: what they refuse, as PyTorch does, and what they take.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "autograd/backward.h"
#include "autograd/grad_mode.h"
#include "core/check.h"
#include "ops/ops.h"
#include "tensor/kernels.h"
#include "tests/golden/golden.h"

namespace tally {
namespace {

constexpr MemoryCategory other = MemoryCategory::other;
using Numbers = std::vector<double>;

/// 0, 1, 2, ...
Tensor counted(const Shape& shape, Device device = Device::cpu, Dtype dtype = Dtype::float32) {
  const Tensor x = empty(shape, dtype, device, other), flat = x.view({x.numel()});
  for (std::int64_t i = 0; i < x.numel(); ++i)
    fill(slice(flat, 0, i, i + 1), static_cast<double>(i));
  return x;
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void expect_error(const std::string& part, const std::function<void()>& action) {
  const std::string error = error_of(action);
  EXPECT_NE(error.find(part), std::string::npos) << "got: " << error;
}

TEST(InPlace, AnOperandThatRequiresGradIsRefused) {
  Tensor w = counted({3});
  w.set_requires_grad(true);
  const Tensor acc = counted({3}), frozen = counted({3});
  const std::string wanted = "requires grad, and the graph has no writes in place";
  expect_error(wanted, [&] { acc.add_(relu(w)); });
  expect_error(wanted, [&] { acc.mul_(w); });
  expect_error(wanted, [&] { acc.div_(w); });
  expect_error(wanted, [&] { acc.lerp_(w, 0.5); });
  expect_error(wanted, [&] { acc.addcmul_(frozen, w); });
  expect_error(wanted, [&] { acc.addcdiv_(w, frozen); });
  expect_error(wanted, [&] { acc.copy_(w); });
  expect_error(wanted, [&] { w.fill_(1); });
  expect_error(wanted, [&] { w.zero_(); });
  expect_error(wanted, [&] { w.copy_(frozen); });
  EXPECT_EQ(golden::to_host(acc), (Numbers{0, 1, 2})) << "refused, and yet written";
  EXPECT_EQ(acc.version(), 0u);
  acc.add_(w.detach());
  const NoGrad no_grad;
  acc.add_(relu(w));
  EXPECT_EQ(golden::to_host(acc), (Numbers{0, 3, 6}));
}

TEST(InPlace, OneElementInSeveralPlacesIsFilledAndNothingElse) {
  for (const Device device : {Device::cpu, Device::meta}) {
    const Tensor one = counted({1}, device), x = one.expand({3}), y = counted({3}, device);
    const std::string wanted = "are one in memory: write to a clone()";
    expect_error(wanted, [&] { x.add_(1); });
    expect_error(wanted, [&] { x.mul_(2); });
    expect_error(wanted, [&] { x.add_(y); });
    expect_error(wanted, [&] { x.copy_(y); });
    expect_error(wanted, [&] { x.lerp_(y, 0.5); });
    expect_error(wanted, [&] { x.addcmul_(y, y); });
    expect_error(wanted, [&] { x.addcdiv_(y, y); });
    EXPECT_EQ(one.version(), 0u);
    x.fill_(2);
    if (device == Device::cpu) {
      EXPECT_EQ(one.item(), 2);
    }
    empty({1, 0}, Dtype::float32, device, other).expand({3, 0}).add_(1);  // it has no elements
  }
}

TEST(InPlace, APartlySharedOperandIsRefused) {
  for (const Device device : {Device::cpu, Device::meta}) {
    const Tensor w = counted({3, 3}, device), x = counted({5}, device);
    const std::string wanted = "share a part of their memory";
    expect_error(wanted, [&] { w.add_(w.t()); });
    expect_error(wanted, [&] { w.copy_(w.t()); });
    expect_error(wanted, [&] { w.lerp_(w.t(), 0.5); });
    expect_error(wanted, [&] { w.addcmul_(w, w.t()); });
    expect_error(wanted, [&] { w.addcdiv_(w.t(), w); });
    expect_error(wanted, [&] { w.add_(slice(w, 0, 1, 2)); });
    expect_error(wanted, [&] { slice(x, 0, 1, 4).add_(slice(x, 0, 0, 3)); });
    expect_error(wanted, [&] { slice(w, 1, 0, 2).add_(slice(w, 1, 1, 3)); });
    expect_error(wanted, [&] { w.view({1, 9}).add_(w.view({9})); });
    EXPECT_EQ(w.version() + x.version(), 0u);
  }
}

TEST(InPlace, TheSameViewAndViewsApartAreTaken) {
  const Tensor x = counted({3, 4});
  x.add_(x.view({3, 4}));
  x.t().mul_(x.t());
  EXPECT_EQ(golden::to_host(slice(x, 0, 1, 2)), (Numbers{64, 100, 144, 196}));
  const Tensor columns = counted({3, 4});
  slice(columns, 1, 0, 2).add_(slice(columns, 1, 2, 4));
  EXPECT_EQ(golden::to_host(columns), (Numbers{2, 4, 2, 3, 10, 12, 6, 7, 18, 20, 10, 11}));
  const Tensor row = counted({6});
  slice(row, 0, 0, 6, 2).add_(slice(row, 0, 1, 6, 2));
  EXPECT_EQ(golden::to_host(row), (Numbers{1, 1, 5, 3, 9, 5}));
  const Tensor middle = counted({2, 4, 2});
  slice(middle, 1, 0, 2).copy_(slice(middle, 1, 2, 4));
  EXPECT_EQ(golden::to_host(middle),
            (Numbers{4, 5, 6, 7, 4, 5, 6, 7, 12, 13, 14, 15, 12, 13, 14, 15}));
  slice(row, 0, 0, 3).copy_(slice(row, 0, 3, 6));
  EXPECT_EQ(golden::to_host(row), (Numbers{3, 9, 5, 3, 9, 5}));
}

TEST(InPlace, WholeNumbersAreCopiedAndFilledAndNotReckonedWith) {
  for (const Device device : {Device::cpu, Device::meta})
    for (const Dtype dtype : {Dtype::int64, Dtype::boolean, Dtype::uint8}) {
      const Tensor x = empty({2}, dtype, device, other);
      const Tensor source = counted({2}, device, dtype);
      x.fill_(1);
      EXPECT_EQ(x.version(), 1u);
      if (device == Device::cpu) {
        EXPECT_EQ(golden::to_host(x), (Numbers{1, 1}));
      }
      x.copy_(source);
      if (device == Device::cpu) {
        EXPECT_EQ(golden::to_host(x), (Numbers{0, 1}));
      }
      x.zero_();
      if (device == Device::cpu) {
        EXPECT_EQ(golden::to_host(x), (Numbers{0, 0}));
      }
      const std::string wanted = "takes a floating tensor, got " + std::string(name(dtype));
      expect_error(wanted, [&] { x.add_(1); });
      expect_error(wanted, [&] { x.mul_(2); });
      expect_error(wanted, [&] { x.div_(2); });
      expect_error(wanted, [&] { x.add_(source); });
      expect_error(wanted, [&] { x.mul_(source); });
      expect_error(wanted, [&] { x.div_(source); });
      expect_error(wanted, [&] { x.lerp_(source, 0.5); });
      expect_error(wanted, [&] { x.addcmul_(source, source); });
      expect_error(wanted, [&] { x.addcdiv_(source, source); });
    }
  const Tensor whole = counted({3}, Device::cpu, Dtype::int64), real = counted({3});
  real.mul_(0.75);
  whole.copy_(real);  // 0, 0.75, 1.5, cut off as in C
  EXPECT_EQ(golden::to_host(whole), (Numbers{0, 0, 1}));
}

}  // namespace
}  // namespace tally
