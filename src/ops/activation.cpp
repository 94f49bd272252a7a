// Activations. ReLU, sigmoid and tanh keep their output; GELU and SiLU keep their input
// (tools/autograd/derivatives.yaml).
#include <cmath>
#include <numbers>

#include "autograd/function.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

struct Relu {
  static constexpr const char* name = "relu";
  static constexpr const char* node_name = "ReluBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    const Tensor out = unary(name, self, [](auto x) { return x <= 0 ? decltype(x)(0) : x; });
    context.save_for_backward(out, "result");  // the output: d relu needs only its sign
    return out;
  }
  Tensor backward(Context& context, const Tensor& gradient) {
    const Tensor out = context.saved(0);  // the first operand: its layout decides
    return binary("threshold_backward", out, gradient,
                  [](auto y, auto g) { return y <= 0 ? decltype(g)(0) : g; });
  }
};

struct Sigmoid {
  static constexpr const char* name = "sigmoid";
  static constexpr const char* node_name = "SigmoidBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    const Tensor out = unary(name, self, [](auto x) { return 1 / (1 + std::exp(-x)); });
    context.save_for_backward(out, "result");
    return out;
  }
  Tensor backward(Context& context, const Tensor& gradient) {
    const Tensor out = context.saved(0);
    return binary("sigmoid_backward", gradient, out,
                  [](auto g, auto y) { return g * (1 - y) * y; });
  }
};

struct Tanh {
  static constexpr const char* name = "tanh";
  static constexpr const char* node_name = "TanhBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    const Tensor out = unary(name, self, [](auto x) { return std::tanh(x); });
    context.save_for_backward(out, "result");
    return out;
  }
  Tensor backward(Context& context, const Tensor& gradient) {
    const Tensor out = context.saved(0);
    return binary("tanh_backward", gradient, out, [](auto g, auto y) { return g * (1 - y * y); });
  }
};

struct Silu {
  static constexpr const char* name = "silu";
  static constexpr const char* node_name = "SiluBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    context.save_for_backward(self, "self");
    return unary(name, self, [](auto x) { return x / (1 + std::exp(-x)); });
  }
  Tensor backward(Context& context, const Tensor& gradient) {
    const Tensor self = context.saved(0);
    return binary("silu_backward", gradient, self, [](auto g, auto x) {
      const auto s = 1 / (1 + std::exp(-x));
      return g * s * (1 + x * (1 - s));
    });
  }
};

// GELU(x) = x Phi(x) (Hendrycks & Gimpel, arXiv 1606.08415), or its tanh approximation
// 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
struct Gelu {
  static constexpr const char* name = "gelu";
  static constexpr const char* node_name = "GeluBackward0";
  bool tanh_form;

  Tensor forward(Context& context, const Tensor& self) {
    context.save_for_backward(self, "self");
    if (tanh_form)
      return unary(name, self, [](auto x) {
        using T = decltype(x);
        return T(0.5) * x * (1 + std::tanh(inner(x)));
      });
    return unary(name, self, [](auto x) {
      using T = decltype(x);
      return T(0.5) * x * (1 + std::erf(x * std::numbers::sqrt2_v<T> / 2));
    });
  }
  Tensor backward(Context& context, const Tensor& gradient) {
    const Tensor self = context.saved(0);
    if (tanh_form)
      return binary("gelu_backward", gradient, self, [](auto g, auto x) {
        using T = decltype(x);
        const T u = std::tanh(inner(x));
        const T slope = scale<T> * (1 + 3 * cubic<T> * x * x);
        return g * T(0.5) * (1 + u + x * (1 - u * u) * slope);
      });
    const Tensor out = binary("gelu_backward", gradient, self, [](auto g, auto x) {
      using T = decltype(x);
      const T cdf = T(0.5) * (1 + std::erf(x * std::numbers::sqrt2_v<T> / 2));
      const T pdf = std::exp(-x * x / 2) * std::numbers::inv_sqrtpi_v<T> / std::numbers::sqrt2_v<T>;
      return g * (cdf + x * pdf);
    });
    reordered(self, gradient, out);
    return out;
  }

  /// PyTorch hands the float32 erf form to oneDNN when the input is contiguous; what is laid out
  /// differently is then copied for the call (ATen/native/Activation.cpp, use_mkldnn).
  static void reordered(const Tensor& self, const Tensor& gradient, const Tensor& out) {
    if (self.dtype() != Dtype::float32 || !self.is_contiguous() || self.numel() <= 1) return;
    if (gradient.is_contiguous()) return;
    const Tensor gradient_copy = empty_like(self, MemoryCategory::temporary);
    if (!out.is_contiguous()) empty_like(self, MemoryCategory::temporary);
  }

  template <class T>
  static constexpr T scale =
      std::numbers::sqrt2_v<T> * std::numbers::inv_sqrtpi_v<T>;  // sqrt(2 / pi)
  template <class T>
  static constexpr T cubic = T(0.044715);
  template <class T>
  static T inner(T x) {
    return scale<T> * (x + cubic<T> * x * x * x);
  }
};

}  // namespace

Tensor relu(const Tensor& self) { return apply(Relu{}, self); }
Tensor sigmoid(const Tensor& self) { return apply(Sigmoid{}, self); }
Tensor tanh(const Tensor& self) { return apply(Tanh{}, self); }
Tensor silu(const Tensor& self) { return apply(Silu{}, self); }

Tensor gelu(const Tensor& self, std::string_view approximate) {
  check(approximate == "none" || approximate == "tanh", [&] {
    return format_text("[gelu] approximate takes \"none\" or \"tanh\", got \"{}\"", approximate);
  });
  return apply(Gelu{approximate == "tanh"}, self);
}

}  // namespace tally
