// Every case of the op test table on LibTorch beside ours, in one process: shapes, strides, saved
// storages, the stream of allocations and FLOPs exactly, values and gradients within a tolerance.
#include <ATen/ops/add.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/slice.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/transpose.h>
#include <gtest/gtest.h>

#include <iostream>
#include <limits>
#include <map>

#include "measure/torch_engine.h"
#include "tests/measure/stream.h"
#include "tests/measure/torch_calls.h"
#include "tests/ops/op_case.h"

namespace tally {
namespace {

using golden::Json;
using measure::TorchEngine;
using TorchTensors = std::vector<at::Tensor>;

/// A case as OpRun runs it (tests/ops/op_case.cpp), on LibTorch.
struct TorchRun {
  TorchRun(const OpCase& op_case, const OpRun& ours);

  TorchTensors leaves, outputs;
  Recording recording;
  std::size_t forward_end = 0, loss_begin = 0, loss_end = 0;
  std::int64_t forward_flops = 0, flops = 0;
  bool differentiable = false;
};

at::Tensor same_as(const TorchEngine& engine, const Tensor& ours, MemoryCategory category) {
  at::Tensor tensor = engine.from_host(golden::to_host(ours), ours.sizes(), ours.dtype(), category);
  engine.set_requires_grad(tensor, ours.requires_grad());
  return tensor;
}

TorchTensors arguments_of(const OpCase& op_case, const TorchTensors& leaves) {
  TorchTensors arguments;
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    const std::string view = op_case.golden().at("inputs")[k].value("view", "");
    if (view == "t")
      arguments.push_back(transpose(leaves[k], 0, 1));
    else if (view == "heads")
      arguments.push_back(transpose(leaves[k], 1, 2));
    else if (view == "step")
      arguments.push_back(slice(leaves[k], 1, 0, std::numeric_limits<std::int64_t>::max(), 2));
    else
      arguments.push_back(leaves[k]);
  }
  return arguments;
}

at::Tensor loss_of(const OpCase& op_case, const TorchTensors& outputs,
                   const TorchTensors& weights) {
  const std::string kind = op_case.golden().at("loss");
  at::Tensor total;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (!outputs[k].is_floating_point()) continue;
    at::Tensor term = outputs[k];
    if (kind == "sum") term = sum(term);
    if (kind == "weighted") {
      term = mul(term, weights[k]);
      term = sum(term);
    }
    total = total.defined() ? add(total, term) : term;
  }
  return total;
}

TorchRun::TorchRun(const OpCase& op_case, const OpRun& ours) {
  const TorchEngine engine;
  for (const Tensor& leaf : op_case.make_inputs(Device::cpu))
    leaves.push_back(same_as(engine, leaf, leaf.storage()->category));
  const OpCall<at::Tensor> call = torch_call(op_case.family, op_case.golden().at("call"));
  TorchEngine::Record record;
  const TorchEngine::CountFlops counted;
  const auto mark = [&] { return record.recording().events.size(); };
  {
    const TorchEngine::PhaseScope phase(Phase::forward);
    const TorchTensors arguments = arguments_of(op_case, leaves);
    outputs = call(arguments);
  }
  forward_end = loss_begin = loss_end = mark();
  forward_flops = counted.total().count;
  for (const at::Tensor& out : outputs) differentiable = differentiable || out.requires_grad();
  if (differentiable) {
    TorchTensors weights;
    for (const Tensor& weight : op_case.make_weights(ours.outputs))
      weights.push_back(weight.defined() ? same_as(engine, weight, MemoryCategory::input)
                                         : at::Tensor());
    const TorchEngine::PhaseScope phase(Phase::forward);
    loss_begin = mark();
    const at::Tensor loss = loss_of(op_case, outputs, weights);
    loss_end = mark();
    engine.backward(loss);
    flops = counted.total().count;
    recording = record.take();
    return;
  }
  flops = counted.total().count;
  recording = record.take();
}

/// Who owns a storage: "in0" for a leaf, "out0" for an output, else "new0", "new1", ... as met.
class Owners {
 public:
  template <class Tensors, class SerialOf>
  Owners(const Tensors& leaves, const Tensors& outputs, SerialOf serial_of) {
    for (std::size_t k = 0; k < leaves.size(); ++k)
      names_.try_emplace(serial_of(leaves[k]), "in" + std::to_string(k));
    for (std::size_t k = 0; k < outputs.size(); ++k)
      names_.try_emplace(serial_of(outputs[k]), "out" + std::to_string(k));
  }
  std::string operator[](std::uint64_t serial) {
    const auto [found, is_new] = names_.try_emplace(serial, "new" + std::to_string(fresh_));
    fresh_ += is_new ? 1 : 0;
    return found->second;
  }

 private:
  std::map<std::uint64_t, std::string> names_;
  int fresh_ = 0;
};

/// What the forward saved, in order. Without bytes there is no storage to tell apart.
Json saved_rows(const Recording& recording, std::size_t forward_end, Owners owners) {
  Json rows = Json::array();
  for (const SavedInfo& info : recording.saves) {
    if (info.event >= forward_end) continue;
    const Event& event = recording.events[info.event];
    rows.push_back({{"node", event.name},
                    {"shape", info.shape},
                    {"dtype", name(info.dtype)},
                    {"storage", event.bytes == 0 ? "none" : owners[event.storage]},
                    {"offset", event.offset},
                    {"bytes", event.bytes}});
  }
  return rows;
}

