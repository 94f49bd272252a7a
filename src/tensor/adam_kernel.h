// One Adam update in one pass over memory: what the ops of optim/adam.h compute one after the
// other.
#pragma once

#include "tensor/tensor.h"

namespace tally {

/// The numbers of one update, as optim/adam.h names them.
struct AdamNumbers {
  double beta1 = 0.9, beta2 = 0.999;
  double eps = 1e-8;
  double bias_correction2_sqrt = 1;
  double step_size = 1e-3;  // lr / bias_correction1
};

/// exp_avg and exp_avg_sq follow `grad`, and weight -= step_size * exp_avg / (sqrt(exp_avg_sq) /
/// bias_correction2_sqrt + eps), each element rounded where the ops round it. All have one shape.
/// False, with nothing done, unless all are float32 with values, contiguous, and apart from each
/// other.
bool adam_kernel(const Tensor& weight, const Tensor& exp_avg, const Tensor& exp_avg_sq,
                 const Tensor& grad, const AdamNumbers& numbers);

}  // namespace tally
