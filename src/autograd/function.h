// An op with its backward side by side becomes a node of the graph here.
//
// An op is a struct: its fields are its arguments that are not tensors, and what backward needs of
// sizes; `forward(Context&, tensors...)` computes and saves, `backward(Context&, gradient)` gives
// one gradient per input.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "autograd/autograd_meta.h"
#include "autograd/grad_mode.h"
#include "autograd/node.h"
#include "autograd/saved_tensor.h"
#include "tensor/recorder.h"

namespace tally {

/// What an op's forward and backward see of their node.
class Context {
 public:
  Context() = default;
  Context(Node* node, std::vector<bool> needs) : node_(node), needs_(std::move(needs)) {}

  /// True when a node is recorded: backward will be asked for.
  bool recording() const { return node_ != nullptr; }
  bool needs_input_grad(std::size_t input) const { return input < needs_.size() && needs_[input]; }
  /// What the gradient of an input is there for (node.h).
  MemoryCategory gradient_category(std::size_t input) const {
    return tally::gradient_category(node_->next_edges[input]);
  }
  /// Keeps `tensor` for backward under PyTorch's slot name. Inputs are saved before the op
  /// allocates its result, results after (torchgen's VariableType).
  void save_for_backward(const Tensor& tensor, const char* slot) {
    if (node_ && !recorder().skipping())
      saved_.emplace_back(tensor, SaveSite{node_->id(), node_->name(), slot});
  }
  /// The tensors saved, in order.
  Tensor saved(std::size_t index) { return saved_[index].unpack(); }
  void release() {
    for (SavedTensor& tensor : saved_) tensor.release();
  }
  bool empty() const { return saved_.empty(); }

 private:
  Node* node_ = nullptr;
  std::vector<bool> needs_;
  std::vector<SavedTensor> saved_;
};

namespace detail {

template <class Op>
class OpNode final : public Node {
 public:
  OpNode(Op operation, std::vector<bool> needs)
      : Node(next_sequence_nr()), op(std::move(operation)), context(this, std::move(needs)) {}
  // In order: a vector does not promise to destroy its elements from the front.
  ~OpNode() override { OpNode::release(); }

  const char* name() const override { return Op::node_name; }
  bool is_view() const override {
    return requires { Op::is_view; };
  }

  Tensors apply(Tensors& gradients) override {
    if constexpr (requires(Op o, Context& c, const Tensors& g) { o.backward_all(c, g); }) {
      return op.backward_all(context, gradients);
    } else {
      if (!gradients[0].defined()) return Tensors(next_edges.size());
      if constexpr (std::is_same_v<decltype(op.backward(context, gradients[0])), Tensor>)
        return {op.backward(context, gradients[0])};
      else
        return op.backward(context, gradients[0]);
    }
  }

  void release() override {
    forget();
    context.release();
  }

  Op op;
  Context context;

 private:
  /// The event comes before the frees that it causes.
  void forget() {
    if (!context.empty() && !forgotten_) recorder().released(id());
    forgotten_ = true;
  }
  bool forgotten_ = false;
};

inline void attach(const Tensor& result, const std::shared_ptr<Node>& node) {
  set_history(result, node);
}
inline void attach(const Tensors& results, const std::shared_ptr<Node>& node) {
  for (const Tensor& result : results) set_history(result, node);
}

/// Fails when the inputs of an op are not all on one device.
void check_one_device(const char* op, const std::vector<const Tensor*>& inputs);

template <class Op, class Forward>
auto record(Op op, const std::vector<const Tensor*>& inputs, Forward&& forward) {
  check_one_device(Op::name, inputs);
  const OpScope scope(Op::name);
  std::vector<bool> needs(inputs.size());
  bool any = false;
  if (grad_enabled() && !recorder().skipping())
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      needs[i] = inputs[i]->defined() && inputs[i]->requires_grad();
      any = any || needs[i];
    }
  if (!any) {
    Context context;
    return forward(op, context);
  }
  auto node = std::make_shared<OpNode<Op>>(std::move(op), needs);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    node->next_edges.push_back(needs[i] ? gradient_edge(*inputs[i]) : Edge{});
  auto result = forward(node->op, node->context);
  if (!recorder().skipping()) attach(result, node);
  return result;
}

}  // namespace detail

/// Runs an op on its input tensors and records its node when one of them requires grad.
template <class Op, class... Inputs>
auto apply(Op op, const Inputs&... inputs) {
  return detail::record(std::move(op), {&inputs...},
                        [&](Op& o, Context& context) { return o.forward(context, inputs...); });
}

/// The same for an op on a list of tensors.
template <class Op>
auto apply_list(Op op, const Tensors& inputs) {
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  return detail::record(std::move(op), pointers,
                        [&](Op& o, Context& context) { return o.forward(context, inputs); });
}

}  // namespace tally
