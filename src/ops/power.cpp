// Powers and roots.
#include <cmath>
#include <optional>

#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

using Kind = ScalarOperand::Kind;

/// As ATen does, 2, 3 and -2 by products, each rounded (PowKernel.cpp,
/// pow_tensor_scalar_optimized); 1, which the derivative of a square asks for, is the value itself.
Tensor power(const Tensor& self, double given) {
  const Dtype dtype = self.dtype();
  const double exponent = rounded(given, dtype);
  const auto square = [dtype](auto x) {
    return static_cast<decltype(x)>(rounded(static_cast<double>(x * x), dtype));
  };
  if (exponent == 1) return unary("pow", self, [](auto x) { return x; });
  if (exponent == 2) return unary("pow", self, [](auto x) { return x * x; });
  if (exponent == 3) return unary("pow", self, [&](auto x) { return square(x) * x; });
  if (exponent == -2) return unary("pow", self, [&](auto x) { return 1 / square(x); });
  return unary("pow", self,
               [exponent](auto x) { return std::pow(x, static_cast<decltype(x)>(exponent)); });
}

Tensor power(const Tensor& self, const Tensor& exponent) {
  return binary("pow", self, exponent, [](auto x, auto y) { return std::pow(x, y); });
}

/// A bool tensor of f(x).
template <class F>
Tensor mask(const Tensor& x, const F& f) {
  const Tensor out = empty(x.sizes(), Dtype::boolean, x.device(), MemoryCategory::temporary);
  if (!has_values(out, x)) return out;
  dispatch_floating("compare", x.dtype(), [&]<class T>() {
    std::int64_t next = 0;
    for_each_row<1>(x.sizes(), {x.strides()},
                    [&](std::int64_t n, const auto& offset, const auto& stride) {
                      for (std::int64_t i = 0; i < n; ++i)
                        out.data<bool>()[next++] = f(static_cast<double>(
                            static_cast<ComputeType<T>>(x.data<T>()[offset[0] + i * stride[0]])));
                    });
  });
  return out;
}

/// A comparison with a scalar: ATen frees the scalar's own tensor before its cast here.
template <class F>
Tensor compared(const Tensor& x, Kind kind, const F& f) {
  Tensor wrapped = scalar_tensor(kind, x.device());
  Tensor cast = x.dtype() == wrapped.dtype()
                    ? Tensor()
                    : empty({}, x.dtype(), x.device(), MemoryCategory::temporary);
  const Tensor out = mask(x, f);
  wrapped = {};
  cast = {};
  return out;
}

struct PowScalar {
  static constexpr const char* name = "pow";
  static constexpr const char* node_name = "PowBackward0";
  double exponent;
  Tensor forward(Context& context, const Tensor& self) {
    context.save_for_backward(self, "self");
    return power(self, exponent);
  }
  Tensor backward(Context& context, const Tensor& gradient) {  // g (exponent self^(exponent - 1))
    const Tensor self = context.saved(0);
    if (exponent == 0) {
      const Tensor zeros = empty_like(gradient, result_category());
      fill(zeros, 0);
      return zeros;
    }
    const Tensor lowered = power(self, exponent - 1);
    Tensor slope;
    {
      const ScalarOperand scalar(lowered, Kind::floating);
      slope =
          unary("mul", lowered, [this](auto x) { return x * static_cast<decltype(x)>(exponent); });
    }
    const Tensor out = product(gradient, slope);
    slope = {};
    return out;
  }
};

struct PowTensor {
  static constexpr const char* name = "pow";
  static constexpr const char* node_name = "PowBackward1";
  Tensor forward(Context& context, const Tensor& self, const Tensor& exponent) {
    context.save_for_backward(exponent, "exponent");
    context.save_for_backward(self, "self");
    const Tensor out = power(self, exponent);
    context.save_for_backward(out, "result");
    return out;
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor exponent = context.saved(0), self = context.saved(1), out = context.saved(2);
    Tensors gradients(2);
    if (context.needs_input_grad(1))
      gradients[1] = exponent_gradient(gradient, self, exponent, out);
    if (context.needs_input_grad(0)) gradients[0] = self_gradient(gradient, self, exponent);
    return gradients;
  }

