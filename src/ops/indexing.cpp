// Elements by number, and elements that a mask chooses (ATen/native/TensorAdvancedIndexing.cpp).
// They keep numbers and masks, rarely values.
#include <algorithm>

#include "autograd/function.h"
#include "autograd/grad_mode.h"
#include "ops/common.h"
#include "ops/numbers.h"
#include "ops/ops.h"

namespace tally {
namespace {

/// The numbers of an index in row-major order; none on meta.
std::vector<std::int64_t> numbers(const char* op, const Tensor& index, std::int64_t size) {
  std::vector<std::int64_t> found;
  if (!has_values(index)) return found;
  for_each_row<1>(
      index.sizes(), {index.strides()},
      [&](std::int64_t n, const auto& offset, const auto& stride) {
        for (std::int64_t i = 0; i < n; ++i)
          found.push_back(number(op, index.data<std::int64_t>()[offset[0] + i * stride[0]], size));
      });
  return found;
}

void add_to(const Tensor& out, const Tensor& term) {
  map("add_", out, [](auto a, auto b) { return a + b; }, out, term);
}

/// Slices of `self` by number along a dimension, one after the other.
void select_slices(const char* op, const Tensor& out, const Tensor& self, std::int64_t dim,
                   const Tensor& index) {
  std::int64_t at = 0;
  for (const std::int64_t k : numbers(op, index, self.size(dim)))
    copy(part(out, dim, at++, 1), part(self, dim, k, 1));
}

/// Slices of `source` added to those of `out` with these numbers: along the first or last dimension
/// of several PyTorch hands it to scatter_add.
void add_slices(const char* op, const Tensor& out, std::int64_t dim, const Tensor& index,
                const Tensor& source, ScatterKernel kernel) {
  const bool scatters = out.dim() > 1 && (dim == 0 || dim == out.dim() - 1);
  const Tensor wide = scatters ? scatter_buffer(out, index, kernel) : Tensor();
  std::int64_t at = 0;
  for (const std::int64_t k : numbers(op, index, out.size(dim)))
    add_to(part(out, dim, k, 1), part(source, dim, at++, 1));
}

struct IndexSelect {
  static constexpr const char* name = "index_select";
  static constexpr const char* node_name = "IndexSelectBackward0";
  std::int64_t dim;
  Shape from{};
  ScatterKernel kernel = kernel_choice().scatter;
  Tensor forward(Context& context, const Tensor& self, const Tensor& index) {
    context.save_for_backward(index, "index");
    from = self.sizes();
    Shape sizes = from;
    sizes[static_cast<std::size_t>(dim)] = index.numel();
    const Tensor out = result(self, sizes);
    select_slices(name, out, self, dim, index);
    return out;
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor out = zeros(gradient, from);
    add_slices(name, out, dim, context.saved(0), gradient, kernel);
    return {out, Tensor()};
  }
};

struct IndexAdd {
  static constexpr const char* name = "index_add";
  static constexpr const char* node_name = "IndexAddBackward0";
  std::int64_t dim;
  ScatterKernel kernel = kernel_choice().scatter;
  Tensor forward(Context& context, const Tensor& self, const Tensor& index, const Tensor& source) {
    save(context, index, source);
    const Tensor out = result(self, self.sizes());
    copy(out, self);
    add_slices(name, out, dim, index, source, kernel);
    return out;
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor index = context.saved(0);
    Tensors gradients(3);
    if (context.needs_input_grad(0)) gradients[0] = gradient;
    if (!context.needs_input_grad(2)) return gradients;
    Shape sizes = gradient.sizes();
    sizes[static_cast<std::size_t>(dim)] = index.numel();
    gradients[2] = result(gradient, sizes);
    select_slices(name, gradients[2], gradient, dim, index);
    return gradients;
  }

 protected:
  static void save(Context& context, const Tensor& index, const Tensor& source) {
    const bool needed = context.needs_input_grad(2);
    context.save_for_backward(needed ? index : Tensor(), "index");
    context.save_for_backward(needed ? source : Tensor(), "source");
  }
};

struct IndexAddInPlace : IndexAdd {
  Tensor forward(Context& context, const Tensor& self, const Tensor& index, const Tensor& source) {
    save(context, index, source);
    add_slices("index_add_", self, dim, index, source, kernel);
    self.bump_version();
    return self.detach();
  }
};

/// self[..., indices, ...]: numbers for a run of dimensions, whole ones before and after it.
struct Index {
  static constexpr const char* name = "index";
  static constexpr const char* node_name = "IndexBackward0";
  std::size_t first = 0, count = 0;  // the run
  Shape from{};

