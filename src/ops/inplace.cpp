// In-place updates, for optimizers and gradients: the storage's version goes up, no graph is
// recorded.
#include <cmath>
#include <initializer_list>

#include "autograd/function.h"
#include "autograd/grad_mode.h"
#include "ops/common.h"
#include "tensor/overlap.h"
#include "tensor/tensor.h"

namespace tally {
namespace {

using Kind = ScalarOperand::Kind;

/// No graph is recorded of a write in place, so that the gradient of what requires grad would be
/// lost.
void check_not_recorded(const char* op, const Tensor& x) {
  check(!(grad_enabled() && x.requires_grad()), [&] {
    return format_text(
        "[{}] a tensor of shape {} requires grad, and the graph has no writes in place: use NoGrad "
        "or detach(), or an op that gives a new tensor",
        op, to_string(x.sizes()));
  });
}

/// Checks what every write in place asks for. False where ops are skipped: then nothing is written.
bool may_write(const char* op, const Tensor& self, std::initializer_list<const Tensor*> others) {
  check_not_recorded(op, self);
  for (const Tensor* other : others) {
    detail::check_one_device(op, {&self, other});
    check_not_recorded(op, *other);
    Shape common;
    check(broadcast_shapes(self.sizes(), other->sizes(), common) && common == self.sizes(), [&] {
      return format_text("[{}] shape {} does not broadcast to {}", op, to_string(other->sizes()),
                         to_string(self.sizes()));
    });
  }
  return !recorder().skipping();
}

/// Writes f(self, others...) into self.
template <class F, class... Others>
const Tensor& update(const char* op, const Tensor& self, const F& f, const Others&... others) {
  check_floating(op, self);
  check_written_apart(op, self, {&others...});
  if (!may_write(op, self, {&others...})) return self;
  map(op, self, f, self, others...);
  self.bump_version();
  return self;
}

template <class T>
T as(double value) {
  return static_cast<T>(value);
}

}  // namespace

const Tensor& Tensor::add_(const Tensor& other, double alpha) const {
  return update(
      "add_", *this,
      [factor = rounded(alpha, dtype())](auto a, auto b) {
        return a + as<decltype(a)>(factor) * b;
      },
      other);
}
const Tensor& Tensor::add_(double other) const {
  const ScalarOperand scalar(*this, Kind::floating);
  return update("add_", *this,
                [term = rounded(other, dtype())](auto a) { return a + as<decltype(a)>(term); });
}
const Tensor& Tensor::mul_(const Tensor& other) const {
  return update("mul_", *this, [](auto a, auto b) { return a * b; }, other);
}
const Tensor& Tensor::mul_(double other) const {
  const ScalarOperand scalar(*this, Kind::floating);
  return update("mul_", *this, [other](auto a) { return a * as<decltype(a)>(other); });
}
const Tensor& Tensor::div_(const Tensor& other) const {
  return update("div_", *this, [](auto a, auto b) { return a / b; }, other);
}
const Tensor& Tensor::div_(double other) const {
  const ScalarOperand scalar(*this, Kind::floating);
  return update("div_", *this, [other](auto a) { return a / as<decltype(a)>(other); });
}
/// self + weight (end - self), from the nearer end (ATen/native/Lerp.h).
const Tensor& Tensor::lerp_(const Tensor& end, double weight) const {
  return update(
      "lerp_", *this,
      [weight](auto a, auto b) {
        const auto w = as<decltype(a)>(weight);
        return std::abs(weight) < 0.5 ? fused(w, b - a, a) : fused(w - 1, b - a, b);
      },
      end);
}
const Tensor& Tensor::addcmul_(const Tensor& tensor1, const Tensor& tensor2, double value) const {
  return update(
      "addcmul_", *this,
      [value](auto a, auto x, auto y) { return fused(as<decltype(a)>(value) * x, y, a); }, tensor1,
      tensor2);
}
const Tensor& Tensor::addcdiv_(const Tensor& tensor1, const Tensor& tensor2, double value) const {
  return update(
      "addcdiv_", *this,
      [value](auto a, auto x, auto y) { return a + as<decltype(a)>(value) * x / y; }, tensor1,
      tensor2);
}
const Tensor& Tensor::zero_() const { return fill_(0); }
/// Elements that are one in memory get one value: fill_ takes them (ATen/native/Fill.cpp).
const Tensor& Tensor::fill_(double value) const {
  if (!may_write("fill_", *this, {})) return *this;
  fill(*this, value);
  bump_version();
  return *this;
}
const Tensor& Tensor::copy_(const Tensor& source) const {
  check_written_apart("copy_", *this, {&source});
  if (!may_write("copy_", *this, {&source})) return *this;
  copy(*this, source);
  bump_version();
  return *this;
}

}  // namespace tally