  /// g where(self == 0 and exponent >= 0, 0, result log(self)) (FunctionsManual.cpp,
  /// pow_backward_exponent).
  static Tensor exponent_gradient(const Tensor& gradient, const Tensor& self,
                                  const Tensor& exponent, const Tensor& out) {
    Tensor nonnegative = compared(exponent, Kind::integral, [](double x) { return x >= 0; });
    Tensor zero = compared(self, Kind::integral, [](double x) { return x == 0; });
    Shape sizes = broadcast("logical_and", self, exponent);
    const Tensor condition = empty(sizes, Dtype::boolean, self.device(), MemoryCategory::temporary);
    if (has_values(condition))
      map_as<bool>(condition, [](bool a, bool b) { return a && b; }, zero, nonnegative);
    zero = {};
    nonnegative = {};
    Tensor logarithm = unary("log", self, [](auto x) { return std::log(x); });
    Tensor slope = product(out, logarithm);
    Tensor nothing = empty({}, self.dtype(), self.device(), MemoryCategory::temporary);
    Tensor chosen = empty_like(slope, MemoryCategory::temporary);
    map(
        "where", chosen, [](auto c, auto s) { return c != 0 ? decltype(s)(0) : s; }, condition,
        slope);
    const Tensor result = product(gradient, chosen);
    chosen = {};
    nothing = {};
    slope = {};
    logarithm = {};
    return result;
  }

  /// where(exponent == 0, 0, g (exponent self^(exponent - 1))) (pow_backward_self).
  static Tensor self_gradient(const Tensor& gradient, const Tensor& self, const Tensor& exponent) {
    Tensor lowered_exponent;
    {
      const ScalarOperand scalar(exponent, Kind::integral);
      lowered_exponent = unary("sub", exponent, [](auto x) { return x - 1; });
    }
    Tensor lowered = power(self, lowered_exponent);
    Tensor slope = product(exponent, lowered);
    Tensor flowing = product(gradient, slope);
    Tensor nothing = empty({}, self.dtype(), self.device(), MemoryCategory::temporary);
    Tensor condition = compared(exponent, Kind::floating, [](double x) { return x == 0; });
    const Tensor result = empty_like(flowing, result_category());
    map(
        "where", result, [](auto c, auto s) { return c != 0 ? decltype(s)(0) : s; }, condition,
        flowing);
    condition = {};
    nothing = {};
    flowing = {};
    slope = {};
    lowered = {};
    lowered_exponent = {};
    return result;
  }
};

struct Sqrt {
  static constexpr const char* name = "sqrt";
  static constexpr const char* node_name = "SqrtBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    const Tensor out = unary(name, self, [](auto x) { return std::sqrt(x); });
    context.save_for_backward(out, "result");
    return out;
  }
  Tensor backward(Context& context, const Tensor& gradient) {  // g / (2 result)
    const Tensor out = context.saved(0);
    Tensor doubled;
    {
      const ScalarOperand scalar(out, Kind::integral);
      doubled = unary("mul", out, [](auto y) { return 2 * y; });
    }
    return binary("div", gradient, doubled, [](auto g, auto d) { return g / d; });
  }
};

}  // namespace

Tensor pow(const Tensor& self, double exponent) {
  if (autocasts_on(CastKernel::cuda)) {
    const AutocastInputs cast = full_precision({&self});
    return pow(cast[0], exponent);
  }
  return apply(PowScalar{exponent}, self);
}
Tensor pow(const Tensor& self, const Tensor& exponent) {
  if (autocasts_on(CastKernel::cuda)) {
    const AutocastInputs cast = full_precision({&self, &exponent});
    return pow(cast[0], cast[1]);
  }
  return apply(PowTensor{}, self, exponent);
}
Tensor sqrt(const Tensor& self) { return apply(Sqrt{}, self); }
Tensor Tensor::sqrt() const { return tally::sqrt(*this); }

}  // namespace tally
