// Views: other sizes and strides over the same storage. They save nothing.
#include <algorithm>
#include <optional>

#include "autograd/function.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

/// The strides that show `x` at `sizes` without a copy, if there are any: the new sizes must
/// subdivide runs of dimensions that are dense among themselves.
std::optional<Shape> view_strides(const Tensor& x, const Shape& sizes) {
  if (x.numel() == 0) return x.sizes() == sizes ? x.strides() : contiguous_strides(sizes);
  Shape strides(sizes.size(), 1);
  std::size_t next = sizes.size();
  for (std::size_t d = x.sizes().size(); d-- > 0;) {
    // A run of old dimensions, from `d` down, that one stride walks through.
    const std::int64_t base = x.strides()[d];
    std::int64_t run = x.sizes()[d];
    while (d > 0 && (x.sizes()[d - 1] == 1 || x.strides()[d - 1] == run * base))
      run *= x.sizes()[--d];
    std::int64_t filled = 1;
    while (next > 0 && (filled < run || sizes[next - 1] == 1)) {
      strides[--next] = filled * base;
      filled *= sizes[next];
    }
    if (filled != run) return std::nullopt;
  }
  while (next > 0 && sizes[next - 1] == 1) strides[--next] = 1;
  return next == 0 ? std::optional(strides) : std::nullopt;
}

/// `sizes` with a -1 filled in so that it has as many elements as `x`.
Shape infer(const char* op, const Tensor& x, Shape sizes) {
  std::int64_t known = 1;
  std::optional<std::size_t> open;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == -1 && !open)
      open = d;
    else
      known *= sizes[d];
  }
  if (open && known > 0) sizes[*open] = x.numel() / known;
  check(std::all_of(sizes.begin(), sizes.end(), [](std::int64_t s) { return s >= 0; }) &&
            numel(sizes) == x.numel(),
        [&] {
          return format_text("[{}] shape {} is invalid for a tensor of {} elements and shape {}",
                             op, to_string(sizes), x.numel(), to_string(x.sizes()));
        });
  return sizes;
}

struct View {
  static constexpr const char* name = "view";
  static constexpr const char* node_name = "ViewBackward0";
  static constexpr bool is_view = true;
  Shape sizes, from{};
  Tensor forward(Context&, const Tensor& self) {
    from = self.sizes();
    const std::optional<Shape> strides = view_strides(self, sizes);
    check(strides.has_value(), [&] {
      return format_text("[view] shape {} is no view of shape {} with strides {}: use reshape",
                         to_string(sizes), to_string(self.sizes()), to_string(self.strides()));
    });
    return self.alias(sizes, *strides, self.storage_offset());
  }
  Tensor backward(Context&, const Tensor& gradient) { return reshape(gradient, from); }
};

struct UnsafeView : View {
  static constexpr const char* name = "_unsafe_view";
  static constexpr const char* node_name = "UnsafeViewBackward0";
};

/// What reshape makes of a tensor that is not contiguous and still can be viewed so.
struct ReshapeAlias : View {
  static constexpr const char* name = "_reshape_alias";
  static constexpr const char* node_name = "ReshapeAliasBackward0";
};

struct T {
  static constexpr const char* name = "t";
  static constexpr const char* node_name = "TBackward0";
  static constexpr bool is_view = true;
  Tensor forward(Context&, const Tensor& self) {
    check(self.dim() <= 2, [&] {
      return format_text("[t] takes at most 2 dimensions, got shape {}: use transpose",
                         to_string(self.sizes()));
    });
    return self.alias({self.sizes().rbegin(), self.sizes().rend()},
                      {self.strides().rbegin(), self.strides().rend()}, self.storage_offset());
  }
  Tensor backward(Context& context, const Tensor& gradient) { return forward(context, gradient); }
};

struct Transpose {
  static constexpr const char* name = "transpose";
  static constexpr const char* node_name = "TransposeBackward0";
  static constexpr bool is_view = true;
  std::int64_t dim0, dim1;
  Tensor forward(Context&, const Tensor& self) {
    const auto a = static_cast<std::size_t>(wrap_dim(name, dim0, self.dim()));
    const auto b = static_cast<std::size_t>(wrap_dim(name, dim1, self.dim()));
    if (self.dim() == 0) return self.detach();
    Shape sizes = self.sizes(), strides = self.strides();
    std::swap(sizes[a], sizes[b]);
    std::swap(strides[a], strides[b]);
    return self.alias(sizes, strides, self.storage_offset());
  }
  Tensor backward(Context& context, const Tensor& gradient) { return forward(context, gradient); }
};

