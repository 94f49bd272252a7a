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
/// bias_correction2_sqrt + eps). All have one shape. False, with nothing done, unless all are
/// float32 with values, contiguous, and apart from each other.
///
/// Values differ from those of the ops by rounding alone: each operation here rounds to float32,
/// and the ops do too, but that lerp_ and addcmul_ add their last product before it is rounded. So
/// the moments are apart by at most 2^-24 of that product and twice 2^-24 of the moment, and the
/// weight by what follows from it.
bool adam_kernel(const Tensor& weight, const Tensor& exp_avg, const Tensor& exp_avg_sq,
                 const Tensor& grad, const AdamNumbers& numbers);

}  // namespace tally
