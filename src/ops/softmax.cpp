// Softmax and its logarithm keep their output (tools/autograd/derivatives.yaml). The result is
// row-major whatever the layout of the input, of which a kernel reads a row-major copy
// (ATen/native/SoftMax.cpp).
#include <algorithm>
#include <cmath>
#include <limits>

#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

/// Calls `line(first element, stride, elements)` for each run along `dim` of a row-major tensor.
template <class Line>
void for_each_line(const Shape& sizes, std::int64_t dim, const Line& line) {
  if (sizes.empty()) return line(std::int64_t{0}, std::int64_t{1}, std::int64_t{1});
  const auto d = static_cast<std::size_t>(dim);
  const std::int64_t stride = contiguous_strides(sizes)[d], length = sizes[d];
  const std::int64_t outer = length > 0 ? numel(sizes) / (length * stride) : 0;
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t i = 0; i < stride; ++i) line(o * length * stride + i, stride, length);
}

/// out = exp(x - max) / sum(exp(x - max)), or its logarithm, along `dim`; both row-major. A run of
/// minus infinity gives NaN, or 0 where it is `safe`.
template <class T>
void softmax_kernel(const Tensor& out, const Tensor& x, std::int64_t dim, bool logarithm,
                    bool safe) {
  using C = ComputeType<T>;
  for_each_line(x.sizes(), dim, [&](std::int64_t first, std::int64_t stride, std::int64_t length) {
    const T* from = x.data<T>() + first;
    T* to = out.data<T>() + first;
    C greatest = static_cast<C>(from[0]);
    for (std::int64_t i = 1; i < length; ++i)
      greatest = std::max(greatest, static_cast<C>(from[i * stride]));
    if (safe && greatest == -std::numeric_limits<C>::infinity()) {
      for (std::int64_t i = 0; i < length; ++i) to[i * stride] = static_cast<T>(C(0));
      return;
    }
    double total = 0;
    for (std::int64_t i = 0; i < length; ++i)
      total += static_cast<double>(std::exp(static_cast<C>(from[i * stride]) - greatest));
    const C shift = static_cast<C>(std::log(total)), factor = static_cast<C>(1 / total);
    for (std::int64_t i = 0; i < length; ++i) {
      const C centred = static_cast<C>(from[i * stride]) - greatest;
      to[i * stride] = static_cast<T>(logarithm ? centred - shift : std::exp(centred) * factor);
    }
  });
}

/// (g - sum(g y)) y, or g - exp(y) sum(g) for the logarithm.
template <class T>
void softmax_backward_kernel(const Tensor& out, const Tensor& gradient, const Tensor& y,
                             std::int64_t dim, bool logarithm) {
  using C = ComputeType<T>;
  for_each_line(y.sizes(), dim, [&](std::int64_t first, std::int64_t stride, std::int64_t length) {
    const auto g = [&](std::int64_t i) {
      return static_cast<C>(gradient.data<T>()[first + i * stride]);
    };
    const auto value = [&](std::int64_t i) {
      return static_cast<C>(y.data<T>()[first + i * stride]);
    };
    double sum = 0;
    for (std::int64_t i = 0; i < length; ++i)
      sum += static_cast<double>(logarithm ? g(i) : g(i) * value(i));
    const C total = static_cast<C>(sum);
    for (std::int64_t i = 0; i < length; ++i)
      out.data<T>()[first + i * stride] =
          static_cast<T>(logarithm ? g(i) - std::exp(value(i)) * total : (g(i) - total) * value(i));
  });
}

template <bool logarithm, bool safe = false>
struct SoftmaxOp {
  std::int64_t dim;
  Tensor forward(Context& context, const Tensor& self) {
    const char* op = logarithm ? "log_softmax" : "softmax";
    check_floating(op, self);
    dim = wrap_dim(op, dim, self.dim());
    const Tensor out = result(self, self.sizes());
    if (self.numel() > 0) {
      const Tensor rows = expect_contiguous(self);
      if (has_values(out, rows))
        dispatch_floating(op, out.dtype(),
                          [&]<class T>() { softmax_kernel<T>(out, rows, dim, logarithm, safe); });
    }
    context.save_for_backward(out, "result");
    return out;
  }
  Tensor backward(Context& context, const Tensor& gradient) {
    const Tensor y = context.saved(0);
    const Tensor out = result(gradient, gradient.sizes());
    if (y.numel() == 0) return out;
    const Tensor rows = expect_contiguous(gradient);
    if (has_values(out, rows, y))
      dispatch_floating("softmax_backward", out.dtype(), [&]<class T>() {
        softmax_backward_kernel<T>(out, rows, y, dim, logarithm);
      });
    return out;
  }
};

struct Softmax : SoftmaxOp<false> {
  static constexpr const char* name = "softmax";
  static constexpr const char* node_name = "SoftmaxBackward0";
};

struct LogSoftmax : SoftmaxOp<true> {
  static constexpr const char* name = "log_softmax";
  static constexpr const char* node_name = "LogSoftmaxBackward0";
};

/// softmax that gives 0 where a whole run is minus infinity: PyTorch looks for such runs and writes
/// over the result.
struct SafeSoftmax : SoftmaxOp<false, true> {
  static constexpr const char* name = "_safe_softmax";
  static constexpr const char* node_name = "SafeSoftmaxBackward0";
  Tensor forward(Context& context, const Tensor& self) {
    Context without;
    const Tensor out = SoftmaxOp::forward(without, self);
    Shape runs = self.sizes();
    runs[static_cast<std::size_t>(dim)] = 1;
    const auto booleans = [&](const Shape& sizes) {
      return empty(sizes, Dtype::boolean, self.device(), MemoryCategory::temporary);
    };
    Tensor infinite = booleans(self.sizes()), whole = booleans(runs);
    Tensor zero = empty_like(self, {}, MemoryCategory::temporary);
    zero = {};
    whole = {};
    infinite = {};
    context.save_for_backward(out, "result");
    return out;
  }
};

/// Policy fp32_set_opt_dtype: without a dtype, float32.
template <class F>
Tensor with_dtype_set(const F& f, const Tensor& self, std::int64_t dim,
                      std::optional<Dtype> dtype) {
  const AutocastOff off;
  if (!dtype && self.dtype() == Dtype::bfloat16) dtype = Dtype::float32;
  return f(self, dim, dtype);
}

}  // namespace

Tensor _safe_softmax(const Tensor& self, std::int64_t dim) {
  return apply(SafeSoftmax{{dim}}, self);
}
Tensor softmax(const Tensor& self, std::int64_t dim, std::optional<Dtype> dtype) {
  if (autocasts_on(CastKernel::cuda)) return with_dtype_set(softmax, self, dim, dtype);
  const Tensor converted = dtype ? to(self, *dtype) : self;
  return apply(Softmax{{dim}}, converted);
}
Tensor log_softmax(const Tensor& self, std::int64_t dim, std::optional<Dtype> dtype) {
  if (autocasts_on(CastKernel::cuda)) return with_dtype_set(log_softmax, self, dim, dtype);
  const Tensor converted = dtype ? to(self, *dtype) : self;
  return apply(LogSoftmax{{dim}}, converted);
}

}  // namespace tally
