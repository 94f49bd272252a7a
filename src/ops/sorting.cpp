// What the values of a tensor decide: the greatest ones, where it is not zero, and rows of one 1.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "autograd/function.h"
#include "ops/common.h"
#include "ops/nonzero.h"
#include "ops/ops.h"

namespace tally {
namespace {

thread_local AssumeNonzero::Count assumed_nonzero;

/// The elements of a run along a dimension: where the first one stands, and how far they lie apart.
struct Line {
  std::int64_t first, step;
};

/// Where each run along `dim` begins, in the order of the other dimensions.
std::vector<Line> lines(const Tensor& x, std::int64_t dim) {
  Shape sizes = x.sizes();
  const std::int64_t step = sizes.empty() ? 1 : x.strides()[static_cast<std::size_t>(dim)];
  if (!sizes.empty()) sizes[static_cast<std::size_t>(dim)] = 1;
  std::vector<Line> found;
  for_each_row<1>(sizes, {x.strides()},
                  [&](std::int64_t n, const auto& offset, const auto& stride) {
                    for (std::int64_t i = 0; i < n; ++i)
                      found.push_back({offset[0] + i * stride[0], step});
                  });
  return found;
}

struct TopK {
  static constexpr const char* name = "topk";
  static constexpr const char* node_name = "TopkBackward0";
  std::int64_t k, dim;
  bool largest;
  Shape from{};
  ScatterKernel kernel = kernel_choice().scatter;

  Tensors forward(Context& context, const Tensor& self) {
    from = self.sizes();
    Shape sizes = from;
    if (!sizes.empty()) sizes[static_cast<std::size_t>(dim)] = k;
    const Tensor values = result(self, sizes);
    const Tensor indices = empty(sizes, Dtype::int64, self.device(), result_category());
    if (has_values(values, indices, self))
      dispatch_floating(name, self.dtype(), [&]<class T>() { choose<T>(values, indices, self); });
    context.save_for_backward(indices, "indices");
    return {values, indices};
  }
  Tensors backward_all(Context& context, const Tensors& gradients) {  // zeros, each in its place
    if (!gradients[0].defined()) return Tensors(1);
    const Tensor indices = context.saved(0);
    const Tensor out = zeros(gradients[0], from);
    const Tensor wide = scatter_buffer(out, indices, kernel);
    if (has_values(out, indices, gradients[0]))
      dispatch_floating(name, out.dtype(), [&]<class T>() {
        const std::vector<Line> to = lines(out, dim), at = lines(indices, dim),
                                g = lines(gradients[0], dim);
        for (std::size_t l = 0; l < to.size(); ++l)
          for (std::int64_t i = 0; i < k; ++i)
            out.data<T>()[to[l].first +
                          indices.data<std::int64_t>()[at[l].first + i * at[l].step] * to[l].step] =
                gradients[0].data<T>()[g[l].first + i * g[l].step];
      });
    return {out};
  }

