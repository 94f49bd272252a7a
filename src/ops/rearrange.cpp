// More views, and what is made of them: they save nothing.
#include <algorithm>

#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

struct Permute {
  static constexpr const char* name = "permute";
  static constexpr const char* node_name = "PermuteBackward0";
  static constexpr bool is_view = true;
  Shape dims;  // which dimension of the input each one shows
  Tensor forward(Context&, const Tensor& self) {
    Shape sizes, strides;
    for (const std::int64_t dim : dims) {
      sizes.push_back(self.sizes()[static_cast<std::size_t>(dim)]);
      strides.push_back(self.strides()[static_cast<std::size_t>(dim)]);
    }
    return self.alias(sizes, strides, self.storage_offset());
  }
  Tensor backward(Context& context, const Tensor& gradient) {
    Permute inverse{Shape(dims.size())};
    for (std::size_t d = 0; d < dims.size(); ++d)
      inverse.dims[static_cast<std::size_t>(dims[d])] = static_cast<std::int64_t>(d);
    return inverse.forward(context, gradient);
  }
};

/// One slice of a dimension, which is gone.
Tensor slice_of(const Tensor& x, std::int64_t dim, std::int64_t index) {
  const Tensor one = part(x, dim, index, 1);
  Shape sizes = one.sizes(), strides = one.strides();
  sizes.erase(sizes.begin() + dim);
  strides.erase(strides.begin() + dim);
  return x.alias(sizes, strides, one.storage_offset());
}

struct Select {
  static constexpr const char* name = "select";
  static constexpr const char* node_name = "SelectBackward0";
  std::int64_t dim, index;
  Shape from{};
  Tensor forward(Context&, const Tensor& self) {
    from = self.sizes();
    return slice_of(self, dim, index);
  }
  Tensor backward(Context&, const Tensor& gradient) {  // zeros, with the gradient in its place
    const Tensor out = zeros(gradient, from);
    copy(slice_of(out, dim, index), gradient);
    return out;
  }
};

/// A new dimension over which tensors follow each other.
Tensor stacked(const Tensors& tensors, std::int64_t dim) {
  Shape sizes = tensors[0].sizes();
  sizes.insert(sizes.begin() + dim, static_cast<std::int64_t>(tensors.size()));
  const Tensor out = result(tensors[0], sizes);
  for (std::size_t i = 0; i < tensors.size(); ++i)
    copy(slice_of(out, dim, static_cast<std::int64_t>(i)), tensors[i]);
  return out;
}

struct Unbind {
  static constexpr const char* name = "unbind";
  static constexpr const char* node_name = "UnbindBackward0";
  std::int64_t dim;
  Tensors forward(Context&, const Tensor& self) {
    Tensors parts;
    for (std::int64_t i = 0; i < self.size(dim); ++i) parts.push_back(slice_of(self, dim, i));
    return parts;
  }
  /// A part without a gradient is one zero, expanded (FunctionsManual.cpp, unbind_backward).
  Tensors backward_all(Context&, const Tensors& gradients) {
    Tensor like;
    for (const Tensor& gradient : gradients)
      if (gradient.defined() && !like.defined()) like = gradient;
    if (!like.defined()) return Tensors(1);
    Tensors whole = gradients;
    for (Tensor& each : whole) {
      if (each.defined()) continue;
      each = empty_like(like, {}, MemoryCategory::temporary);
      fill(each, 0);
      each = each.alias(like.sizes(), Shape(like.sizes().size(), 0), 0);
    }
    const Tensor joined = stacked(whole, dim);
    for (Tensor& each : whole) each = {};
    return {joined};
  }
};

struct Stack {
  static constexpr const char* name = "stack";
  static constexpr const char* node_name = "StackBackward0";
  std::int64_t dim;
  std::size_t count = 0;
  Tensor forward(Context&, const Tensors& tensors) {
    count = tensors.size();
    return stacked(tensors, dim);
  }
  Tensors backward(Context& context, const Tensor& gradient) {  // views of the one gradient
    Tensors gradients(count);
    for (std::size_t i = 0; i < count; ++i)
      if (context.needs_input_grad(i))
        gradients[i] = slice_of(gradient, dim, static_cast<std::int64_t>(i));
    return gradients;
  }
};

}  // namespace

