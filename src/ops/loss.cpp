// Losses over classes. The negative log-likelihood keeps log-probabilities, targets and the sum of
// the weights; cross entropy is it after log_softmax (ATen/native/LossNLL.cpp). Shapes: N examples,
// C classes.
#include <cmath>

#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/ops.h"

namespace tally {
namespace {

struct NllLoss {
  static constexpr const char* name = "nll_loss";
  static constexpr const char* node_name = "NllLossBackward0";
  std::int64_t reduction, ignore_index;

  Tensor forward(Context& context, const Tensor& self, const Tensor& target, const Tensor& weight) {
    context.save_for_backward(self, "self");
    context.save_for_backward(target, "target");
    context.save_for_backward(weight, "weight");
    const bool each = reduction == Reduction::None && self.dim() == 2;
    const Tensor out = result(self, each ? Shape{self.size(0)} : Shape{});
    const Tensor total_weight = result(self, {});
    const Tensor classes = expect_contiguous(target);
    const Tensor rows = each ? self : expect_contiguous(self);
    if (has_values(out, total_weight, classes, rows))
      dispatch_floating(name, self.dtype(), [&]<class T>() {
        double loss = 0, weights = 0;
        for_each_example<T>(rows, classes, weight, [&](std::int64_t i, std::int64_t at, double w) {
          const double term = at < 0 ? 0 : -w * value(rows.data<T>()[at]);
          if (each) out.data<T>()[i] = rounded_to<T>(term);
          loss += term;
          weights += w;
        });
        if (reduction == Reduction::Mean) loss /= weights;
        if (!each) *out.data<T>() = rounded_to<T>(loss);
        *total_weight.data<T>() = rounded_to<T>(reduction == Reduction::None ? 0 : weights);
      });
    context.save_for_backward(total_weight, "total_weight");
    return out;
  }

  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor self = context.saved(0), target = context.saved(1), weight = context.saved(2);
    const Tensor total_weight = context.saved(3);
    const Tensor out = result(self, self.sizes());
    fill(out, 0);
    const Tensor classes = expect_contiguous(target);
    if (has_values(out, gradient, classes, total_weight))
      dispatch_floating(name, self.dtype(), [&]<class T>() {
        const double divisor = reduction == Reduction::Mean ? value(*total_weight.data<T>()) : 1;
        const std::int64_t step = gradient.dim() == 0 ? 0 : gradient.strides()[0];
        for_each_example<T>(out, classes, weight, [&](std::int64_t i, std::int64_t at, double w) {
          if (at >= 0)
            out.data<T>()[at] = rounded_to<T>(-w * value(gradient.data<T>()[i * step]) / divisor);
        });
      });
    return {out, Tensor(), Tensor()};
  }

 private:
  template <class T>
  static double value(T x) {
    return static_cast<double>(static_cast<ComputeType<T>>(x));
  }
  template <class T>
  static T rounded_to(double x) {
    return static_cast<T>(static_cast<ComputeType<T>>(x));
  }

  /// `use(i, place, weight)` for each example i: where the value of its class stands in `rows`, and
  /// the class's weight; -1 and 0 for one that is ignored.
  template <class T, class Use>
  void for_each_example(const Tensor& rows, const Tensor& target, const Tensor& weight,
                        const Use& use) const {
    const std::int64_t classes = rows.size(-1), step = rows.strides().back();
    for (std::int64_t i = 0; i < target.numel(); ++i) {
      const std::int64_t c = target.data<std::int64_t>()[i];
      if (c == ignore_index) {
        use(i, std::int64_t{-1}, 0.0);
        continue;
      }
      check(c >= 0 && c < classes, [&] {
        return format_text("[nll_loss] target {} is no class: there are {}", c, classes);
      });
      const double w = weight.defined() ? value(weight.data<T>()[c * weight.strides()[0]]) : 1;
      use(i, (rows.dim() == 2 ? i * rows.strides()[0] : 0) + c * step, w);
    }
  }
};

}  // namespace

Tensor nll_loss(const Tensor& self, const Tensor& target, const Tensor& weight,
                std::int64_t reduction, std::int64_t ignore_index) {
  if (autocast_enabled()) {
    const AutocastInputs cast = full_precision({&self, &target, &weight});
    return nll_loss(cast[0], cast[1], cast[2], reduction, ignore_index);
  }
  check_floating("nll_loss", self);
  check(reduction >= Reduction::None && reduction <= Reduction::Sum, [&] {
    return format_text("[nll_loss] reduction takes None (0), Mean (1) or Sum (2), got {}",
                       reduction);
  });
  check((self.dim() == 1 || self.dim() == 2) && target.dim() == self.dim() - 1 &&
            target.dtype() == Dtype::int64 && (target.dim() == 0 || target.size(0) == self.size(0)),
        [&] {
          return format_text(
              "[nll_loss] input {} and a {} target {} do not fit: it takes (N, C) and int64 (N,)",
              to_string(self.sizes()), name(target.dtype()), to_string(target.sizes()));
        });
  check(!weight.defined() ||
            (weight.sizes() == Shape{self.size(-1)} && weight.dtype() == self.dtype()),
        [&] {
          return format_text("[nll_loss] a {} weight {} does not fit a {} input {}",
                             name(weight.dtype()), to_string(weight.sizes()), name(self.dtype()),
                             to_string(self.sizes()));
        });
  return apply(NllLoss{reduction, ignore_index}, self, target, weight);
}

Tensor cross_entropy_loss(const Tensor& self, const Tensor& target, const Tensor& weight,
                          std::int64_t reduction, std::int64_t ignore_index,
                          double label_smoothing) {
  if (autocasts_on(CastKernel::cpu)) {  // CUDA's casts in log_softmax
    const AutocastInputs cast = full_precision({&self, &target, &weight});
    return cross_entropy_loss(cast[0], cast[1], cast[2], reduction, ignore_index, label_smoothing);
  }
  check(label_smoothing == 0, [&] {
    return format_text("[cross_entropy_loss] label_smoothing takes 0 only, got {}",
                       label_smoothing);
  });
  check(self.dim() == 1 || self.dim() == 2, [&] {
    return format_text("[cross_entropy_loss] input {} has no classes: it takes (N, C) or (C,)",
                       to_string(self.sizes()));
  });
  return nll_loss(log_softmax(self, self.dim() - 1), target, weight, reduction, ignore_index);
}

}  // namespace tally
