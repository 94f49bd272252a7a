// Sums and means save nothing but sizes: their gradient is the incoming one, seen at the larger
// shape.
#include <algorithm>

#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

using Dims = std::vector<std::int64_t>;

/// Which dimensions are reduced: all for an empty list.
std::vector<bool> reduced(const char* op, const Tensor& x, const Dims& dims) {
  std::vector<bool> flags(x.sizes().size(), dims.empty());
  for (const std::int64_t dim : dims) {
    const auto d = static_cast<std::size_t>(wrap_dim(op, dim, x.dim()));
    if (x.dim() == 0) continue;
    check(!flags[d], [&] { return format_text("[{}] dim {} appears twice", op, dim); });
    flags[d] = true;
  }
  return flags;
}

struct Extent {
  std::vector<bool> reduced_dims;
  Shape from, kept, out;  // the input's sizes; with reduced ones 1; with them gone unless keepdim
  std::int64_t count = 1;
  Extent() = default;
  Extent(const char* op, const Tensor& x, const Dims& dims, bool keepdim)
      : reduced_dims(reduced(op, x, dims)), from(x.sizes()), kept(from) {
    for (std::size_t d = 0; d < kept.size(); ++d) {
      if (reduced_dims[d]) {
        count *= kept[d];
        kept[d] = 1;
      }
      if (!reduced_dims[d] || keepdim) out.push_back(kept[d]);
    }
  }
  /// The gradient of the output as a view at the input's shape: stride 0 along what was reduced.
  Tensor expanded(const Tensor& gradient) const {
    const bool keepdim = out.size() == from.size();
    Shape strides(from.size(), 0);
    std::size_t next = 0;
    for (std::size_t d = 0; d < from.size(); ++d) {
      if (!reduced_dims[d]) strides[d] = gradient.strides()[keepdim ? d : next++];
    }
    return gradient.alias(from, strides, gradient.storage_offset());
  }
};

/// The sum in a new tensor; float64 accumulates in itself, the rest in double per output element.
Tensor total(const Tensor& x, const Extent& extent) {
  const Tensor out = sum_keepdim(x, extent.kept, result_category());
  return Tensor(out.storage(), out.dtype(), extent.out, contiguous_strides(extent.out), 0);
}

struct Sum {
  static constexpr const char* name = "sum";
  static constexpr const char* node_name = "SumBackward0";
  Dims dims;
  bool keepdim;
  bool wide = false;  // a bfloat16 input's sum is float32, without a copy of the input
  Extent extent{};
  Tensor forward(Context&, const Tensor& self) {
    check_floating(name, self);
    extent = Extent(name, self, dims, keepdim);
    if (!wide) return total(self, extent);
    const Tensor out = empty(extent.out, Dtype::float32, self.device(), result_category());
    sum_over(out.alias(extent.kept, contiguous_strides(extent.kept), 0), self);
    return out;
  }
  Tensor backward(Context&, const Tensor& gradient) { return extent.expanded(gradient); }
};

/// Policy fp32_set_opt_dtype.
bool sums_wide(const Tensor& self) {
  return autocasts_on(CastKernel::cuda) && self.dtype() == Dtype::bfloat16;
}

struct SumDim : Sum {
  static constexpr const char* node_name = "SumBackward1";
};

struct Mean {
  static constexpr const char* name = "mean";
  static constexpr const char* node_name = "MeanBackward0";
  Dims dims;
  bool keepdim;
  Extent extent{};

  /// bfloat16 goes through a float32 copy; the division by the count is in place
  /// (ATen/native/ReduceOps.cpp, mean_out).
  Tensor forward(Context&, const Tensor& self) {
    check_floating(name, self);
    extent = Extent(name, self, dims, keepdim);
    const bool low = self.dtype() == Dtype::bfloat16;
    const Tensor out = result(self, extent.out);
    Tensor sums = out;
    if (low) {
      sums = empty(extent.out, Dtype::float32, self.device(), MemoryCategory::temporary);
      const Tensor cast =
          empty(self.sizes(), Dtype::float32, self.device(), MemoryCategory::temporary);
    }
    sum_over(sums.alias(extent.kept, contiguous_strides(extent.kept), 0), self);
    {
      const ScalarOperand scalar(sums, ScalarOperand::Kind::integral);
      map(name, sums, [this](auto x) { return x / static_cast<decltype(x)>(extent.count); }, sums);
    }
    if (low) copy(out, sums);
    return out;
  }
  Tensor backward(Context&, const Tensor& gradient) {  // a full tensor: expand(g) / count
    const Tensor wide = extent.expanded(gradient);
    const ScalarOperand scalar(gradient, ScalarOperand::Kind::integral);
    const Tensor out = result(gradient, extent.from);
    map(name, out, [this](auto g) { return g / static_cast<decltype(g)>(extent.count); }, wide);
    return out;
  }
};

