#include "tensor/adam_kernel.h"

#include <array>
#include <cmath>

#include "tensor/kernels.h"

namespace tally {
namespace {

/// The numbers as the ops round them to float32.
struct Rounded {
  float lerp, beta2, square, correction, eps, step;
  bool near_end;  // lerp_ starts from the nearer end
};

[[gnu::noinline]] void update(std::int64_t n, float* __restrict weight, float* __restrict exp_avg,
                              float* __restrict exp_avg_sq, const float* __restrict grad,
                              Rounded by) {
  for (std::int64_t i = 0; i < n; ++i) {
    const float g = grad[i], m = exp_avg[i], toward = g - m;
    const float moved = by.near_end ? g - toward * (1 - by.lerp) : m + by.lerp * toward;
    const float squares = exp_avg_sq[i] * by.beta2 + by.square * g * g;
    exp_avg[i] = moved;
    exp_avg_sq[i] = squares;
    weight[i] += by.step * moved / (std::sqrt(squares) / by.correction + by.eps);
  }
}

}  // namespace

bool adam_kernel(const Tensor& weight, const Tensor& exp_avg, const Tensor& exp_avg_sq,
                 const Tensor& grad, const AdamNumbers& numbers) {
  const std::array tensors{&weight, &exp_avg, &exp_avg_sq, &grad};
  const std::int64_t n = weight.numel();
  for (const Tensor* tensor : tensors)
    if (!has_values(*tensor) || tensor->dtype() != Dtype::float32 || !tensor->is_contiguous() ||
        tensor->sizes() != weight.sizes())
      return false;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (tensors[i]->storage() == tensors[k]->storage()) return false;
  const auto rounded = [](double value) { return static_cast<float>(value); };
  update(n, weight.data<float>(), exp_avg.data<float>(), exp_avg_sq.data<float>(),
         grad.data<float>(),
         {.lerp = rounded(1 - numbers.beta1),
          .beta2 = rounded(numbers.beta2),
          .square = rounded(1 - numbers.beta2),
          .correction = rounded(numbers.bias_correction2_sqrt),
          .eps = rounded(numbers.eps),
          .step = rounded(-numbers.step_size),
          .near_end = 1 - numbers.beta1 >= 0.5});
  return true;
}

}  // namespace tally
