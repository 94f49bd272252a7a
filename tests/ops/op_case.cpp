#include "tests/ops/op_case.h"

#include <array>
#include <limits>
#include <string_view>

#include "autograd/node.h"
#include "ops/nonzero.h"
#include "tensor/flops.h"
#include "tensor/recorder.h"

namespace tally {
namespace {

/// Those of the lecture, then those of models from "softmax" on.
constexpr std::array<std::string_view, 14> families{
    "pointwise",     "activation", "matmul", "reduction",   "shape",     "graph",    "softmax",
    "normalization", "embedding",  "loss",   "elementwise", "attention", "indexing", "reshaping"};
constexpr std::uint64_t first_weight_stream = 100;

std::string node_name(const Node& node, const Tensors& leaves) {
  if (node.as_accumulate_grad() == nullptr) return node.name();
  for (std::size_t k = 0; k < leaves.size(); ++k)
    if (leaves[k].requires_grad() && gradient_edge(leaves[k]).node.get() == &node)
      return std::string(node.name()) + ":" + std::to_string(k);
  return "AccumulateGrad of no leaf";
}

}  // namespace

Tensors OpCase::make_inputs(Device device) const {
  Tensors leaves;
  for (const golden::Json& input : golden().at("inputs")) {
    const auto category =
        input.value("parameter", false) ? MemoryCategory::parameter : MemoryCategory::input;
    const Shape shape = golden::shape(input.at("shape"));
    const Dtype dtype = golden::dtype(input.at("dtype"));
    leaves.push_back(is_floating_point(dtype)
                         ? golden::uniform(shape, leaves.size(), dtype, device, category,
                                           input.value("positive", false))
                         : golden::integers(shape, leaves.size(), dtype, device, category,
                                            input.value("below", 4)));
    leaves.back().set_requires_grad(input.at("requires_grad").get<bool>());
  }
  return leaves;
}

Tensors OpCase::forward(const Tensors& leaves) const {
  Tensors arguments;
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    const std::string view = golden().at("inputs")[k].value("view", "");
    if (view == "t")
      arguments.push_back(transpose(leaves[k], 0, 1));
    else if (view == "heads")
      arguments.push_back(transpose(leaves[k], 1, 2));
    else if (view == "step")
      arguments.push_back(slice(leaves[k], 1, 0, std::numeric_limits<std::int64_t>::max(), 2));
    else
      arguments.push_back(leaves[k]);
  }
  return call()(arguments);
}

Tensors OpCase::make_weights(const Tensors& outputs) const {
  Tensors weights;
  for (const Tensor& out : outputs)
    weights.push_back(is_floating_point(out.dtype())
                          ? golden::uniform(out.sizes(), first_weight_stream + weights.size(),
                                            out.dtype(), out.device(), MemoryCategory::input)
                          : Tensor());
  return weights;
}

Tensor OpCase::loss(const Tensors& outputs, const Tensors& weights) const {
  const std::string kind = golden().at("loss");
  Tensor total;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (!is_floating_point(outputs[k].dtype())) continue;
    Tensor term = outputs[k];
    if (kind == "sum") term = sum(term);
    if (kind == "weighted") {
      term = mul(term, weights[k]);
      term = sum(term);
    }
    total = total.defined() ? add(total, term) : term;
  }
  return total;
}

const std::vector<OpCase>& op_cases() {
  static const std::vector<OpCase> all = [] {
    std::vector<OpCase> found;
    for (const std::string_view family : families)
      for (const auto& item : golden::cases("structure", family).items())
        found.push_back({std::string(family), item.key()});
    return found;
  }();
  return all;
}

OpRun::OpRun(const OpCase& op_case, Device device) : leaves(op_case.make_inputs(device)) {
  // What meta cannot count is known from the golden run.
  const AssumeNonzero assumed([&](const Tensor&) {
    return op_case.golden().at("outputs")[0].at("shape")[0].get<std::int64_t>();
  });
  Record record;
  const CountFlops flops_counter;
  const auto mark = [&] { return record.recording().events.size(); };
  const auto since = [&](std::size_t begin) {
    return golden::signed_bytes(record.recording(), begin, mark());
  };
  events = {{"forward", golden::Json::array()},
            {"loss", golden::Json::array()},
            {"backward", golden::Json::array()}};
  set_phase(Phase::forward);
  outputs = op_case.forward(leaves);
  forward_end = mark();
  events["forward"] = since(forward_begin);
  flops = {flops_counter.total().count};
  bool differentiable = false;
  for (const Tensor& out : outputs) differentiable = differentiable || out.requires_grad();
  if (differentiable) {
    const Tensors weights = op_case.make_weights(outputs);
    const std::size_t loss_begin = mark();
    const Tensor loss = op_case.loss(outputs, weights);
    events["loss"] = since(loss_begin);
    set_phase(Phase::backward);
    const std::size_t backward_begin = mark();
    order = golden::Json::array();
    backward(loss,
             {.before_node = [&](const Node& node) { order.push_back(node_name(node, leaves)); }});
    events["backward"] = since(backward_begin);
  }
  set_phase(Phase::none);
  flops.push_back(flops_counter.total().count - flops[0].get<std::int64_t>());
  recording = record.take();
}

}  // namespace tally
