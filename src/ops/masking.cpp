// Elements that a mask or a place chooses. They keep the mask.
#include "autograd/function.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

void check_mask(const char* op, const Tensor& mask) {
  check(mask.dtype() == Dtype::boolean,
        [&] { return format_text("[{}] a mask takes bool, got {}", op, name(mask.dtype())); });
}

struct Where {
  static constexpr const char* name = "where";
  static constexpr const char* node_name = "WhereBackward0";
  Tensor forward(Context& context, const Tensor& condition, const Tensor& self,
                 const Tensor& other) {
    context.save_for_backward(condition, "condition");
    Shape sizes;
    check(broadcast_shapes(broadcast(name, self, other), condition.sizes(), sizes), [&] {
      return format_text("[where] condition {} does not broadcast with {} and {}",
                         to_string(condition.sizes()), to_string(self.sizes()),
                         to_string(other.sizes()));
    });
    const auto wide = [&](const Tensor& x) {
      return broadcast_strides(x.sizes(), x.strides(), sizes);
    };
    const std::array operands{wide(condition), wide(self), wide(other)};
    const Tensor out = empty_strided(sizes, elementwise_strides(sizes, operands), self.dtype(),
                                     self.device(), result_category());
    map(name, out, [](auto c, auto a, auto b) { return c != 0 ? a : b; }, condition, self, other);
    return out;
  }
  Tensors backward(Context& context, const Tensor& gradient) {  // where(condition, g, 0) and 0, g
    const Tensor condition = context.saved(0);
    const auto chosen = [&](std::size_t input) {
      if (!context.needs_input_grad(input)) return Tensor();
      const Tensor zero = empty_like(gradient, {}, MemoryCategory::temporary);
      const bool when = input == 1;
      const std::array operands{
          broadcast_strides(condition.sizes(), condition.strides(), gradient.sizes()),
          gradient.strides()};
      const Tensor out =
          empty_strided(gradient.sizes(), elementwise_strides(gradient.sizes(), operands),
                        gradient.dtype(), gradient.device(), result_category());
      map(
          name, out, [when](auto c, auto g) { return (c != 0) == when ? g : decltype(g)(0); },
          condition, gradient);
      return out;
    };
    Tensors gradients(3);
    gradients[1] = chosen(1);
    gradients[2] = chosen(2);
    return gradients;
  }
};

struct MaskedFill {
  static constexpr const char* name = "masked_fill";
  static constexpr const char* node_name = "MaskedFillBackward0";
  double value;
  Tensor forward(Context& context, const Tensor& self, const Tensor& mask) {
    context.save_for_backward(mask, "mask");
    return filled(self, mask, value);
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    return {filled(gradient, context.saved(0), 0), Tensor()};
  }
  /// Row-major, whatever the input's layout.
  static Tensor filled(const Tensor& self, const Tensor& mask, double value) {
    const Tensor out = result(self, broadcast(name, self, mask));
    map(
        name, out, [value](auto x, auto m) { return m != 0 ? static_cast<decltype(x)>(value) : x; },
        self, mask);
    return out;
  }
};

struct Tril {
  static constexpr const char* name = "tril";
  static constexpr const char* node_name = "TrilBackward0";
  std::int64_t diagonal;
  Tensor forward(Context&, const Tensor& self) { return lower(self); }
  Tensor backward(Context&, const Tensor& gradient) { return lower(gradient); }
  Tensor lower(const Tensor& x) const {
    const Tensor out = result(x, x.sizes());
    copy(out, x);
    const std::int64_t rows = x.size(-2), columns = x.size(-1);
    if (has_values(out))
      dispatch(out.dtype(), [&]<class T>() {
        for (std::int64_t i = 0; i < out.numel(); ++i)
          if (i % columns > i / columns % rows + diagonal) out.data<T>()[i] = static_cast<T>(0);
      });
    return out;
  }
};

}  // namespace

Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other) {
  check_mask("where", condition);
  check_floating("where", self);
  check(self.dtype() == other.dtype(), [&] {
    return format_text("[where] dtypes differ: {} and {}", name(self.dtype()), name(other.dtype()));
  });
  return apply(Where{}, condition, self, other);
}

Tensor masked_fill(const Tensor& self, const Tensor& mask, double value) {
  check_mask("masked_fill", mask);
  check_floating("masked_fill", self);
  return apply(MaskedFill{value}, self, mask);
}

Tensor tril(const Tensor& self, std::int64_t diagonal) {
  check(self.dim() >= 2, [&] {
    return format_text("[tril] takes at least 2 dimensions, got shape {}", to_string(self.sizes()));
  });
  return apply(Tril{diagonal}, self);
}

}  // namespace tally
