// Roots, exponentials and angles, elementwise. exp and rsqrt keep their output, cos and sin their
// input (tools/autograd/derivatives.yaml).
#include <cmath>

#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

struct Rsqrt {
  static constexpr const char* name = "rsqrt";
  static constexpr const char* node_name = "RsqrtBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    const Tensor out = unary(name, self, [](auto x) { return 1 / std::sqrt(x); });
    context.save_for_backward(out, "result");
    return out;
  }
  Tensor backward(Context& context, const Tensor& gradient) {  // (-0.5 g) result^3
    const Tensor out = context.saved(0);
    const Dtype dtype = out.dtype();
    const Tensor cube = unary("pow", out, [dtype](auto y) {
      return static_cast<decltype(y)>(rounded(static_cast<double>(y * y), dtype)) * y;
    });
    Tensor half;
    {
      const ScalarOperand scalar(gradient, ScalarOperand::Kind::floating);
      half = unary("mul", gradient, [](auto g) { return g * decltype(g)(-0.5); });
    }
    const Tensor slope = product(half, cube);
    half = {};
    return slope;
  }
};

struct Exp {
  static constexpr const char* name = "exp";
  static constexpr const char* node_name = "ExpBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    const Tensor out = unary(name, self, [](auto x) { return std::exp(x); });
    context.save_for_backward(out, "result");
    return out;
  }
  Tensor backward(Context& context, const Tensor& gradient) {
    return product(gradient, context.saved(0));
  }
};

struct Cos {
  static constexpr const char* name = "cos";
  static constexpr const char* node_name = "CosBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    context.save_for_backward(self, "self");
    return unary(name, self, [](auto x) { return std::cos(x); });
  }
  Tensor backward(Context& context, const Tensor& gradient) {  // g (-sin(self))
    const Tensor self = context.saved(0);
    const Tensor sine = unary("sin", self, [](auto x) { return std::sin(x); });
    const Tensor slope = unary("neg", sine, [](auto x) { return -x; });
    return product(gradient, slope);
  }
};

struct Sin {
  static constexpr const char* name = "sin";
  static constexpr const char* node_name = "SinBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    context.save_for_backward(self, "self");
    return unary(name, self, [](auto x) { return std::sin(x); });
  }
  Tensor backward(Context& context, const Tensor& gradient) {
    const Tensor self = context.saved(0);
    const Tensor cosine = unary("cos", self, [](auto x) { return std::cos(x); });
    return product(gradient, cosine);
  }
};

}  // namespace

Tensor rsqrt(const Tensor& self) {
  if (autocasts_on(CastKernel::cuda)) {
    const AutocastInputs cast = full_precision({&self});
    return rsqrt(cast[0]);
  }
  return apply(Rsqrt{}, self);
}
Tensor exp(const Tensor& self) {
  if (autocasts_on(CastKernel::cuda)) {
    const AutocastInputs cast = full_precision({&self});
    return exp(cast[0]);
  }
  return apply(Exp{}, self);
}
Tensor cos(const Tensor& self) { return apply(Cos{}, self); }
Tensor sin(const Tensor& self) { return apply(Sin{}, self); }

}  // namespace tally
