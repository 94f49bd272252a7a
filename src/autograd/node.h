// The graph: nodes that turn gradients of an op's outputs into gradients of its inputs, and the
// edges between them (torch/csrc/autograd/function.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tensor/tensor.h"

namespace tally {

using Tensors = std::vector<Tensor>;

class Node;

struct Edge {
  std::shared_ptr<Node> node;  // null: this input needs no gradient
  std::uint32_t input_nr = 0;  // which output of the op that `node` belongs to
};

class Node : public std::enable_shared_from_this<Node> {
 public:
  /// What is known of an output of the op: the gradient arriving there has this shape and dtype.
  struct Metadata {
    Shape sizes;
    Dtype dtype{};
    Device device{};
  };

  explicit Node(std::uint64_t sequence_nr) : sequence_nr_(sequence_nr) {}
  virtual ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// "MmBackward0": PyTorch's name.
  virtual const char* name() const = 0;
  /// One gradient per edge, undefined where an edge is null. `gradients` stays alive until the
  /// engine has brought the results to their inputs' shapes.
  virtual Tensors apply(Tensors& gradients) = 0;
  /// True when backward only hands on a view of its gradient's storage (t, view, transpose).
  virtual bool is_view() const { return false; }
  /// The AccumulateGrad this node is, or null: what arrives here goes into a leaf's .grad.
  virtual const class AccumulateGrad* as_accumulate_grad() const { return nullptr; }
  /// Drops what was saved for backward.
  virtual void release() {}

  /// Later ops have greater numbers; AccumulateGrad has the greatest, so that it runs at once.
  std::uint64_t sequence_nr() const { return sequence_nr_; }
  /// The id of this node in events: never 0.
  std::uint64_t id() const { return sequence_nr_ + 1; }

  std::vector<Edge> next_edges;
  std::vector<Metadata> outputs;

 private:
  std::uint64_t sequence_nr_;
};

/// The next sequence number of this thread.
std::uint64_t next_sequence_nr();

/// Where the gradient of `tensor` goes: its grad_fn, or its AccumulateGrad for a leaf that requires
/// grad, or nowhere.
Edge gradient_edge(const Tensor& tensor);

/// What the gradient that flows along `edge` is there for: `gradient` where it becomes a leaf's
/// .grad, `temporary` where it is added to one, `activation_gradient` otherwise.
MemoryCategory gradient_category(const Edge& edge);

}  // namespace tally
