#include "measure/ops_watch.h"

#include <ATen/core/ivalue.h>
#include <ATen/record_function.h>
#include <torch/csrc/autograd/function.h>

#include <memory>
#include <string_view>

#include "measure/tracker.h"
#include "measure/types.h"

namespace tally::measure {
namespace {

CountFlops* innermost = nullptr;
int watches = 0;
at::CallbackHandle callback{};
thread_local int inside_counted = 0;  // a product that a product is made of counts once

/// What an op that counts will have done when it ends; an op that is left by an exception, as at
/// the end of a recomputation, has done nothing.
struct Counted final : at::ObserverContext {
  explicit Counted(Flops count) : flops(count) { ++inside_counted; }
  ~Counted() override { --inside_counted; }
  Flops flops;
};

/// 2 m n k for each of `batch` products (m, k) (k, n).
Flops product(const at::Tensor& a, const at::Tensor& b) {
  const bool batched = a.dim() == 3;
  const std::int64_t batch = batched ? a.size(0) : 1;
  return {2 * batch * a.size(batched ? 1 : 0) * a.size(-1) * b.size(-1)};
}

/// Q K^T and P V of one attention: (B, H, Lq, Dk) (B, H, Lk, Dk) (B, H, Lk, Dv).
Flops attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v) {
  const std::int64_t scores = q.size(0) * q.size(1) * q.size(2) * k.size(2);
  return {2 * scores * (q.size(3) + v.size(3))};
}

/// By the name that the dispatcher has; 0 for whatever FlopCounterMode leaves out.
Flops flops_of(std::string_view op, c10::ArrayRef<const c10::IValue> inputs) {
  const auto tensor = [&](std::size_t i) -> const at::Tensor& { return inputs[i].toTensor(); };
  if (op == "aten::mm" || op == "aten::bmm") return product(tensor(0), tensor(1));
  if (op == "aten::addmm" || op == "aten::baddbmm") return product(tensor(1), tensor(2));
  if (op == "aten::_scaled_dot_product_flash_attention" ||
      op == "aten::_scaled_dot_product_flash_attention_for_cpu" ||
      op == "aten::_scaled_dot_product_efficient_attention" ||
      op == "aten::_scaled_dot_product_cudnn_attention")
    return attention(tensor(0), tensor(1), tensor(2));
  // Backward makes five products where forward makes two: S again, dV, dP, dQ, dK.
  if (op == "aten::_scaled_dot_product_flash_attention_backward" ||
      op == "aten::_scaled_dot_product_flash_attention_for_cpu_backward" ||
      op == "aten::_scaled_dot_product_efficient_attention_backward" ||
      op == "aten::_scaled_dot_product_cudnn_attention_backward") {
    const at::Tensor &q = tensor(1), &k = tensor(2), &v = tensor(3);
    const std::int64_t scores = q.size(0) * q.size(1) * q.size(2) * k.size(2);
    return {2 * scores * (3 * q.size(3) + 2 * v.size(3))};
  }
  return {};
}

std::unique_ptr<at::ObserverContext> op_begins(const at::RecordFunction& op) {
  if (!innermost || inside_counted > 0) return nullptr;
  const Flops flops = flops_of(op.name(), op.inputs());
  return flops.count > 0 ? std::make_unique<Counted>(flops) : nullptr;
}

void name_node_of(const at::Tensor& output) {
  if (!output.defined() || !output.requires_grad()) return;
  if (const auto& node = output.grad_fn())
    tracker().name_node(node->sequence_nr() + 1, interned(node->name()));
}

void op_ends(const at::RecordFunction& op, at::ObserverContext* context) {
  if (context && !op.outputs().empty()) count_flops(static_cast<Counted*>(context)->flops);
  if (!tracker().has_unnamed()) return;
  for (const c10::IValue& output : op.outputs())
    if (output.isTensor())
      name_node_of(output.toTensor());
    else if (output.isTensorList())
      for (const at::Tensor& each : output.toTensorVector()) name_node_of(each);
}

}  // namespace

OpsWatch::OpsWatch() {
  if (watches++ == 0)
    callback = at::addGlobalCallback(at::RecordFunctionCallback(op_begins, op_ends)
                                         .needsInputs(true)
                                         .needsOutputs(true)
                                         .scopes({at::RecordScope::FUNCTION}));
}
OpsWatch::~OpsWatch() {
  if (--watches == 0) at::removeCallback(callback);
}

CountFlops::CountFlops() : outer_(innermost) { innermost = this; }
CountFlops::~CountFlops() { innermost = outer_; }

Flops CountFlops::total() const {
  Flops sum;
  for (const Flops count : counts_) sum += count;
  return sum;
}

void count_flops(Flops flops) {
  for (CountFlops* scope = innermost; scope; scope = scope->outer_)
    scope->counts_[static_cast<std::size_t>(tracker().phase())] += flops;
}

}  // namespace tally::measure
