// A number per element along one dimension (ATen/native/TensorAdvancedIndexing.cpp,
// ScatterGatherChecks.h). They keep the numbers; gather keeps what it reads from too.
#include "autograd/function.h"
#include "ops/numbers.h"
#include "ops/ops.h"

namespace tally {
namespace {

/// `use(place in a, place in index, place in b)` for each number of an index, which stands for the
/// place along `dim` in a.
template <class Use>
void for_each_number(const char* op, const Tensor& a, const Tensor& index, const Tensor& b,
                     std::int64_t dim, const Use& use) {
  const auto d = static_cast<std::size_t>(dim);
  Shape others = a.strides();
  if (!others.empty()) others[d] = 0;
  const std::int64_t size = a.dim() == 0 ? 1 : a.size(dim);
  const std::int64_t step = a.dim() == 0 ? 0 : a.strides()[d];
  for_each_row<3>(index.sizes(), {index.strides(), others, b.strides()},
                  [&](std::int64_t n, const auto& offset, const auto& stride) {
                    for (std::int64_t i = 0; i < n; ++i) {
                      const std::int64_t k =
                          number(op, index.data<std::int64_t>()[offset[0] + i * stride[0]], size);
                      use(offset[1] + i * stride[1] + k * step, offset[2] + i * stride[2]);
                    }
                  });
}

/// out[i] = self[the i-th number along dim].
Tensor gathered(const Tensor& self, std::int64_t dim, const Tensor& index, ScatterKernel kernel) {
  const Tensor out = result(self, index.sizes());
  const Tensor wide = scatter_buffer(out, index, kernel);
  if (has_values(out, self, index))
    dispatch(out.dtype(), [&]<class T>() {
      for_each_number("gather", self, index, out, dim, [&](std::int64_t from, std::int64_t to) {
        out.data<T>()[to] = self.data<T>()[from];
      });
    });
  return out;
}

/// A copy of self with the values of `source`, or `value`, in the numbered places.
Tensor scattered(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                 double value, ScatterKernel kernel) {
  const Tensor out = result(self, self.sizes());
  copy(out, self);
  const Tensor wide = scatter_buffer(out, index, kernel);
  const Tensor& from = source.defined() ? source : index;
  if (has_values(out, index, from))
    dispatch_floating("scatter", out.dtype(), [&]<class T>() {
      for_each_number("scatter", out, index, from, dim, [&](std::int64_t to, std::int64_t at) {
        out.data<T>()[to] = source.defined() ? source.data<T>()[at]
                                             : static_cast<T>(static_cast<ComputeType<T>>(value));
      });
    });
  return out;
}

struct Gather {
  static constexpr const char* name = "gather";
  static constexpr const char* node_name = "GatherBackward0";
  std::int64_t dim;
  Shape from{};
  ScatterKernel kernel = kernel_choice().scatter;
  Tensor forward(Context& context, const Tensor& self, const Tensor& index) {
    context.save_for_backward(index, "index");
    context.save_for_backward(self, "self");
    from = self.sizes();
    return gathered(self, dim, index, kernel);
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor index = context.saved(0);
    const Tensor out = zeros(gradient, from);
    const Tensor wide = scatter_buffer(out, index, kernel);
    if (has_values(out, index, gradient))
      dispatch_floating(name, out.dtype(), [&]<class T>() {
        for_each_number(name, out, index, gradient, dim, [&](std::int64_t to, std::int64_t at) {
          T& sum = out.data<T>()[to];
          sum = static_cast<T>(static_cast<ComputeType<T>>(sum) +
                               static_cast<ComputeType<T>>(gradient.data<T>()[at]));
        });
      });
    return {out, Tensor()};
  }
};

struct Scatter {
  static constexpr const char* name = "scatter";
  static constexpr const char* node_name = "ScatterBackward0";
  std::int64_t dim;
  ScatterKernel kernel = kernel_choice().scatter;
  Tensor forward(Context& context, const Tensor& self, const Tensor& index, const Tensor& src) {
    context.save_for_backward(index, "index");
    return scattered(self, dim, index, src, 0, kernel);
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor index = context.saved(0);
    Tensors gradients(3);
    if (context.needs_input_grad(0)) gradients[0] = scattered(gradient, dim, index, {}, 0, kernel);
    if (context.needs_input_grad(2)) gradients[2] = gathered(gradient, dim, index, kernel);
    return gradients;
  }
};

struct ScatterValue {
  static constexpr const char* name = "scatter";
  static constexpr const char* node_name = "ScatterBackward1";
  std::int64_t dim;
  double value;
  ScatterKernel kernel = kernel_choice().scatter;
  Tensor forward(Context& context, const Tensor& self, const Tensor& index) {
    context.save_for_backward(index, "index");
    return scattered(self, dim, index, {}, value, kernel);
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    return {scattered(gradient, dim, context.saved(0), {}, 0, kernel), Tensor()};
  }
};

std::int64_t check_along(const char* op, const Tensor& self, std::int64_t dim,
                         const Tensor& index) {
  check_numbers(op, index);
  check(index.dim() == self.dim(), [&] {
    return format_text("[{}] index {} needs as many dimensions as {}", op, to_string(index.sizes()),
                       to_string(self.sizes()));
  });
  dim = wrap_dim(op, dim, self.dim());
  bool fits = true;
  for (std::int64_t d = 0; d < self.dim(); ++d)
    fits = fits && (d == dim || index.size(d) <= self.size(d));
  check(fits || index.numel() == 0, [&] {
    return format_text("[{}] index {} must be no larger than self {} apart from dimension {}", op,
                       to_string(index.sizes()), to_string(self.sizes()), dim);
  });
  return dim;
}

void check_source(const Tensor& self, const Tensor& index, const Tensor& src) {
  check(src.dtype() == self.dtype(), [&] {
    return format_text("[scatter] dtypes differ: self {}, src {}", name(self.dtype()),
                       name(src.dtype()));
  });
  bool fits = true;
  for (std::int64_t d = 0; src.dim() == index.dim() && d < index.dim(); ++d)
    fits = fits && index.size(d) <= src.size(d);
  check(src.dim() == index.dim() && (fits || index.numel() == 0), [&] {
    return format_text("[scatter] index {} must be no larger than src {}", to_string(index.sizes()),
                       to_string(src.sizes()));
  });
}

}  // namespace

Tensor gather(const Tensor& self, std::int64_t dim, const Tensor& index) {
  return apply(Gather{check_along("gather", self, dim, index)}, self, index);
}
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src) {
  dim = check_along("scatter", self, dim, index);
  check_source(self, index, src);
  return apply(Scatter{dim}, self, index, src);
}
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, double value) {
  return apply(ScatterValue{check_along("scatter", self, dim, index), value}, self, index);
}

}  // namespace tally