/// A value is as exact as the coarsest dtype on its way.
golden::Tolerance tolerance_of(const OpCase& op_case, const OpRun& ours, Dtype own) {
  golden::Tolerance found = golden::tolerance(own, golden::dtype(op_case.golden().at("dtype")));
  for (const Tensors* tensors : {&ours.leaves, &ours.outputs})
    for (const Tensor& tensor : *tensors)
      if (golden::tolerance(tensor.dtype()).rtol > found.rtol)
        found = golden::tolerance(tensor.dtype());
  return found;
}

/// Strides where they matter: a dimension of one element may have any.
bool same_strides(const at::Tensor& theirs, const Tensor& ours) {
  for (std::size_t d = 0; d < ours.sizes().size(); ++d)
    if (ours.sizes()[d] > 1 && theirs.stride(static_cast<std::int64_t>(d)) != ours.strides()[d])
      return false;
  return true;
}

void expect_equal(const OpCase& op_case, const OpRun& run, const at::Tensor& theirs,
                  const Tensor& ours, bool values) {
  const TorchEngine engine;
  EXPECT_EQ(measure::shape_of(theirs), ours.sizes());
  ASSERT_EQ(engine.dtype(theirs), ours.dtype());
  EXPECT_TRUE(same_strides(theirs, ours)) << theirs.strides() << to_string(ours.strides());
  if (!values) return;
  EXPECT_EQ(golden::difference(engine.to_host(theirs), Json(golden::to_host(ours)),
                               tolerance_of(op_case, run, ours.dtype())),
            "");
}

std::vector<std::size_t> indices() {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < op_cases().size(); ++i) found.push_back(i);
  return found;
}

class OpParity : public testing::TestWithParam<std::size_t> {
 public:
  static void TearDownTestSuite() {
    std::cout << "op rows on LibTorch: " << equal << " of " << indices().size()
              << " cases equal to the byte\n";
  }

 protected:
  static inline std::size_t equal = 0;
};

TEST_P(OpParity, IsOursToTheByte) {
  const OpCase& op_case = op_cases()[GetParam()];
  SCOPED_TRACE(op_case.name);
  const OpRun ours(op_case, Device::cpu);
  const TorchRun theirs(op_case, ours);
  const Owners our_owners(ours.leaves, ours.outputs,
                          [](const Tensor& tensor) { return tensor.storage()->serial; });
  const Owners their_owners(theirs.leaves, theirs.outputs, [](const at::Tensor& tensor) {
    return measure::tracker().serial_of(measure::block_of(tensor));
  });
  EXPECT_EQ(saved_rows(theirs.recording, theirs.forward_end, their_owners),
            saved_rows(ours.recording, ours.forward_end, our_owners));
  const Json events{
      {"forward", golden::signed_bytes(theirs.recording, 0, theirs.forward_end)},
      {"loss", golden::signed_bytes(theirs.recording, theirs.loss_begin, theirs.loss_end)},
      {"backward",
       golden::signed_bytes(theirs.recording, theirs.loss_end, theirs.recording.events.size())}};
  for (const char* phase : {"forward", "loss", "backward"})
    EXPECT_EQ(golden::stream_difference(events.at(phase), ours.events.at(phase)), "") << phase;
  EXPECT_EQ(Json({theirs.forward_flops, theirs.flops - theirs.forward_flops}), ours.flops);

  // Dropout's masks are another generator's.
  const bool values = golden::cases("values", op_case.family).contains(op_case.name);
  ASSERT_EQ(theirs.outputs.size(), ours.outputs.size());
  for (std::size_t k = 0; k < ours.outputs.size(); ++k) {
    SCOPED_TRACE("output " + std::to_string(k));
    EXPECT_EQ(theirs.outputs[k].requires_grad(), ours.outputs[k].requires_grad());
    expect_equal(op_case, ours, theirs.outputs[k], ours.outputs[k], values);
  }
  for (std::size_t k = 0; k < ours.leaves.size(); ++k) {
    SCOPED_TRACE("gradient " + std::to_string(k));
    ASSERT_EQ(theirs.leaves[k].grad().defined(), ours.leaves[k].grad().defined());
    if (ours.leaves[k].grad().defined())
      expect_equal(op_case, ours, theirs.leaves[k].grad(), ours.leaves[k].grad(), values);
  }
  equal += HasFailure() ? 0 : 1;
}

std::string name_of(const testing::TestParamInfo<std::size_t>& parameter) {
  return golden::test_name(op_cases()[parameter.param].name, parameter.param);
}

INSTANTIATE_TEST_SUITE_P(Cases, OpParity, testing::ValuesIn(indices()), name_of);

TEST(OpTableOnLibTorch, EveryRowIsCalled) {
  std::map<std::string, std::map<std::string, int>> called;
  for (const OpCase& op_case : op_cases()) ++called[op_case.family][op_case.golden().at("call")];
  for (const auto& [family, calls] : called)
    for (const auto& row : calls_of<at::Tensor>(family))
      EXPECT_TRUE(calls.contains(row.first)) << row.first;
}

}  // namespace
}  // namespace tally
