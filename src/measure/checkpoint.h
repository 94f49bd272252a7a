// torch.utils.checkpoint.checkpoint(use_reentrant=False) of PyTorch 2.6 for C++, which has none:
// the counterpart of autograd/checkpoint.h, over LibTorch's hooks.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <vector>

#include "autograd/checkpoint.h"

namespace tally::measure {

/// `function(input)`, keeping only `input`; what the ops inside save is recomputed when backward
/// needs it.
at::Tensor checkpoint(const std::function<at::Tensor(const at::Tensor&)>& function,
                      const at::Tensor& input, const CheckpointOptions& options);
/// The same of a function of several tensors.
at::Tensor checkpoint(const std::function<at::Tensor(const std::vector<at::Tensor>&)>& function,
                      const std::vector<at::Tensor>& inputs, const CheckpointOptions& options);

}  // namespace tally::measure