  Tensor forward(Context& context, const Tensors& inputs) {
    for (std::size_t i = 1; i <= count; ++i) context.save_for_backward(inputs[i], "indices");
    const Tensor& self = inputs[0];
    from = self.sizes();
    Shape sizes = inputs[1].sizes();
    sizes.insert(sizes.begin(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(first));
    sizes.insert(sizes.end(), from.begin() + static_cast<std::ptrdiff_t>(first + count),
                 from.end());
    const Tensor out = result(self, sizes);
    const std::vector<std::int64_t> at = places({inputs.begin() + 1, inputs.end()});
    for (std::size_t i = 0; i < at.size(); ++i)
      copy(column(out, static_cast<std::int64_t>(i)), chosen(self, at[i]));
    return out;
  }
  Tensors backward(Context& context, const Tensor& gradient) {
    Tensors indices, gradients(count + 1);
    for (std::size_t i = 0; i < count; ++i) indices.push_back(context.saved(i));
    gradients[0] = zeros(gradient, from);
    const std::vector<std::int64_t> at = places(indices);
    for (std::size_t i = 0; i < at.size(); ++i)
      add_to(chosen(gradients[0], at[i]), column(gradient, static_cast<std::int64_t>(i)));
    return gradients;
  }

 private:
  /// For each number (or tuple of them) the row-major place within the run's dimensions.
  std::vector<std::int64_t> places(const Tensors& indices) const {
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t size = from[first + i];
      const std::vector<std::int64_t> next = numbers(name, indices[i], size);
      found.resize(next.size());
      for (std::size_t k = 0; k < next.size(); ++k) found[k] = found[k] * size + next[k];
    }
    return found;
  }
  /// The dimensions around the run, at one place of it.
  Tensor chosen(const Tensor& x, std::int64_t place) const {
    std::int64_t offset = x.storage_offset();
    for (std::size_t i = count; i-- > 0; place /= from[first + i])
      offset += place % from[first + i] * x.strides()[first + i];
    return around(x, first + count, offset);
  }
  /// The same of the result, where the run became the dimensions of the numbers.
  Tensor column(const Tensor& out, std::int64_t place) const {
    const std::size_t dims = out.sizes().size() - (from.size() - count);
    std::int64_t offset = out.storage_offset();
    for (std::size_t i = first + dims; i-- > first; place /= out.sizes()[i])
      offset += place % out.sizes()[i] * out.strides()[i];
    return around(out, first + dims, offset);
  }
  Tensor around(const Tensor& x, std::size_t last, std::int64_t offset) const {
    const auto without_run = [&](Shape list) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(first),
                 list.begin() + static_cast<std::ptrdiff_t>(last));
      return list;
    };
    return x.alias(without_run(x.sizes()), without_run(x.strides()), offset);
  }
};

void check_slices(const char* op, const Tensor& index) {
  check_numbers(op, index);
  check(index.dim() <= 1, [&] {
    return format_text("[{}] an index takes one dimension, got shape {}", op,
                       to_string(index.sizes()));
  });
}

std::int64_t check_add(const Tensor& self, std::int64_t dim, const Tensor& index,
                       const Tensor& source) {
  check_slices("index_add", index);
  dim = wrap_dim("index_add", dim, self.dim());
  Shape wanted = self.sizes();
  if (!wanted.empty()) wanted[static_cast<std::size_t>(dim)] = index.numel();
  check(self.dim() > 0 && source.sizes() == wanted && source.dtype() == self.dtype(), [&] {
    return format_text("[index_add] a {} source {} does not fit a {} of shape {} and {} numbers",
                       name(source.dtype()), to_string(source.sizes()), name(self.dtype()),
                       to_string(self.sizes()), index.numel());
  });
  return dim;
}

}  // namespace

Tensor index_select(const Tensor& self, std::int64_t dim, const Tensor& index) {
  check_slices("index_select", index);
  check(self.dim() > 0, "[index_select] a 0-dim tensor has no dimension to select from");
  return apply(IndexSelect{wrap_dim("index_select", dim, self.dim())}, self, index);
}

Tensor index_add(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source) {
  return apply(IndexAdd{check_add(self, dim, index, source)}, self, index, source);
}

const Tensor& Tensor::index_add_(std::int64_t dim, const Tensor& index,
                                 const Tensor& source) const {
  check(!grad_enabled() || (!is_view() && !(is_leaf() && requires_grad())),
        "[index_add_] a view, or a leaf that requires grad, cannot be written in place while the "
        "graph is recorded");
  const Tensor written =
      apply(IndexAddInPlace{{check_add(*this, dim, index, source)}}, *this, index, source);
  if (written.requires_grad()) set_autograd_meta(written.autograd_meta());
  return *this;
}

Tensor Tensor::index(const std::vector<Tensor>& indices) const {
  Index op;
  Tensors inputs{*this};
  for (std::size_t d = 0; d < indices.size(); ++d) {
    if (!indices[d].defined()) continue;
    check_numbers("index", indices[d]);
    if (op.count == 0) op.first = d;
    check(op.first + op.count == d && (op.count == 0 || indices[d].sizes() == inputs[1].sizes()),
          "[index] tensors that index take one shape and dimensions that follow each other");
    ++op.count;
    inputs.push_back(indices[d]);
  }
  check(op.count > 0 && indices.size() <= sizes().size(), [&] {
    return format_text(
        "[index] {} indices for shape {}: it takes one per dimension at most, and "
        "one that is a tensor",
        indices.size(), to_string(sizes()));
  });
  return apply_list(std::move(op), inputs);
}

}  // namespace tally
