// Elementwise arithmetic. The gradients of broadcast operands are summed by the engine, not here.
#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

using Kind = ScalarOperand::Kind;

/// x * value with ATen's scalar operand around the result.
Tensor scaled(const Tensor& x, double value) {
  const ScalarOperand scalar(x, Kind::floating);
  return unary("mul", x, [value](auto v) { return v * static_cast<decltype(v)>(value); });
}

struct Add {
  static constexpr const char* name = "add";
  static constexpr const char* node_name = "AddBackward0";
  double alpha;
  Tensor forward(Context&, const Tensor& self, const Tensor& other) {
    const double factor = rounded(alpha, result_type(self, other));
    return binary(name, self, other,
                  [factor](auto a, auto b) { return a + static_cast<decltype(b)>(factor) * b; });
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const bool other = context.needs_input_grad(1);
    return {context.needs_input_grad(0) ? gradient : Tensor(), !other ? Tensor()
                                                               : alpha == 1
                                                                   ? gradient
                                                                   : scaled(gradient, alpha)};
  }
};

struct AddScalar {
  static constexpr const char* name = "add";
  static constexpr const char* node_name = "AddBackward1";
  double other, alpha;
  Tensor forward(Context&, const Tensor& self) {
    const ScalarOperand scalar(self, Kind::floating);
    const double term = rounded(alpha, self.dtype()) * rounded(other, self.dtype());
    return unary(name, self, [term](auto x) { return x + static_cast<decltype(x)>(term); });
  }
  Tensor backward(Context&, const Tensor& gradient) { return gradient; }
};

struct Sub {
  static constexpr const char* name = "sub";
  static constexpr const char* node_name = "SubBackward0";
  double alpha;
  Tensor forward(Context&, const Tensor& self, const Tensor& other) {
    const double factor = rounded(alpha, result_type(self, other));
    return binary(name, self, other,
                  [factor](auto a, auto b) { return a - static_cast<decltype(b)>(factor) * b; });
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    Tensor other;
    if (context.needs_input_grad(1)) {
      other = unary("neg", gradient, [](auto g) { return -g; });
      if (alpha != 1) other = scaled(other, alpha);
    }
    return {context.needs_input_grad(0) ? gradient : Tensor(), other};
  }
};

struct SubScalar {
  static constexpr const char* name = "sub";
  static constexpr const char* node_name = "SubBackward1";
  double other, alpha;
  Tensor forward(Context&, const Tensor& self) {
    const ScalarOperand scalar(self, Kind::floating);
    const double term = rounded(alpha, self.dtype()) * rounded(other, self.dtype());
    return unary(name, self, [term](auto x) { return x - static_cast<decltype(x)>(term); });
  }
  Tensor backward(Context&, const Tensor& gradient) { return gradient; }
};

struct Rsub {
  static constexpr const char* name = "rsub";
  static constexpr const char* node_name = "RsubBackward1";
  double other;
  Tensor forward(Context&, const Tensor& self) {
    const ScalarOperand scalar(self, Kind::floating);
    const double from = rounded(other, self.dtype());
    return unary(name, self, [from](auto x) { return static_cast<decltype(x)>(from) - x; });
  }
  Tensor backward(Context&, const Tensor& gradient) {
    return unary("neg", gradient, [](auto g) { return -g; });
  }
};

struct Mul {
  static constexpr const char* name = "mul";
  static constexpr const char* node_name = "MulBackward0";
  Tensor forward(Context& context, const Tensor& self, const Tensor& other) {
    context.save_for_backward(context.needs_input_grad(0) ? other : Tensor(), "other");
    context.save_for_backward(context.needs_input_grad(1) ? self : Tensor(), "self");
    return product(self, other);
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor other = context.saved(0), self = context.saved(1);
    Tensors gradients(2);
    if (context.needs_input_grad(1)) gradients[1] = product(gradient, self);
    if (context.needs_input_grad(0)) gradients[0] = product(gradient, other);
    return gradients;
  }
};