Tensor permute(const Tensor& self, const Shape& dims) {
  Shape order, seen(dims.size());
  for (const std::int64_t dim : dims) order.push_back(wrap_dim("permute", dim, self.dim()));
  for (const std::int64_t dim : order) seen[static_cast<std::size_t>(dim)] = 1;
  check(dims.size() == self.sizes().size() &&
            std::all_of(seen.begin(), seen.end(), [](std::int64_t times) { return times == 1; }),
        [&] {
          return format_text("[permute] {} does not name each dimension of shape {} once",
                             to_string(dims), to_string(self.sizes()));
        });
  return apply(Permute{order}, self);
}

Tensor select(const Tensor& self, std::int64_t dim, std::int64_t index) {
  check(self.dim() > 0, "[select] a 0-dim tensor has no dimension to select from");
  dim = wrap_dim("select", dim, self.dim());
  const std::int64_t size = self.size(dim);
  check(index >= -size && index < size, [&] {
    return format_text("[select] index {} is not in dimension {} of {}", index, dim,
                       to_string(self.sizes()));
  });
  return apply(Select{dim, index < 0 ? index + size : index}, self);
}

Tensors unbind(const Tensor& self, std::int64_t dim) {
  check(self.dim() > 0, "[unbind] a 0-dim tensor has no dimension to unbind");
  return apply(Unbind{wrap_dim("unbind", dim, self.dim())}, self);
}

Tensor stack(const Tensors& tensors, std::int64_t dim) {
  if (autocasts_on(CastKernel::cpu)) {
    const Tensors cast = autocast_promoted(tensors);
    const AutocastOff off;
    return stack(cast, dim);
  }
  check(!tensors.empty(), "[stack] takes at least one tensor");
  for (const Tensor& x : tensors)
    check(x.sizes() == tensors[0].sizes() && x.dtype() == tensors[0].dtype(), [&] {
      return format_text("[stack] a {} of shape {} does not go with a {} of shape {}",
                         name(x.dtype()), to_string(x.sizes()), name(tensors[0].dtype()),
                         to_string(tensors[0].sizes()));
    });
  return apply_list(Stack{wrap_dim("stack", dim, tensors[0].dim() + 1)}, tensors);
}

Tensor flatten(const Tensor& self, std::int64_t start_dim, std::int64_t end_dim) {
  if (self.dim() == 0) return reshape(self, {1});
  const auto first = static_cast<std::ptrdiff_t>(wrap_dim("flatten", start_dim, self.dim()));
  const auto last = static_cast<std::ptrdiff_t>(wrap_dim("flatten", end_dim, self.dim()));
  check(first <= last, "[flatten] start_dim comes after end_dim");
  if (first == last) return self;
  Shape sizes = self.sizes();
  const Shape joined(sizes.begin() + first, sizes.begin() + last + 1);
  sizes.erase(sizes.begin() + first + 1, sizes.begin() + last + 1);
  sizes[static_cast<std::size_t>(first)] = numel(joined);
  return reshape(self, sizes);
}

Tensor repeat_interleave(const Tensor& self, std::int64_t repeats,
                         std::optional<std::int64_t> dim) {
  check(repeats >= 0, [&] {
    return format_text("[repeat_interleave] repeats is not negative, got {}", repeats);
  });
  Tensor input = dim ? self : flatten(self);
  const std::int64_t at = wrap_dim("repeat_interleave", dim.value_or(0), input.dim());
  input = unsqueeze(input, at + 1);
  Shape sizes = input.sizes();
  sizes[static_cast<std::size_t>(at) + 1] = repeats;
  input = expand(input, sizes);
  return flatten(row_major_clone(input), at, at + 1);
}

}  // namespace tally
