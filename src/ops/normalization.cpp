// Layer and RMS normalisation over the last dimensions: M rows of N elements. LayerNorm keeps its
// input, its parameters and two numbers per row (tools/autograd/derivatives.yaml,
// native_layer_norm); RMSNorm is a composition in 2.6, one kernel in later versions.
#include <cmath>
#include <initializer_list>
#include <limits>

#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"
#include "ops/kernel_choice.h"
#include "ops/ops.h"

namespace tally {
namespace {

/// M and N; fails where the input or a parameter does not end in the normalized shape.
struct Rows {
  std::int64_t m = 1, n = 1;
  Shape kept;  // the input's sizes, the normalized ones 1
  Rows() = default;
  Rows(const char* op, const Tensor& input, const Shape& normalized,
       std::initializer_list<const Tensor*> parameters) {
    check_floating(op, input);
    const std::size_t lead =
        input.sizes().size() - std::min(input.sizes().size(), normalized.size());
    kept = input.sizes();
    const Shape tail(kept.begin() + static_cast<std::ptrdiff_t>(lead), kept.end());
    check(!normalized.empty() && tail == normalized, [&] {
      return format_text("[{}] input {} does not end in the normalized shape {}", op,
                         to_string(input.sizes()), to_string(normalized));
    });
    for (const Tensor* parameter : parameters)
      check(!parameter->defined() || parameter->sizes() == normalized, [&] {
        return format_text("[{}] a parameter of shape {} does not fit the normalized shape {}", op,
                           to_string(parameter->sizes()), to_string(normalized));
      });
    n = numel(normalized);
    for (std::size_t d = 0; d < kept.size(); ++d)
      if (d < lead)
        m *= kept[d];
      else
        kept[d] = 1;
  }
};

Tensor dense_or_none(const Tensor& x) { return x.defined() ? expect_contiguous(x) : x; }

using Values = Eigen::ArrayXd;

/// The values of a row-major tensor in double; `otherwise` where it is undefined.
Values values(const Tensor& x, std::int64_t count, double otherwise) {
  Values found = Values::Constant(count, otherwise);
  if (x.defined())
    dispatch_floating("normalization", x.dtype(), [&]<class T>() {
      for (std::int64_t i = 0; i < count; ++i)
        found[i] = static_cast<double>(static_cast<ComputeType<T>>(x.data<T>()[i]));
    });
  return found;
}

void store(const Tensor& out, const Values& from, std::int64_t first = 0) {
  if (!out.defined()) return;
  dispatch_floating("normalization", out.dtype(), [&]<class T>() {
    for (std::int64_t i = 0; i < from.size(); ++i)
      out.data<T>()[first + i] = static_cast<T>(static_cast<ComputeType<T>>(from[i]));
  });
}

/// The values of row i.
Values row(const Tensor& x, const Rows& rows, std::int64_t i) {
  return values(x.alias({rows.n}, {1}, x.storage_offset() + i * rows.n), rows.n, 0);
}

/// (x - mean) rstd weight + bias for each row, with what was subtracted and multiplied. Without
/// `mean` it is 0 and the mean square stands for the variance. All row-major.
void normalize(const Tensor& out, const Tensor& mean, const Tensor& rstd, const Tensor& input,
               const Tensor& weight, const Tensor& bias, const Rows& rows, double eps) {
  if (!has_values(out, input)) return;
  const Values scale = values(weight, rows.n, 1), shift = values(bias, rows.n, 0);
  Values means(rows.m), factors(rows.m);
  for (std::int64_t i = 0; i < rows.m; ++i) {
    const Values x = row(input, rows, i);
    means[i] = mean.defined() ? x.mean() : 0;
    factors[i] = 1 / std::sqrt((x - means[i]).square().mean() + eps);
    store(out, (x - means[i]) * factors[i] * scale + shift, i * rows.n);
  }
  store(mean, means);
  store(rstd, factors);
}

/// The gradients of `normalize` into those of them that are defined.
void normalize_backward(const Tensor& d_input, const Tensor& d_weight, const Tensor& d_bias,
                        const Tensor& gradient, const Tensor& input, const Tensor& mean,
                        const Tensor& rstd, const Tensor& weight, const Rows& rows) {
  if (!has_values(gradient, input)) return;
  const Values scale = values(weight, rows.n, 1);
  const Values means = values(mean, rows.m, 0), factors = values(rstd, rows.m, 1);
  Values weight_sum = Values::Zero(rows.n), bias_sum = Values::Zero(rows.n);
  for (std::int64_t i = 0; i < rows.m; ++i) {
    const Values g = row(gradient, rows, i);
    const Values unit = (row(input, rows, i) - means[i]) * factors[i];
    weight_sum += g * unit;
    bias_sum += g;
    if (!d_input.defined()) continue;
    const Values slope = g * scale;
    const double drift = mean.defined() ? slope.mean() : 0;
    store(d_input, (slope - drift - unit * (slope * unit).mean()) * factors[i], i * rows.n);
  }
  store(d_weight, weight_sum);
  store(d_bias, bias_sum);
}

/// ATen/native/layer_norm.cpp and cpu/layer_norm_kernel.cpp.
struct NativeLayerNorm {
  static constexpr const char* name = "native_layer_norm";
  static constexpr const char* node_name = "NativeLayerNormBackward0";
  Shape normalized_shape;
  double eps;
  Rows rows{};
  bool cuda = false;