struct MulScalar {
  static constexpr const char* name = "mul";
  static constexpr const char* node_name = "MulBackward1";
  double other;
  Tensor forward(Context&, const Tensor& self) { return scaled(self, other); }
  Tensor backward(Context&, const Tensor& gradient) { return scaled(gradient, other); }
};

struct Div {
  static constexpr const char* name = "div";
  static constexpr const char* node_name = "DivBackward0";
  Tensor forward(Context& context, const Tensor& self, const Tensor& other) {
    context.save_for_backward(other, "other");
    context.save_for_backward(context.needs_input_grad(1) ? self : Tensor(), "self");
    return quotient(self, other);
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor other = context.saved(0), self = context.saved(1);
    Tensors gradients(2);
    if (context.needs_input_grad(1)) {  // -g ((self / other) / other)
      const Tensor once = quotient(self, other), twice = quotient(once, other);
      const Tensor negative = unary("neg", gradient, [](auto g) { return -g; });
      gradients[1] = product(negative, twice);
    }
    if (context.needs_input_grad(0)) gradients[0] = quotient(gradient, other);
    return gradients;
  }
  static Tensor quotient(const Tensor& a, const Tensor& b) {
    return binary(name, a, b, [](auto x, auto y) { return x / y; });
  }
};

struct DivScalar {
  static constexpr const char* name = "div";
  static constexpr const char* node_name = "DivBackward1";
  double other;
  Tensor forward(Context&, const Tensor& self) { return quotient(self); }
  Tensor backward(Context&, const Tensor& gradient) { return quotient(gradient); }
  Tensor quotient(const Tensor& x) const {
    const ScalarOperand scalar(x, Kind::floating);
    return unary(name, x, [this](auto v) { return v / static_cast<decltype(v)>(other); });
  }
};

struct Neg {
  static constexpr const char* name = "neg";
  static constexpr const char* node_name = "NegBackward0";
  Tensor forward(Context&, const Tensor& self) { return opposite(self); }
  Tensor backward(Context&, const Tensor& gradient) { return opposite(gradient); }
  static Tensor opposite(const Tensor& x) {
    return unary(name, x, [](auto v) { return -v; });
  }
};

struct Reciprocal {
  static constexpr const char* name = "reciprocal";
  static constexpr const char* node_name = "ReciprocalBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    const Tensor out = unary(name, self, [](auto x) { return 1 / x; });
    context.save_for_backward(out, "result");
    return out;
  }
  Tensor backward(Context& context, const Tensor& gradient) {  // -g (result result)
    const Tensor out = context.saved(0);
    const Tensor square = product(out, out), negative = Neg::opposite(gradient);
    return product(negative, square);
  }
};

}  // namespace

Tensor add(const Tensor& self, const Tensor& other, double alpha) {
  return apply(Add{alpha}, self, other);
}
Tensor add(const Tensor& self, double other, double alpha) {
  return apply(AddScalar{other, alpha}, self);
}
Tensor sub(const Tensor& self, const Tensor& other, double alpha) {
  return apply(Sub{alpha}, self, other);
}
Tensor sub(const Tensor& self, double other, double alpha) {
  return apply(SubScalar{other, alpha}, self);
}
Tensor rsub(const Tensor& self, double other) { return apply(Rsub{other}, self); }
Tensor mul(const Tensor& self, const Tensor& other) { return apply(Mul{}, self, other); }
Tensor mul(const Tensor& self, double other) { return apply(MulScalar{other}, self); }
Tensor div(const Tensor& self, const Tensor& other) { return apply(Div{}, self, other); }
Tensor div(const Tensor& self, double other) { return apply(DivScalar{other}, self); }
Tensor neg(const Tensor& self) { return apply(Neg{}, self); }
Tensor reciprocal(const Tensor& self) {
  if (autocasts_on(CastKernel::cuda)) {
    const AutocastInputs cast = full_precision({&self});
    return reciprocal(cast[0]);
  }
  return apply(Reciprocal{}, self);
}

}  // namespace tally