struct MeanDim : Mean {
  static constexpr const char* node_name = "MeanBackward1";
};

struct MseLoss {
  static constexpr const char* name = "mse_loss";
  static constexpr const char* node_name = "MseLossBackward0";
  std::int64_t reduction;

  /// With a reduction the 0-dim loss keeps a storage of the elementwise size: the structured kernel
  /// allocates the result before it reduces into it, and resizes it, which gives that of no
  /// elements its one (ATen/native/Loss.cpp).
  Tensor forward(Context& context, const Tensor& self, const Tensor& target) {
    check_floating(name, self);
    check(self.dtype() == target.dtype(), [&] {
      return format_text("[mse_loss] dtypes differ: {} and {}", tally::name(self.dtype()),
                         tally::name(target.dtype()));
    });
    context.save_for_backward(self, "self");
    context.save_for_backward(target, "target");
    Tensor out = result(self, self.sizes());
    const auto squares = [&](const Tensor& into) {
      map(name, into, [](auto a, auto b) { return (a - b) * (a - b); }, self, target);
    };
    if (reduction == Reduction::None) {
      squares(out);
      return out;
    }
    const Tensor elements = empty_like(self, self.sizes(), MemoryCategory::temporary);
    squares(elements);
    const Tensor loss = out.numel() > 0 ? out.alias({}, {}, 0) : result(self, {});
    const bool low_mean = reduction == Reduction::Mean && self.dtype() == Dtype::bfloat16;
    Tensor sums = loss;
    if (low_mean) {
      sums = empty({}, Dtype::float32, self.device(), MemoryCategory::temporary);
      const Tensor cast =
          empty(self.sizes(), Dtype::float32, self.device(), MemoryCategory::temporary);
    }
    sum_over(sums.alias(Shape(self.sizes().size(), 1), Shape(self.sizes().size(), 1), 0), elements);
    if (reduction == Reduction::Mean) {
      const ScalarOperand scalar(sums, ScalarOperand::Kind::integral);
      map(name, sums, [&](auto x) { return x / static_cast<decltype(x)>(self.numel()); }, sums);
    }
    if (low_mean) copy(loss, sums);
    return loss;
  }
  Tensors backward(Context& context,
                   const Tensor& gradient) {  // 2 (self - target) g / n, and its negative
    const Tensor self = context.saved(0), target = context.saved(1);
    const double factor =
        reduction == Reduction::Mean ? 2.0 / static_cast<double>(self.numel()) : 2.0;
    const auto slope = [&](double sign) {
      const Tensor out = empty_like(self, result_category());
      map(
          name, out,
          [&](auto a, auto b, auto g) {
            return static_cast<decltype(a)>(sign * factor) * (a - b) * g;
          },
          self, target, gradient);
      return out;
    };
    Tensors gradients(2);
    if (context.needs_input_grad(0)) gradients[0] = slope(1);
    if (context.needs_input_grad(1)) gradients[1] = slope(-1);
    return gradients;
  }
};

}  // namespace

Tensor sum(const Tensor& self) { return apply(Sum{{}, false, sums_wide(self)}, self); }
Tensor sum(const Tensor& self, const Dims& dim, bool keepdim) {
  return apply(SumDim{{dim, keepdim, sums_wide(self)}}, self);
}
Tensor mean(const Tensor& self) { return apply(Mean{{}, false}, self); }
Tensor mean(const Tensor& self, const Dims& dim, bool keepdim) {
  return apply(MeanDim{{dim, keepdim}}, self);
}

Tensor mse_loss(const Tensor& self, const Tensor& target, std::int64_t reduction) {
  if (autocast_enabled()) {
    const AutocastInputs cast = full_precision({&self, &target});
    return mse_loss(cast[0], cast[1], reduction);
  }
  check(reduction >= Reduction::None && reduction <= Reduction::Sum, [&] {
    return format_text("[mse_loss] reduction takes None (0), Mean (1) or Sum (2), got {}",
                       reduction);
  });
  const Shape sizes = broadcast("mse_loss", self, target);
  const auto wide = [&](const Tensor& x) { return x.sizes() == sizes ? x : expand(x, sizes); };
  return apply(MseLoss{reduction}, wide(self), wide(target));
}

}  // namespace tally