  Tensor forward(Context& context, const Tensor& input, const Tensor& weight, const Tensor& bias) {
    rows = Rows(name, input, normalized_shape, {&weight, &bias});
    const Tensor& parameter = weight.defined() ? weight : bias;
    cuda = kernel_choice().norm == NormKernel::cuda;
    check(!parameter.defined() || parameter.dtype() == input.dtype() ||
              (parameter.dtype() == Dtype::float32 && input.dtype() == Dtype::bfloat16),
          [&] {
            return format_text("[{}] a {} input does not go with {} parameters", name,
                               tally::name(input.dtype()), tally::name(parameter.dtype()));
          });
    context.save_for_backward(bias, "bias");
    context.save_for_backward(input, "input");
    context.save_for_backward(weight, "weight");
    const Tensor dense = expect_contiguous(input), scale = dense_or_none(weight),
                 shift = dense_or_none(bias);
    const Tensor out = result(input, input.sizes());
    const Dtype dtype = cuda && input.dtype() == Dtype::bfloat16 ? Dtype::float32
                        : parameter.defined()                    ? parameter.dtype()
                                                                 : input.dtype();
    const Tensor mean = empty(rows.kept, dtype, input.device(), result_category());
    const Tensor rstd = empty(rows.kept, dtype, input.device(), result_category());
    normalize(out, mean, rstd, dense, scale, shift, rows, eps);
    context.save_for_backward(mean, "result1");
    context.save_for_backward(rstd, "result2");
    return out;
  }

  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor bias = context.saved(0), input = context.saved(1), weight = context.saved(2);
    const Tensor mean = context.saved(3), rstd = context.saved(4);
    const Tensor dense = expect_contiguous(input), scale = dense_or_none(weight);
    Tensors gradients(3);
    const auto allocate = [&](std::size_t k, const Tensor& like) {
      if (!context.needs_input_grad(k)) return;
      const CategoryScope category(context.gradient_category(k));
      gradients[k] = result(like, like.sizes());
    };
    allocate(0, input);
    allocate(1, weight);
    allocate(2, bias);
    const Tensor rows_of_gradient = expect_contiguous(gradient);
    Tensor buffer;  // one thread's sums over rows
    if (!cuda && (gradients[1].defined() || gradients[2].defined()))
      buffer = empty_like(input, {2, 1, rows.n}, MemoryCategory::temporary);
    normalize_backward(gradients[0], gradients[1], gradients[2], rows_of_gradient, dense, mean,
                       rstd, scale, rows);
    return gradients;
  }
};

/// x + value, written over x, which nothing else holds.
struct AddScalarInPlace {
  static constexpr const char* name = "add_";
  static constexpr const char* node_name = "AddBackward1";
  double value;
  Tensor forward(Context&, const Tensor& self) {
    const ScalarOperand scalar(self, ScalarOperand::Kind::floating);
    map(name, self, [this](auto x) { return x + static_cast<decltype(x)>(value); }, self);
    self.bump_version();
    return self.detach();
  }
  Tensor backward(Context&, const Tensor& gradient) { return gradient; }
};

double epsilon(Dtype dtype) {
  if (dtype == Dtype::float64) return std::numeric_limits<double>::epsilon();
  if (dtype == Dtype::bfloat16) return 0x1p-7;
  return static_cast<double>(std::numeric_limits<float>::epsilon());
}

/// PyTorch 2.6 (ATen/native/layer_norm.cpp, rms_norm).
Tensor composed_rms_norm(const Tensor& input, const Shape& normalized_shape, const Tensor& weight,
                         double eps) {
  std::vector<std::int64_t> dims;
  for (std::int64_t d = 1; d <= static_cast<std::int64_t>(normalized_shape.size()); ++d)
    dims.push_back(-d);
  const Tensor wide = input.dtype() == Dtype::bfloat16 ? to(input, Dtype::float32) : input;
  const Tensor factor = rsqrt(apply(AddScalarInPlace{eps}, mean(pow(wide, 2), dims, true)));
  Tensor out = to(mul(wide, factor), input.dtype());
  if (weight.defined()) out = mul(out, weight);
  return out;
}

/// The kernel of later versions: input, weight and one number per row are kept.
struct FusedRmsNorm {
  static constexpr const char* name = "_fused_rms_norm";
  static constexpr const char* node_name = "FusedRmsNormBackward0";
  Shape normalized_shape;
  double eps;
  Rows rows{};

