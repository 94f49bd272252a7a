// Checkpointing against torch.utils.checkpoint (use_reentrant=False) of PyTorch 2.6: streams, FLOPs
// and the peak of saved bytes exactly, and gradients bit-equal to those of the plain run.
#include <gtest/gtest.h>

#include <map>

#include "autograd/backward.h"
#include "autograd/checkpoint.h"
#include "autograd/generator.h"
#include "core/accounting.h"
#include "ops/ops.h"
#include "tensor/flops.h"
#include "tensor/recorder.h"
#include "tests/golden/golden.h"

namespace tally {
namespace {

using golden::Json;

struct Block {
  std::vector<Shape> (*shapes)(std::int64_t width);
  Tensor (*run)(Tensor h, const Tensors& weights);
};

Tensor toy(Tensor h, const Tensors& weights) {
  h = linear(h, weights[0]);
  h = relu(h);
  return h;
}

Tensor linear_relu_linear(Tensor h, const Tensors& weights) {
  h = linear(h, weights[0]);
  h = relu(h);
  h = linear(h, weights[1]);
  return h;
}

Tensor wide(Tensor h, const Tensors& weights) {
  h = linear(h, weights[0]);
  h = gelu(h);
  h = linear(h, weights[1]);
  return h;
}

Tensor toy_dropout(Tensor h, const Tensors& weights) {
  h = linear(h, weights[0]);
  h = relu(h);
  h = dropout(h, 0.5, true);
  return h;
}

Tensor residual(Tensor h, const Tensors& weights) {
  Tensor y = linear(h, weights[0]);
  y = relu(y);
  y = linear(y, weights[1]);
  h = add(h, y);
  return h;
}

Tensor shifted(Tensor h, const Tensors& weights) {
  h = linear(h, weights[0]);
  h = add(h, weights[1]);
  return h;
}

const std::map<std::string, Block> blocks{
    {"toy", {[](std::int64_t d) { return std::vector<Shape>{{d, d}}; }, toy}},
    {"linear_relu_linear",
     {[](std::int64_t d) { return std::vector<Shape>{{d, d}, {d, d}}; }, linear_relu_linear}},
    {"wide", {[](std::int64_t d) { return std::vector<Shape>{{4 * d, d}, {d, 4 * d}}; }, wide}},
    {"toy_dropout", {[](std::int64_t d) { return std::vector<Shape>{{d, d}}; }, toy_dropout}},
    {"residual", {[](std::int64_t d) { return std::vector<Shape>{{d, d}, {d, d}}; }, residual}},
    {"shifted", {[](std::int64_t d) { return std::vector<Shape>{{d, d}, {d}}; }, shifted}},
};

/// A golden setting: its weights, and the network with or without checkpoints.
class Network {
 public:
  Network(const Json& setting, Device device)
      : setting_(setting), block_(blocks.at(setting.at("block"))) {
    const std::int64_t width = setting.at("width"), batch = setting.at("batch");
    std::uint64_t stream = 0;
    x_ = golden::uniform({batch, width}, stream++, Dtype::float32, device, MemoryCategory::input);
    for (int layer = 0; layer < setting.at("layers").get<int>(); ++layer) {
      Tensors& weights = weights_.emplace_back();
      for (const Shape& shape : block_.shapes(width)) {
        weights.push_back(
            golden::uniform(shape, stream++, Dtype::float32, device, MemoryCategory::parameter));
        weights.back().set_requires_grad(true);
      }
    }
  }

  Tensor loss(bool checkpointed) const {
    Tensor h = x_;
    if (!checkpointed) {
      h = run(h, 0, weights_.size());
    } else {
      const CheckpointOptions options{.early_stop = setting_.at("early_stop"),
                                      .preserve_rng_state = setting_.at("preserve_rng_state")};
      std::size_t begin = 0;
      for (const std::size_t length : setting_.at("segments")) {
        h = checkpoint(
            [this, begin, length](const Tensor& in) { return run(in, begin, begin + length); }, h,
            options);
        begin += length;
      }
    }
    return sum(h);
  }

  /// Every weight's gradient, in order.
  std::vector<std::vector<double>> gradients() const {
    std::vector<std::vector<double>> found;
    for (const Tensors& weights : weights_)
      for (const Tensor& weight : weights) found.push_back(golden::to_host(weight.grad()));
    return found;
  }

