// Compares backward with central differences in float64 (torch.autograd.gradcheck).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "autograd/node.h"

namespace tally {

struct GradcheckResult {
  bool ok = true;
  double worst = 0;  // greatest |analytic - numeric| / (atol + rtol |numeric|); at most 1 when ok
  std::string message;  // which input and element, both values
};

/// `function` maps float64 cpu inputs to one tensor; every input that requires grad is checked
/// against (f(x + eps) - f(x - eps)) / (2 eps), with the output weighted by fixed numbers.
GradcheckResult gradcheck(const std::function<Tensor(const Tensors&)>& function,
                          const Tensors& inputs, double eps = 1e-6, double atol = 1e-5,
                          double rtol = 1e-3);

}  // namespace tally