  Tensors forward(Context& context, const Tensor& input, const Tensor& weight) {
    rows = Rows(name, input, normalized_shape, {&weight});
    context.save_for_backward(input, "input");
    context.save_for_backward(weight, "weight");
    const Tensor dense = expect_contiguous(input), scale = dense_or_none(weight);
    const Tensor out = result(input, input.sizes());
    const Dtype dtype = input.dtype() == Dtype::bfloat16 ? Dtype::float32 : input.dtype();
    const Tensor rstd = empty(rows.kept, dtype, input.device(), result_category());
    normalize(out, {}, rstd, dense, scale, {}, rows, eps);
    context.save_for_backward(rstd, "result1");
    return {out, rstd};
  }
  Tensors backward_all(Context& context, const Tensors& incoming) {
    const Tensor input = context.saved(0), weight = context.saved(1), rstd = context.saved(2);
    if (!incoming[0].defined()) return Tensors(2);
    const Tensor gradient = expect_contiguous(incoming[0]), dense = expect_contiguous(input),
                 scale = dense_or_none(weight);
    Tensors gradients(2);
    if (context.needs_input_grad(0)) gradients[0] = result(input, input.sizes());
    if (context.needs_input_grad(1)) {
      const CategoryScope category(context.gradient_category(1));
      gradients[1] = result(weight, weight.sizes());
    }
    normalize_backward(gradients[0], gradients[1], {}, gradient, dense, {}, rstd, scale, rows);
    return gradients;
  }
};

}  // namespace

Tensor layer_norm(const Tensor& input, const Shape& normalized_shape, const Tensor& weight,
                  const Tensor& bias, double eps) {
  if (autocasts_on(CastKernel::cuda)) {
    const AutocastInputs cast = full_precision({&input, &weight, &bias});
    return layer_norm(cast[0], normalized_shape, cast[1], cast[2], eps);
  }
  return apply(NativeLayerNorm{normalized_shape, eps}, input, weight, bias);
}

Tensor rms_norm(const Tensor& input, const Shape& normalized_shape, const Tensor& weight,
                std::optional<double> eps) {
  // The versions that have the fused kernel have a row for it.
  if (autocasts_on(CastKernel::cuda) && kernel_choice().norm == NormKernel::cuda) {
    const AutocastInputs cast = full_precision({&input, &weight});
    return rms_norm(cast[0], normalized_shape, cast[1], eps);
  }
  const bool mixed = weight.defined() && weight.dtype() != input.dtype();  // it takes no such
  if (kernel_choice().norm == NormKernel::cuda && !mixed)
    return std::get<0>(_fused_rms_norm(input, normalized_shape, weight, eps));
  const Rows checked("rms_norm", input, normalized_shape, {&weight});
  return composed_rms_norm(input, normalized_shape, weight,
                           rounded(eps.value_or(epsilon(input.dtype())), input.dtype()));
}

std::tuple<Tensor, Tensor> _fused_rms_norm(const Tensor& input, const Shape& normalized_shape,
                                           const Tensor& weight, std::optional<double> eps) {
  const Dtype dtype = input.dtype() == Dtype::bfloat16 ? Dtype::float32 : input.dtype();
  const Tensors both =
      apply(FusedRmsNorm{normalized_shape, eps.value_or(epsilon(dtype))}, input, weight);
  return {both[0], both[1]};
}

}  // namespace tally
