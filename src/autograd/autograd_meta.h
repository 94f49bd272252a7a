// What autograd keeps beside a tensor.
#pragma once

#include <memory>

#include "autograd/node.h"
#include "tensor/tensor.h"

namespace tally {

struct AutogradMeta {
  bool requires_grad = false;       // of a leaf
  Tensor grad;                      // of a leaf, undefined until the first backward
  std::shared_ptr<Node> grad_fn;    // of a result
  std::uint32_t output_nr = 0;      // which of grad_fn's outputs
  std::weak_ptr<Node> accumulator;  // of a leaf: its AccumulateGrad while a graph uses it
};

/// The node that made this tensor, or null.
std::shared_ptr<Node> grad_fn(const Tensor& tensor);

/// Makes `tensor` the next output of `node`.
void set_history(const Tensor& tensor, const std::shared_ptr<Node>& node);

}  // namespace tally
