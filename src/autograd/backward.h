// Reverse mode, without recursion over the graph (torch/csrc/autograd/engine.cpp).
#pragma once

#include <cstdint>
#include <functional>

#include "autograd/node.h"
#include "tensor/tensor.h"

namespace tally {

struct BackwardOptions {
  /// Keep what nodes saved, so that backward can run through this graph again.
  bool retain_graph = false;
  /// Called with each node before it runs: the order of execution.
  std::function<void(const Node&)> before_node = {};
};

/// Adds d(root)/d(leaf) to .grad of every leaf that requires grad. `gradient` has root's shape;
/// without one, root must have a single element and 1 is used. Nodes run by highest sequence number
/// first, and release what they saved right after. Fails when root does not require grad.
void backward(const Tensor& root, const BackwardOptions& options = {}, const Tensor& gradient = {});

/// The number of the backward pass that runs, 0 outside of one.
std::uint64_t current_backward();

}  // namespace tally