struct Expand {
  static constexpr const char* name = "expand";
  static constexpr const char* node_name = "ExpandBackward0";
  Shape sizes, from{};
  Tensor forward(Context&, const Tensor& self) {
    from = self.sizes();
    const std::size_t lead = sizes.size() - std::min(sizes.size(), from.size());
    for (std::size_t d = lead; d < sizes.size(); ++d)
      if (sizes[d] == -1) sizes[d] = from[d - lead];
    Shape common;
    check(sizes.size() >= from.size() &&
              std::all_of(sizes.begin(), sizes.end(), [](std::int64_t s) { return s >= 0; }) &&
              broadcast_shapes(from, sizes, common) && common == sizes,
          [&] {
            return format_text("[expand] shape {} does not expand to {}", to_string(from),
                               to_string(sizes));
          });
    return self.alias(sizes, broadcast_strides(from, self.strides(), sizes), self.storage_offset());
  }
  Tensor backward(Context&, const Tensor& gradient) {
    if (gradient.sizes() == from) return gradient;
    Shape kept(gradient.sizes().size(), 1);
    std::copy(from.begin(), from.end(), kept.end() - static_cast<std::ptrdiff_t>(from.size()));
    const Tensor out = sum_keepdim(gradient, kept, result_category());
    return kept.size() == from.size() ? out : out.alias(from, contiguous_strides(from), 0);
  }
};

struct Unsqueeze {
  static constexpr const char* name = "unsqueeze";
  static constexpr const char* node_name = "UnsqueezeBackward0";
  static constexpr bool is_view = true;
  std::int64_t dim;
  Tensor forward(Context&, const Tensor& self) {
    dim = wrap_dim(name, dim, self.dim() + 1);
    Shape sizes = self.sizes(), strides = self.strides();
    const std::int64_t stride = dim < self.dim() ? sizes[static_cast<std::size_t>(dim)] *
                                                       strides[static_cast<std::size_t>(dim)]
                                                 : 1;
    sizes.insert(sizes.begin() + dim, 1);
    strides.insert(strides.begin() + dim, stride);
    return self.alias(sizes, strides, self.storage_offset());
  }
  Tensor backward(Context&, const Tensor& gradient) { return squeeze(gradient, dim); }
};

struct Squeeze {
  static constexpr const char* name = "squeeze";
  static constexpr const char* node_name = "SqueezeBackward1";
  static constexpr bool is_view = true;
  std::int64_t dim;
  bool removes = false;
  Tensor forward(Context&, const Tensor& self) {
    dim = wrap_dim(name, dim, self.dim());
    removes = self.dim() > 0 && self.size(dim) == 1;
    Shape sizes = self.sizes(), strides = self.strides();
    if (removes) {
      sizes.erase(sizes.begin() + dim);
      strides.erase(strides.begin() + dim);
    }
    return self.alias(sizes, strides, self.storage_offset());
  }
  Tensor backward(Context&, const Tensor& gradient) {
    return removes ? unsqueeze(gradient, dim) : gradient;
  }
};

struct SqueezeInPlace : Squeeze {
  static constexpr const char* node_name = "SqueezeBackward4";
};

struct Slice {
  static constexpr const char* name = "slice";
  static constexpr const char* node_name = "SliceBackward0";
  std::int64_t dim, start, length, step;
  Shape from{};
  Tensor forward(Context&, const Tensor& self) {
    from = self.sizes();
    return part(self, dim, start, length, step);
  }
  Tensor backward(Context&, const Tensor& gradient) {  // zeros, with the gradient in its place
    const Tensor out = zeros(gradient, from);
    copy(part(out, dim, start, length, step), gradient);
    return out;
  }
};

/// Parts of these sizes, one after the other.
struct Parts {
  std::vector<std::int64_t> sizes;
  std::int64_t dim;
  std::vector<Shape> shapes{};
  Tensors forward(Context&, const Tensor& self) {
    Tensors parts;
    std::int64_t start = 0;
    for (const std::int64_t size : sizes) {
      parts.push_back(part(self, dim, start, size));
      shapes.push_back(parts.back().sizes());
      start += size;
    }
    return parts;
  }
  /// Parts without a gradient are zeros; then one cat (FunctionsManual.cpp,
  /// split_with_sizes_backward).
  Tensors backward_all(Context&, const Tensors& gradients) {
    Tensor like;
    for (const Tensor& gradient : gradients)
      if (gradient.defined()) like = gradient;
    if (!like.defined()) return Tensors(1);
    Tensors whole = gradients;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (whole[i].defined()) continue;
      whole[i] = empty_like(like, shapes[i], MemoryCategory::temporary);
      fill(whole[i], 0);
    }
    const Tensor joined = cat(whole, dim);
    for (Tensor& each : whole) each = {};  // in order, whichever way a vector lets go
    return {joined};
  }
};

struct Split : Parts {
  static constexpr const char* name = "split";
  static constexpr const char* node_name = "SplitBackward0";
};