 private:
  Tensor run(Tensor h, std::size_t begin, std::size_t end) const {
    for (std::size_t layer = begin; layer < end; ++layer) h = block_.run(h, weights_[layer]);
    return h;
  }

  Json setting_;
  Block block_;
  Tensor x_;
  std::vector<Tensors> weights_;
};

void expect_structure(const Json& setting, Device device) {
  const Network network(setting, device);
  manual_seed(0);
  Record record;
  const CountFlops flops;
  const auto mark = [&] { return record.recording().events.size(); };
  set_phase(Phase::forward);
  const Tensor loss = network.loss(!setting.at("segments").empty());
  const std::size_t forward_end = mark();
  const std::int64_t forward_flops = flops.total().count;
  set_phase(Phase::backward);
  backward(loss);
  set_phase(Phase::none);
  const std::size_t backward_end = mark();
  const Recording& recording = record.recording();
  EXPECT_EQ(golden::stream_difference(golden::signed_bytes(recording, 0, forward_end),
                                      setting.at("events").at("forward")),
            "");
  EXPECT_EQ(golden::stream_difference(golden::signed_bytes(recording, forward_end, backward_end),
                                      setting.at("events").at("backward")),
            "");
  EXPECT_EQ(Json({forward_flops, flops.total().count - forward_flops}), setting.at("flops"));
  EXPECT_EQ(peak_saved(recording).saved.count, setting.at("peak_saved_bytes").get<std::int64_t>());
}

TEST(CheckpointGolden, StreamsFlopsAndSavedPeakArePyTorchs) {
  const Json& cases = golden::cases("structure", "checkpoints");
  for (const auto& item : cases.items()) {
    SCOPED_TRACE(item.key());
    expect_structure(item.value(), Device::cpu);
    expect_structure(item.value(), Device::meta);
  }
}

TEST(CheckpointGolden, GradientsAreBitEqualToThePlainRuns) {
  const Json& cases = golden::cases("structure", "checkpoints");
  for (const auto& item : cases.items()) {
    // Values are computed where they are few; what is not checkpointed is the plain run itself.
    if (item.value().at("segments").empty() || item.value().at("width") > 64) continue;
    SCOPED_TRACE(item.key());
    const Network plain(item.value(), Device::cpu), checkpointed(item.value(), Device::cpu);
    manual_seed(7);
    backward(plain.loss(false));
    manual_seed(7);
    backward(checkpointed.loss(true));
    EXPECT_EQ(plain.gradients(), checkpointed.gradients());
  }
}

// Each segment restores the generator, or else runs again with the numbers that come next.
TEST(CheckpointGolden, WithoutTheGeneratorsStateDropoutDrawsOtherMasks) {
  Json setting = golden::cases("structure", "checkpoints").at("toy_dropout/segment1");
  const auto gradients = [&](bool checkpointed) {
    const Network network(setting, Device::cpu);
    manual_seed(7);
    backward(network.loss(checkpointed));
    return network.gradients();
  };
  const auto plain = gradients(false);
  setting["preserve_rng_state"] = true;
  EXPECT_EQ(gradients(true), plain);
  setting["preserve_rng_state"] = false;
  const auto other = gradients(true);
  ASSERT_EQ(other.size(), plain.size());
  for (std::size_t layer = 0; layer < plain.size(); ++layer)
    EXPECT_NE(other[layer], plain[layer]) << "layer " << layer;
}

TEST(CheckpointGolden, GradientsArePyTorchs) {
  const Json& cases = golden::cases("values", "checkpoints");
  for (const auto& item : cases.items()) {
    SCOPED_TRACE(item.key());
    const Json& setting = golden::cases("structure", "checkpoints").at(item.key());
    const Network network(setting, Device::cpu);
    backward(network.loss(!setting.at("segments").empty()));
    const auto gradients = network.gradients();
    const golden::Tolerance tolerance{1e-4, 1e-4};  // 16 layers; gradients of about 1 to 100
    EXPECT_EQ(golden::difference(gradients.front(), item.value().at("first"), tolerance), "");
    EXPECT_EQ(golden::difference(gradients.back(), item.value().at("last"), tolerance), "");
  }
}

}  // namespace
}  // namespace tally
