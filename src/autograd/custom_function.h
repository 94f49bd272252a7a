// A function of a caller's own as one op of the graph (torch.autograd.Function).
#pragma once

#include <functional>

#include "tensor/tensor.h"

namespace tally {

/// `forward(input)`, computed without recording a graph. In backward `backward(gradient)` gives the
/// gradient of `input`; an undefined one ends there.
Tensor custom_function(const std::function<Tensor(const Tensor&)>& forward,
                       const std::function<Tensor(const Tensor&)>& backward, const Tensor& input);

}  // namespace tally