struct SplitWithSizes : Parts {
  static constexpr const char* name = "split_with_sizes";
  static constexpr const char* node_name = "SplitWithSizesBackward0";
};

}  // namespace

Tensor t(const Tensor& self) { return apply(T{}, self); }
Tensor transpose(const Tensor& self, std::int64_t dim0, std::int64_t dim1) {
  return apply(Transpose{dim0, dim1}, self);
}
Tensor view(const Tensor& self, const Shape& size) {
  return apply(View{infer("view", self, size)}, self);
}
Tensor _unsafe_view(const Tensor& self, const Shape& size) {
  return apply(UnsafeView{{infer("_unsafe_view", self, size)}}, self);
}
Tensor expand(const Tensor& self, const Shape& size) { return apply(Expand{size}, self); }
Tensor unsqueeze(const Tensor& self, std::int64_t dim) { return apply(Unsqueeze{dim}, self); }
Tensor squeeze(const Tensor& self, std::int64_t dim) { return apply(Squeeze{dim}, self); }
Tensor squeeze_in_place(const Tensor& self, std::int64_t dim) {
  return apply(SqueezeInPlace{{dim}}, self);
}

Tensor reshape(const Tensor& self, const Shape& size) {
  const Shape sizes = infer("reshape", self, size);
  if (self.is_contiguous()) return view(self, sizes);
  if (view_strides(self, sizes)) return apply(ReshapeAlias{{sizes}}, self);
  return _unsafe_view(contiguous(self), sizes);
}

Tensor slice(const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t end,
             std::int64_t step) {
  check(self.dim() > 0, "[slice] a 0-dim tensor has no dimension to slice");
  check(step > 0,
        [&] { return format_text("[slice] step takes a positive number, got {}", step); });
  dim = wrap_dim("slice", dim, self.dim());
  const std::int64_t extent = self.size(dim);
  const auto clip = [&](std::int64_t at, std::int64_t low) {
    return std::clamp(at < 0 ? at + extent : at, low, extent);
  };
  start = clip(start, 0);
  end = clip(end, start);
  return apply(Slice{dim, start, (end - start + step - 1) / step, step}, self);
}

Tensors split(const Tensor& self, std::int64_t split_size, std::int64_t dim) {
  check(self.dim() > 0, "[split] a 0-dim tensor has no dimension to split");
  dim = wrap_dim("split", dim, self.dim());
  check(split_size > 0 || (split_size == 0 && self.size(dim) == 0), [&] {
    return format_text("[split] split_size takes a positive number, got {}", split_size);
  });
  std::vector<std::int64_t> sizes;
  std::int64_t left = self.size(dim);
  do {
    sizes.push_back(std::min(split_size, left));
    left -= split_size;
  } while (left > 0);
  return apply(Split{{std::move(sizes), dim}}, self);
}

Tensors split_with_sizes(const Tensor& self, const std::vector<std::int64_t>& split_sizes,
                         std::int64_t dim) {
  check(self.dim() > 0, "[split_with_sizes] a 0-dim tensor has no dimension to split");
  dim = wrap_dim("split_with_sizes", dim, self.dim());
  std::int64_t total = 0;
  for (const std::int64_t size : split_sizes) {
    check(size >= 0,
          [&] { return format_text("[split_with_sizes] sizes are not negative, got {}", size); });
    total += size;
  }
  check(total == self.size(dim), [&] {
    return format_text("[split_with_sizes] sizes that add up to {} do not split dimension {} of {}",
                       total, dim, to_string(self.sizes()));
  });
  return apply(SplitWithSizes{{split_sizes, dim}}, self);
}

Tensors chunk(const Tensor& self, std::int64_t chunks, std::int64_t dim) {
  check(chunks > 0,
        [&] { return format_text("[chunk] chunks takes a positive number, got {}", chunks); });
  check(self.dim() > 0, "[chunk] a 0-dim tensor has no dimension to split");
  const std::int64_t extent = self.size(dim);
  if (extent == 0)  // as many as asked for (ATen/native/TensorShape.cpp, chunk)
    return split_with_sizes(self, Shape(static_cast<std::size_t>(chunks), 0), dim);
  return split(self, extent / chunks + (extent % chunks != 0), dim);
}

Tensor Tensor::view(const Shape& sizes) const { return tally::view(*this, sizes); }
Tensor Tensor::reshape(const Shape& sizes) const { return tally::reshape(*this, sizes); }
Tensor Tensor::expand(const Shape& sizes) const { return tally::expand(*this, sizes); }
Tensor Tensor::t() const { return tally::t(*this); }
Tensor Tensor::transpose(std::int64_t dim0, std::int64_t dim1) const {
  return tally::transpose(*this, dim0, dim1);
}

}  // namespace tally
