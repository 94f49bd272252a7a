// Copies: they save nothing.
#include "autograd/function.h"
#include "autograd/grad_mode.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

struct Clone {
  static constexpr const char* name = "clone";
  static constexpr const char* node_name = "CloneBackward0";
  bool row_major;  // else the layout of the original where it is dense
  Tensor forward(Context&, const Tensor& self) {
    const Tensor out = row_major ? result(self, self.sizes()) : empty_like(self, result_category());
    copy(out, self);
    return out;
  }
  Tensor backward(Context&, const Tensor& gradient) { return gradient; }
};

struct ToCopy {
  static constexpr const char* name = "to";
  static constexpr const char* node_name = "ToCopyBackward0";
  Dtype dtype;
  Dtype from{};
  Tensor forward(Context&, const Tensor& self) {
    from = self.dtype();
    return cast(self, dtype);
  }
  Tensor backward(Context&, const Tensor& gradient) { return cast(gradient, from); }
  static Tensor cast(const Tensor& x, Dtype dtype) {
    const Shape strides = elementwise_strides(x.sizes(), std::array{x.strides()});
    const Tensor out = empty_strided(x.sizes(), strides, dtype, x.device(), result_category());
    copy(out, x);
    return out;
  }
};

struct Cat {
  static constexpr const char* name = "cat";
  static constexpr const char* node_name = "CatBackward0";
  std::int64_t dim;
  std::vector<std::int64_t> extents{};
  Tensor forward(Context&, const Tensors& tensors) {
    Shape sizes = tensors[0].sizes();
    const auto d = static_cast<std::size_t>(dim);
    sizes[d] = 0;
    for (const Tensor& x : tensors) {
      extents.push_back(x.size(dim));
      sizes[d] += extents.back();
    }
    Dtype dtype = tensors[0].dtype();
    for (const Tensor& x : tensors) dtype = promote_types(dtype, x.dtype());
    const Tensor out = empty(sizes, dtype, tensors[0].device(), result_category());
    for (std::size_t i = 0, start = 0; i < tensors.size();
         start += static_cast<std::size_t>(extents[i++]))
      copy(part(out, dim, static_cast<std::int64_t>(start), extents[i]), tensors[i]);
    return out;
  }
  Tensors backward(Context& context, const Tensor& gradient) {  // views of the one gradient
    Tensors gradients(extents.size());
    std::int64_t start = 0;
    for (std::size_t i = 0; i < extents.size(); start += extents[i++])
      if (context.needs_input_grad(i)) gradients[i] = part(gradient, dim, start, extents[i]);
    return gradients;
  }
};

}  // namespace

Tensor clone(const Tensor& self) { return apply(Clone{false}, self); }
Tensor row_major_clone(const Tensor& self) { return apply(Clone{true}, self); }
Tensor contiguous(const Tensor& self) {
  return self.is_contiguous() ? self : apply(Clone{true}, self);
}
Tensor zeros_like(const Tensor& self) {
  const OpScope scope("zeros_like");
  const Tensor out = empty_like(self, result_category());
  fill(out, 0);
  return out;
}
Tensor to(const Tensor& self, Dtype dtype) {
  if (self.dtype() == dtype) return self;
  if (is_floating_point(dtype)) return apply(ToCopy{dtype}, self);
  const NoGrad whole_numbers_have_no_gradient;
  return apply(ToCopy{dtype}, self);
}

Tensor cat(const Tensors& tensors, std::int64_t dim) {
  if (autocasts_on(CastKernel::cpu)) {
    const Tensors cast = autocast_promoted(tensors);
    const AutocastOff off;
    return cat(cast, dim);
  }
  check(!tensors.empty(), "[cat] takes at least one tensor");
  const Tensor& first = tensors[0];
  check(first.dim() > 0, "[cat] 0-dim tensors cannot be joined");
  dim = wrap_dim("cat", dim, first.dim());
  for (const Tensor& x : tensors) {
    Shape a = first.sizes(), b = x.sizes();
    bool fits =
        a.size() == b.size() && is_floating_point(x.dtype()) == is_floating_point(first.dtype());
    if (fits) a[static_cast<std::size_t>(dim)] = b[static_cast<std::size_t>(dim)] = 0;
    check(fits && a == b, [&] {
      return format_text("[cat] a {} of shape {} does not join a {} of shape {} along dim {}",
                         name(x.dtype()), to_string(x.sizes()), name(first.dtype()),
                         to_string(first.sizes()), dim);
    });
  }
  return apply_list(Cat{dim}, tensors);
}

Tensor Tensor::clone() const { return tally::clone(*this); }
Tensor Tensor::contiguous() const { return tally::contiguous(*this); }
Tensor Tensor::to(Dtype dtype) const { return tally::to(*this, dtype); }

}  // namespace tally
