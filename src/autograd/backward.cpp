#include "autograd/backward.h"

#include <array>
#include <queue>
#include <unordered_map>
#include <utility>

#include "autograd/accumulate_grad.h"
#include "autograd/autograd_meta.h"
#include "autograd/grad_mode.h"
#include "core/check.h"
#include "core/format_text.h"
#include "tensor/allocator.h"
#include "tensor/kernels.h"
#include "tensor/recorder.h"

namespace tally {
namespace {

thread_local std::uint64_t backward_counter = 0;
thread_local std::uint64_t running_backward = 0;

struct Later {
  bool operator()(const std::shared_ptr<Node>& a, const std::shared_ptr<Node>& b) const {
    return a->sequence_nr() < b->sequence_nr();
  }
};

/// How many edges lead to each node that can be reached from `root`.
std::unordered_map<const Node*, int> count_dependencies(const Node* root) {
  std::unordered_map<const Node*, int> dependencies{{root, 0}};
  std::vector<const Node*> stack{root};
  while (!stack.empty()) {
    const Node* node = stack.back();
    stack.pop_back();
    for (const Edge& edge : node->next_edges) {
      if (!edge.node) continue;
      if (++dependencies[edge.node.get()] == 1) stack.push_back(edge.node.get());
    }
  }
  return dependencies;
}

/// `gradient` summed to `sizes` (at::sum_to): one result, the dimensions of broadcasting gone.
Tensor sum_to(const Tensor& gradient, const Shape& sizes, MemoryCategory category) {
  Shape kept(gradient.sizes().size(), 1);
  const std::size_t lead = kept.size() - sizes.size();
  for (std::size_t d = 0; d < sizes.size(); ++d) kept[lead + d] = sizes[d];
  const Tensor result = sum_keepdim(gradient, kept, category);
  return lead == 0 ? result : result.alias(sizes, contiguous_strides(sizes), 0);
}

/// Brings each gradient to the shape and dtype of the input it belongs to (engine.cpp,
/// validate_outputs).
void validate(const Node& node, Tensors& gradients) {
  check(gradients.size() >= node.next_edges.size() || node.next_edges.empty(), [&] {
    return format_text("[backward] {} returned {} gradients for {} inputs", node.name(),
                       gradients.size(), node.next_edges.size());
  });
  for (std::size_t i = 0; i < node.next_edges.size(); ++i) {
    const Edge& edge = node.next_edges[i];
    Tensor& gradient = gradients[i];
    if (!edge.node || !gradient.defined()) continue;
    const Node::Metadata& expected = edge.node->outputs[edge.input_nr];
    if (gradient.sizes() != expected.sizes) {
      Shape common;
      check(
          broadcast_shapes(expected.sizes, gradient.sizes(), common) && common == gradient.sizes(),
          [&] {
            return format_text(
                "[backward] {} returned a gradient of shape {} for an input of shape {}",
                node.name(), to_string(gradient.sizes()), to_string(expected.sizes));
          });
      gradient = sum_to(gradient, expected.sizes, gradient_category(edge));
    }
    if (gradient.dtype() != expected.dtype) {
      const Shape strides = elementwise_strides(gradient.sizes(), std::array{gradient.strides()});
      const Tensor cast = empty_strided(gradient.sizes(), strides, expected.dtype,
                                        gradient.device(), result_category());
      copy(cast, gradient);
      gradient = cast;
    }
  }
}

/// Adds a gradient to what arrived before (torch/csrc/autograd/input_buffer.cpp): in place when
/// nobody else holds the earlier one, which with a view is never so, otherwise into a new tensor.
void accumulate(Tensor& slot, Tensor&& gradient) {
  if (!slot.defined()) {
    slot = std::move(gradient);
  } else if (slot.use_count() == 1 && slot.storage_use_count() == 1 && !slot.is_view() &&
             slot.is_non_overlapping_and_dense()) {
    map("add_", slot, [](auto a, auto b) { return a + b; }, slot, gradient);
    slot.bump_version();
    gradient = {};
  } else {
    const Tensor sum = empty_like(slot, result_category());
    map("add", sum, [](auto a, auto b) { return a + b; }, slot, gradient);
    slot = sum;
    gradient = {};
  }
}

class Running {
 public:
  Running() : previous_(std::exchange(running_backward, ++backward_counter)) {}
  ~Running() { running_backward = previous_; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  std::uint64_t previous_;
};

}  // namespace

std::uint64_t current_backward() { return running_backward; }

void backward(const Tensor& root, const BackwardOptions& options, const Tensor& gradient) {
  check(root.defined() && root.requires_grad(),
        "[backward] the tensor does not require grad: no input of its graph does, or it was made "
        "under no_grad");
  check(gradient.defined() || root.numel() == 1, [&] {
    return format_text(
        "[backward] a gradient of shape {} must be given: only a tensor of one element has one "
        "by itself",
        to_string(root.sizes()));
  });
  check(!gradient.defined() || gradient.sizes() == root.sizes(), [&] {
    return format_text("[backward] the gradient has shape {}, the tensor {}",
                       to_string(gradient.sizes()), to_string(root.sizes()));
  });
  check(!gradient.defined() ||
            (gradient.dtype() == root.dtype() && gradient.device() == root.device()),
        [&] {
          return format_text("[backward] the gradient is {} on {}, the tensor {} on {}",
                             name(gradient.dtype()), name(gradient.device()), name(root.dtype()),
                             name(root.device()));
        });
  const NoGrad no_grad;
  const PhaseScope phase(Phase::backward);
  const Running running;

  Tensor root_gradient = gradient;  // alive to the end, as PyTorch's caller holds it
  if (!root_gradient.defined()) {
    root_gradient = empty_like(root, result_category());
    fill(root_gradient, 1);
  }
  const Edge start = gradient_edge(root);
  std::unordered_map<const Node*, int> dependencies = count_dependencies(start.node.get());
  std::unordered_map<const Node*, Tensors> buffers;
  std::priority_queue<std::shared_ptr<Node>, std::vector<std::shared_ptr<Node>>, Later> ready;

  buffers[start.node.get()].resize(start.node->outputs.size());
  buffers[start.node.get()][start.input_nr] = root_gradient;
  ready.push(start.node);
  while (!ready.empty()) {
    const std::shared_ptr<Node> node = ready.top();
    ready.pop();
    if (options.before_node) options.before_node(*node);
    Tensors incoming = std::move(buffers[node.get()]);
    buffers.erase(node.get());
    Tensors outgoing;
    {
      const OpScope scope(node->name());
      outgoing = node->apply(incoming);
      validate(*node, outgoing);
    }
    // One by one: standard libraries differ in the order in which a vector lets go.
    for (Tensor& gradient_in : incoming) gradient_in = {};
    if (!options.retain_graph) node->release();
    for (std::size_t i = 0; i < node->next_edges.size(); ++i) {
      const Edge& edge = node->next_edges[i];
      if (!edge.node) continue;
      Tensors& buffer = buffers[edge.node.get()];
      if (buffer.empty()) buffer.resize(edge.node->outputs.size());
      if (outgoing[i].defined()) accumulate(buffer[edge.input_nr], std::move(outgoing[i]));
      if (--dependencies[edge.node.get()] == 0) ready.push(edge.node);
    }
  }
}

}  // namespace tally
