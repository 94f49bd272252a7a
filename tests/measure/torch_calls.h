// The op test table (tests/ops/op_calls.h) on LibTorch's tensors.
#pragma once

#include <ATen/core/Tensor.h>

#include "tests/ops/op_calls.h"

namespace tally {

/// A row's call as Python's makes it: torch.nn.functional.mse_loss broadcasts what at::mse_loss
/// does not.
OpCall<at::Tensor> torch_call(const std::string& family, const std::string& name);

extern template const OpCalls<at::Tensor>& calls_of(const std::string&);

}  // namespace tally