 private:
  /// In order; a NaN counts as the greatest.
  template <class T>
  void choose(const Tensor& values, const Tensor& indices, const Tensor& self) const {
    const std::vector<Line> in = lines(self, dim), out = lines(values, dim);
    std::vector<std::int64_t> order(static_cast<std::size_t>(self.dim() == 0 ? 1 : self.size(dim)));
    for (std::size_t l = 0; l < in.size(); ++l) {
      const auto value = [&](std::int64_t i) {
        return static_cast<ComputeType<T>>(self.data<T>()[in[l].first + i * in[l].step]);
      };
      const auto before = [&](std::int64_t a, std::int64_t b) {
        const auto x = value(a), y = value(b);
        if (std::isnan(x) || std::isnan(y)) return largest ? !std::isnan(y) : !std::isnan(x);
        return largest ? x > y : x < y;
      };
      std::iota(order.begin(), order.end(), std::int64_t{0});
      std::stable_sort(order.begin(), order.end(), before);
      for (std::int64_t i = 0; i < k; ++i) {
        const std::int64_t to = out[l].first + i * out[l].step;
        indices.data<std::int64_t>()[to] = order[static_cast<std::size_t>(i)];
        values.data<T>()[to] =
            self.data<T>()[in[l].first + order[static_cast<std::size_t>(i)] * in[l].step];
      }
    }
  }
};

/// Calls `use(position)` for each element that is not zero, in row-major order.
template <class Use>
void for_each_nonzero(const Tensor& x, const Use& use) {
  dispatch(x.dtype(), [&]<class T>() {
    std::int64_t next = 0;
    for_each_row<1>(x.sizes(), {x.strides()},
                    [&](std::int64_t n, const auto& offset, const auto& stride) {
                      for (std::int64_t i = 0; i < n; ++i, ++next)
                        if (x.data<T>()[offset[0] + i * stride[0]] != static_cast<T>(0)) use(next);
                    });
  });
}

std::int64_t count_nonzero(const Tensor& x) {
  if (x.numel() == 0) return 0;
  if (!x.raw_data()) {
    check(assumed_nonzero != nullptr,
          "[nonzero] a meta tensor has no values to count: say how many with AssumeNonzero");
    return assumed_nonzero(x);
  }
  std::int64_t count = 0;
  for_each_nonzero(x, [&](std::int64_t) { ++count; });
  return count;
}

}  // namespace

AssumeNonzero::AssumeNonzero(Count count)
    : previous_(std::exchange(assumed_nonzero, std::move(count))) {}
AssumeNonzero::~AssumeNonzero() { assumed_nonzero = std::move(previous_); }

std::tuple<Tensor, Tensor> topk(const Tensor& self, std::int64_t k, std::int64_t dim, bool largest,
                                bool) {
  check_floating("topk", self);
  dim = wrap_dim("topk", dim, self.dim());
  const std::int64_t size = self.dim() == 0 ? 1 : self.size(dim);
  check(k >= 0 && k <= size, [&] {
    return format_text("[topk] k takes 0 to {}, the size of dimension {} of {}, got {}", size, dim,
                       to_string(self.sizes()), k);
  });
  const Tensors both = apply(TopK{k, dim, largest}, self);
  return {both[0], both[1].detach()};  // places have no gradient
}

Tensor nonzero(const Tensor& self) {
  const OpScope scope("nonzero");
  const std::int64_t count = count_nonzero(self), dims = self.dim();
  // One row per dimension, shown transposed (ATen/native/TensorAdvancedIndexing.cpp).
  const Tensor rows = empty({dims, count}, Dtype::int64, self.device(), result_category());
  if (has_values(rows)) {
    const Shape strides = contiguous_strides(self.sizes());
    std::int64_t next = 0;
    for_each_nonzero(self, [&](std::int64_t position) {
      for (std::int64_t d = 0; d < dims; ++d) {
        const auto k = static_cast<std::size_t>(d);
        rows.data<std::int64_t>()[d * count + next] = position / strides[k] % self.sizes()[k];
      }
      ++next;
    });
  }
  return rows.alias({count, dims}, {1, count}, 0);
}

Tensors where(const Tensor& condition) { return unbind(nonzero(condition), 1); }

Tensor one_hot(const Tensor& self, std::int64_t num_classes) {
  check(self.dtype() == Dtype::int64 && num_classes > 0, [&] {
    return format_text(
        "[one_hot] takes an int64 tensor and a positive number of classes, got {}, {}",
        name(self.dtype()), num_classes);
  });
  const OpScope scope("one_hot");
  for (int extreme = 0; extreme < 2 && self.numel() > 0; ++extreme)  // PyTorch looks at both
    empty({}, Dtype::int64, self.device(), MemoryCategory::temporary);
  Shape sizes = self.sizes();
  sizes.push_back(num_classes);
  const Tensor out = empty(sizes, Dtype::int64, self.device(), result_category());
  fill(out, 0);
  if (!has_values(out, self)) return out;
  std::int64_t row = 0;
  for_each_row<1>(
      self.sizes(), {self.strides()}, [&](std::int64_t n, const auto& offset, const auto& stride) {
        for (std::int64_t i = 0; i < n; ++i) {
          const std::int64_t c = self.data<std::int64_t>()[offset[0] + i * stride[0]];
          check(c >= 0 && c < num_classes,
                [&] { return format_text("[one_hot] {} is none of {} classes", c, num_classes); });
          out.data<std::int64_t>()[row++ * num_classes + c] = 1;
        }
      });
  return out;
}

}  // namespace tally
