// Gradient mode, nodes, and autograd's part of Tensor.
#include <limits>

#include "autograd/accumulate_grad.h"
#include "autograd/autograd_meta.h"
#include "autograd/function.h"
#include "autograd/grad_mode.h"
#include "core/check.h"
#include "core/format_text.h"
#include "tensor/allocator.h"
#include "tensor/kernels.h"
#include "tensor/overlap.h"

namespace tally {

void detail::check_one_device(const char* op, const std::vector<const Tensor*>& inputs) {
  if (recorder().skipping()) return;  // what skipped ops make has no values, wherever it would be
  const Tensor* first = nullptr;
  for (const Tensor* input : inputs) {
    if (!input->defined()) continue;
    if (!first) first = input;
    check(input->device() == first->device(), [&] {
      return std::string("[") + op + "] one tensor of shape " + to_string(first->sizes()) +
             " is on " + std::string(name(first->device())) + ", another of shape " +
             to_string(input->sizes()) + " on " + std::string(name(input->device())) +
             ": all must be on one device";
    });
  }
}

namespace {

thread_local bool grad_mode = true;
thread_local std::uint64_t sequence_counter = 0;

AutogradMeta& meta_of(const Tensor& tensor) {
  if (!tensor.autograd_meta()) tensor.set_autograd_meta(std::make_shared<AutogradMeta>());
  return *tensor.autograd_meta();
}

/// The layout that PyTorch gives a gradient: the variable's when it is dense, else row-major
/// (torch/csrc/autograd/utils/grad_layout_contract.h).
bool obeys_layout_contract(const Tensor& grad, const Tensor& variable) {
  if (!variable.is_non_overlapping_and_dense()) return grad.is_contiguous();
  for (std::size_t d = 0; d < grad.sizes().size(); ++d)
    if (grad.sizes()[d] != 1 && grad.strides()[d] != variable.strides()[d]) return false;
  return true;
}

/// What the outermost destructor of a node has yet to free. Leaked: see allocator().
std::vector<std::shared_ptr<Node>>& pending_nodes() {
  thread_local auto& pending = *new std::vector<std::shared_ptr<Node>>;
  return pending;
}

}  // namespace

bool grad_enabled() { return grad_mode; }

namespace detail {
GradMode::GradMode(bool enabled) : previous_(grad_mode) { grad_mode = enabled; }
GradMode::~GradMode() { grad_mode = previous_; }
}  // namespace detail

std::uint64_t next_sequence_nr() { return sequence_counter++; }

Node::~Node() {
  // A chain of a million nodes must not be freed by recursion: the outermost destructor drains a
  // list.
  std::vector<std::shared_ptr<Node>>& pending = pending_nodes();
  thread_local bool draining = false;
  for (Edge& edge : next_edges)
    if (edge.node) pending.push_back(std::move(edge.node));
  if (draining) return;
  draining = true;
  while (!pending.empty()) {
    const std::shared_ptr<Node> node = std::move(pending.back());
    pending.pop_back();
  }
  draining = false;
}

Edge gradient_edge(const Tensor& tensor) {
  if (!tensor.defined() || !tensor.autograd_meta()) return {};
  AutogradMeta& meta = *tensor.autograd_meta();
  if (meta.grad_fn) return {meta.grad_fn, meta.output_nr};
  if (!meta.requires_grad) return {};
  std::shared_ptr<Node> accumulator = meta.accumulator.lock();
  if (!accumulator) {
    accumulator = std::make_shared<AccumulateGrad>(tensor);
    meta.accumulator = accumulator;
  }
  return {accumulator, 0};
}

MemoryCategory gradient_category(const Edge& edge) {
  const Node* node = edge.node.get();
  while (node && node->is_view() && node->next_edges.size() == 1)
    node = node->next_edges[0].node.get();
  const AccumulateGrad* leaf = node ? node->as_accumulate_grad() : nullptr;
  if (!leaf) return MemoryCategory::activation_gradient;
  return leaf->has_grad() ? MemoryCategory::temporary : MemoryCategory::gradient;
}

std::shared_ptr<Node> grad_fn(const Tensor& tensor) {
  return tensor.autograd_meta() ? tensor.autograd_meta()->grad_fn : nullptr;
}

void set_history(const Tensor& tensor, const std::shared_ptr<Node>& node) {
  AutogradMeta& meta = meta_of(tensor);
  meta.grad_fn = node;
  meta.output_nr = static_cast<std::uint32_t>(node->outputs.size());
  node->outputs.push_back({tensor.sizes(), tensor.dtype(), tensor.device()});
}

AccumulateGrad::AccumulateGrad(const Tensor& variable)
    : Node(std::numeric_limits<std::uint64_t>::max() - 1), variable_(variable) {
  outputs.push_back({variable.sizes(), variable.dtype(), variable.device()});
}

Tensors AccumulateGrad::apply(Tensors& gradients) {
  Tensor incoming = std::move(gradients[0]);
  if (!incoming.defined()) return {};
  AutogradMeta& meta = meta_of(variable_);
  if (meta.grad.defined()) {
    check_written_apart("add_", meta.grad, {&incoming});
    map("add_", meta.grad, [](auto a, auto b) { return a + b; }, meta.grad, incoming);
    meta.grad.bump_version();
  } else if (incoming.use_count() == 1 && obeys_layout_contract(incoming, variable_)) {
    meta.grad = incoming.detach();
    allocator().categorize(*meta.grad.storage(), MemoryCategory::gradient);
  } else {
    meta.grad = empty_like(variable_, MemoryCategory::gradient);
    copy(meta.grad, incoming);
  }
  return {};
}

bool Tensor::requires_grad() const {
  const auto& meta = autograd_meta();
  return meta && (meta->requires_grad || meta->grad_fn);
}

bool Tensor::is_leaf() const { return !autograd_meta() || !autograd_meta()->grad_fn; }

Tensor& Tensor::set_requires_grad(bool value) {
  check(is_leaf(), "[requires_grad] only a leaf's flag can be changed; use detach() for a result");
  check(!value || is_floating_point(dtype()), [&] {
    return format_text("[requires_grad] only floating tensors can require grad, got {}",
                       name(dtype()));
  });
  if (value || autograd_meta()) meta_of(*this).requires_grad = value;
  return *this;
}

const Tensor& Tensor::grad() const {
  static const Tensor undefined;
  return autograd_meta() ? autograd_meta()->grad : undefined;
}

void Tensor::set_grad(Tensor grad) const {
  check(!grad.defined() || (grad.sizes() == sizes() && grad.dtype() == dtype() &&
                            grad.device() == device() && !grad.is_same(*this)),
        [&] {
          if (grad.is_same(*this)) return std::string("[grad] a tensor is not its own gradient");
          return format_text(
              "[grad] the gradient is {} of shape {} on {}, the tensor {} of shape {} "
              "on {}: they must agree",
              name(grad.dtype()), to_string(grad.sizes()), name(grad.device()), name(dtype()),
              to_string(sizes()), name(device()));
        });
  meta_of(*this).grad = std::move(grad);
}

}  // namespace tally
