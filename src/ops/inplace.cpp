// In-place updates, for optimizers and gradients: the storage's version goes up, no graph is
// recorded.
#include <cmath>

#include "autograd/function.h"
#include "autograd/grad_mode.h"
#include "ops/common.h"
#include "tensor/tensor.h"

namespace tally {
namespace {

using Kind = ScalarOperand::Kind;

/// Writes f(self, others...) into self.
template <class F, class... Others>
const Tensor& update(const char* op, const Tensor& self, const F& f, const Others&... others) {
  check(!(grad_enabled() && self.requires_grad()), [&] {
    return format_text(
        "[{}] a tensor of shape {} that requires grad cannot be written in place while the graph "
        "is recorded: use NoGrad or detach()",
        op, to_string(self.sizes()));
  });
  detail::check_one_device(op, {&self, &others...});
  Shape common = self.sizes();
  [[maybe_unused]] const auto fits = [&](const Tensor& other) {
    return broadcast_shapes(self.sizes(), other.sizes(), common) && common == self.sizes();
  };
  check((... && fits(others)), [&] {
    std::string shapes;
    ((shapes += " " + to_string(others.sizes())), ...);
    return format_text("[{}] shapes{} do not broadcast to {}", op, shapes, to_string(self.sizes()));
  });
  if (recorder().skipping()) return self;
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
const Tensor& Tensor::fill_(double value) const {
  return update("fill_", *this, [value](auto a) { return as<decltype(a)>(value); });
}
const Tensor& Tensor::copy_(const Tensor& source) const {
  return update("copy_", *this, [](auto, auto x) { return x; }, source);
}

}  // namespace tally
