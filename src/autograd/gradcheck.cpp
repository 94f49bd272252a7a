#include "autograd/gradcheck.h"

#include <cmath>

#include "autograd/backward.h"
#include "autograd/grad_mode.h"
#include "core/check.h"
#include "core/format_text.h"
#include "core/random.h"
#include "tensor/kernels.h"

namespace tally {

GradcheckResult gradcheck(const std::function<Tensor(const Tensors&)>& function,
                          const Tensors& inputs, double eps, double atol, double rtol) {
  for (const Tensor& input : inputs)
    check(!input.requires_grad() ||
              (input.dtype() == Dtype::float64 && has_values(input) && input.is_contiguous()),
          "[gradcheck] inputs that require grad must be contiguous float64 tensors on cpu");
  const Tensor output = function(inputs);
  const Tensor weights = empty(output.sizes(), Dtype::float64, Device::cpu, MemoryCategory::other);
  fill_random(weights, 7, 1, 0, Distribution::uniform, 1);
  for (const Tensor& input : inputs) input.set_grad({});
  backward(output, {}, weights);

  const auto weighted = [&]() {
    const NoGrad no_grad;
    const Tensor y = function(inputs),
                 dense = empty(y.sizes(), Dtype::float64, Device::cpu, MemoryCategory::other);
    copy(dense, y);
    double sum = 0;
    for (std::int64_t i = 0; i < dense.numel(); ++i)
      sum += dense.data<double>()[i] * weights.data<double>()[i];
    return sum;
  };
  GradcheckResult result;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (!inputs[k].requires_grad()) continue;
    const Tensor grad =
        empty(inputs[k].sizes(), Dtype::float64, Device::cpu, MemoryCategory::other);
    if (inputs[k].grad().defined())
      copy(grad, inputs[k].grad());
    else
      fill(grad, 0);
    double* x = inputs[k].data<double>();
    for (std::int64_t i = 0; i < inputs[k].numel(); ++i) {
      const double at = x[i];
      x[i] = at + eps;
      const double above = weighted();
      x[i] = at - eps;
      const double below = weighted();
      x[i] = at;
      const double numeric = (above - below) / (2 * eps), analytic = grad.data<double>()[i];
      const double error = std::abs(analytic - numeric) / (atol + rtol * std::abs(numeric));
      if (!std::isnan(result.worst) && !(error <= result.worst)) {  // a NaN stays the worst
        result.worst = error;
        result.ok = error <= 1;
        result.message = format_text("input {}, element {}: backward gives {}, differences give {}",
                                     k, i, analytic, numeric);
      }
    }
  }
  return result;
}

}  // namespace tally
