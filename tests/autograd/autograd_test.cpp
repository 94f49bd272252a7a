// The graph beyond what PyTorch's golden files hold: hooks, depth, misuse, and the life of what is
// saved.
#include <gtest/gtest.h>

#include <cmath>

#include "autograd/backward.h"
#include "autograd/checkpoint.h"
#include "autograd/generator.h"
#include "autograd/gradcheck.h"
#include "autograd/saved_tensor.h"
#include "core/accounting.h"
#include "core/check.h"
#include "engine/engine.h"

namespace tally {
namespace {

const Engine engine;

Tensor leaf(const Shape& shape, std::uint64_t stream) {
  return engine.uniform(shape, Dtype::float32, MemoryCategory::parameter, stream, 1)
      .set_requires_grad(true);
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Backward, AMillionNodesNeedNoStack) {
  Tensor x = engine.full({}, 1, Dtype::float32, MemoryCategory::parameter).set_requires_grad(true);
  {
    Tensor y = x;
    for (int i = 0; i < 1'000'000; ++i) y = neg(y);
    backward(y);
  }  // and freeing what is left of the graph needs none either
  EXPECT_EQ(x.grad().item(), 1);
}

TEST(Backward, AGraphThatIsDroppedWithoutBackwardLetsGoOfWhatItSaved) {
  const Bytes before = engine.live_bytes();
  Tensor x = leaf({16}, 1);
  Tensor y = x;
  for (int i = 0; i < 100'000; ++i) y = sigmoid(y);
  y = {};
  EXPECT_EQ(engine.live_bytes() - before, x.nbytes());
}

TEST(Backward, MisuseSaysWhatWouldBeRight) {
  Tensor x = leaf({2, 3}, 1);
  EXPECT_NE(message_of([&] { backward(x.detach()); }).find("does not require grad"),
            std::string::npos);
  EXPECT_NE(message_of([&] { backward(relu(x)); }).find("shape (2, 3) must be given"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              backward(relu(x), {}, engine.zeros({3}, Dtype::float32, MemoryCategory::other));
            }).find("the gradient has shape (3,), the tensor (2, 3)"),
            std::string::npos);
  EXPECT_NE(message_of([&] { x.add_(1); }).find("[add_]"), std::string::npos);
  Tensor count = engine.zeros({2}, Dtype::int64, MemoryCategory::other);
  EXPECT_NE(message_of([&] { count.set_requires_grad(true); }).find("int64"), std::string::npos);
  Tensor y = relu(x);
  EXPECT_NE(message_of([&] { y.set_requires_grad(false); }).find("leaf"), std::string::npos);
}

TEST(Devices, AnOpRefusesTensorsOfTwo) {
  const Engine meta(Device::meta);
  const Tensor here = leaf({2, 3}, 1);
  const Tensor there = meta.full({3}, 1, Dtype::float32, MemoryCategory::activation);
  const std::string wanted =
      "one tensor of shape (2, 3) is on cpu, another of shape (3,) on meta: all must be on one "
      "device";
  EXPECT_EQ(message_of([&] { add(here, there); }), "[add] " + wanted);
  EXPECT_EQ(message_of([&] { here.detach().add_(there); }), "[add_] " + wanted);
  EXPECT_NE(message_of([&] {
              cat(Tensors{here, meta.full({2, 3}, 1, Dtype::float32, MemoryCategory::activation)},
                  0);
            }),
            "");
}

TEST(Backward, ASecondPassNeedsRetainGraph) {
  Tensor x = leaf({4}, 1);
  const Tensor kept = sum(relu(x));
  backward(kept, {.retain_graph = true});
  backward(kept);
  EXPECT_NE(message_of([&] { backward(kept); }).find("retain_graph"), std::string::npos);
}

TEST(Backward, AFailureLeavesTheThreadUsable) {
  Tensor x = leaf({4}, 1);
  Tensor y = sigmoid(x);
  const Tensor loss = sum(y);
  {
    const NoGrad no_grad;
    y.detach().mul_(2.0);
  }
  EXPECT_NE(message_of([&] { backward(loss); }).find("modified by an in-place operation"),
            std::string::npos);
  EXPECT_TRUE(grad_enabled());
  EXPECT_EQ(current_backward(), 0u);
  backward(sum(relu(x)));
  EXPECT_TRUE(x.grad().defined());
}

TEST(Hooks, TheInnermostPairWinsAndSeesEverySave) {
  Tensor x = leaf({8}, 1);
  int outer = 0, inner = 0, unpacked = 0;
  const auto keep = [](int& count) {
    return [&count](const Tensor& tensor, const SaveSite&) {
      ++count;
      return Packed{tensor, nullptr};
    };
  };
  const auto give = [&](Packed& packed) {
    ++unpacked;
    return packed.tensor;
  };
  const SavedTensorsHooks first(keep(outer), give);
  Tensor y;
  {
    const SavedTensorsHooks second(keep(inner), give);
    y = relu(x);
  }
  backward(sum(sigmoid(y)));
  EXPECT_EQ(outer, 1);
  EXPECT_EQ(inner, 1);
  EXPECT_EQ(unpacked, 2);
}

TEST(Hooks, WhatIsKeptInsteadIsWhatIsAccounted) {
  Tensor x = leaf({64}, 1);
  Record record;
  Tensor y;
  {
    const SavedTensorsHooks half(
        [](const Tensor& t, const SaveSite&) { return Packed{t.to(Dtype::bfloat16), nullptr}; },
        [](Packed& packed) { return packed.tensor.to(Dtype::float32); });
    y = relu(x);
  }
  EXPECT_EQ(saved_bytes(record.recording()), Bytes{128});  // not 256
  backward(sum(y));
  EXPECT_EQ(saved_bytes(record.recording()), Bytes{0});
}

TEST(Saved, IsReleasedNodeByNode) {
  Tensor x = leaf({10}, 1);
  Record record;
  const Tensor loss = sum(sigmoid(sigmoid(sigmoid(x))));
  std::vector<std::int64_t> saved;
  backward(loss, {.before_node = [&](const Node& node) {
             if (std::string_view(node.name()) == "SigmoidBackward0")
               saved.push_back(saved_bytes(record.recording()).count);
           }});
  EXPECT_EQ(saved, (std::vector<std::int64_t>{120, 80, 40}));
}

TEST(Checkpoint, AnotherComputationTheSecondTimeIsAnError) {
  Tensor x = leaf({4}, 1);
  int calls = 0;
  const Tensor shorter =
      checkpoint([&](const Tensor& h) { return calls++ ? sigmoid(h) : sigmoid(sigmoid(h)); }, x);
  EXPECT_NE(
      message_of([&] { backward(sum(shorter)); }).find("forward saved 2 tensors, recomputation 1"),
      std::string::npos);
  calls = 0;
  const Tensor other = checkpoint(
      [&](const Tensor& h) { return calls++ ? sigmoid(slice(h, 0, 0, 2)) : sigmoid(h); }, x);
  EXPECT_NE(message_of([&] { backward(sum(other)); }).find("(2,)"), std::string::npos);
  EXPECT_FALSE(recorder().skipping());
}

TEST(Checkpoint, NestsAndGivesTheSameGradient) {
  const auto inner = [](const Tensor& h) { return sigmoid(mul(h, h)); };
  const auto outer = [&](const Tensor& h) { return tanh(checkpoint(inner, sigmoid(h))); };
  Tensor plain = leaf({6}, 1), nested = leaf({6}, 1);
  backward(sum(tanh(inner(sigmoid(plain)))));
  backward(sum(checkpoint(outer, nested)));
  EXPECT_EQ(engine.to_host(plain.grad()), engine.to_host(nested.grad()));
}

TEST(Checkpoint, KeepsItsSegmentForASecondPass) {
  Tensor x = leaf({6}, 1);
  const Tensor loss = sum(checkpoint([](const Tensor& h) { return sigmoid(sigmoid(h)); }, x));
  backward(loss, {.retain_graph = true});
  const std::vector<double> once = engine.to_host(x.grad());
  backward(loss);
  const std::vector<double> twice = engine.to_host(x.grad());
  for (std::size_t i = 0; i < once.size(); ++i)
    EXPECT_FLOAT_EQ(static_cast<float>(twice[i]), static_cast<float>(2 * once[i]));
}

TEST(Checkpoint, OfAnInputThatNeedsNoGradientStillTrainsItsWeights) {
  Tensor w = leaf({3, 3}, 1), same = leaf({3, 3}, 1);
  const Tensor x = engine.uniform({2, 3}, Dtype::float32, MemoryCategory::input, 2, 1);
  backward(sum(checkpoint([&](const Tensor& h) { return relu(linear(h, w)); }, x)));
  backward(sum(relu(linear(x, same))));
  EXPECT_EQ(engine.to_host(w.grad()), engine.to_host(same.grad()));
}

TEST(Checkpoint, AFailureAfterTheEarlyStopLeavesTheThreadUsable) {
  engine.manual_seed(11);
  const GeneratorState before = generator();
  Tensor x = leaf({4}, 1);
  int calls = 0;
  const Tensor y = checkpoint(
      [&](const Tensor& h) {
        const Tensor out = sigmoid(h);
        if (calls++) neg(out).item();  // skipped by then: it has no value
        return out;
      },
      x);
  EXPECT_NE(message_of([&] { backward(sum(y)); }), "");
  EXPECT_FALSE(recorder().skipping());
  EXPECT_EQ(generator().stream, before.stream);
  EXPECT_EQ(engine.to_host(sigmoid(x.detach())).size(), 4u);
}

TEST(Checkpoint, WhatIsSkippedMeetsWhatIsNot) {
  Tensor w = leaf({3, 3}, 1), same = leaf({3, 3}, 1);
  const Tensor x = engine.uniform({2, 3}, Dtype::float32, MemoryCategory::input, 2, 1);
  const Tensor total = engine.zeros({2, 3}, Dtype::float32, MemoryCategory::buffer);
  backward(sum(checkpoint(
      [&](const Tensor& h) {
        const Tensor out = add(h, linear(relu(linear(h, w)), w));
        total.add_(out.detach());
        return out;
      },
      x)));
  EXPECT_FALSE(recorder().skipping());
  const Tensor plain = add(x, linear(relu(linear(x, same)), same));
  EXPECT_EQ(engine.to_host(total), engine.to_host(plain)) << "written to once";
  backward(sum(plain));
  EXPECT_EQ(engine.to_host(w.grad()), engine.to_host(same.grad()));
}

TEST(Checkpoint, WhatFollowsTheEarlyStopWritesAndDrawsNothing) {
  Tensor x = leaf({4}, 1);
  const Tensor counter = engine.zeros({1}, Dtype::float32, MemoryCategory::buffer);
  const Tensor other = engine.full({4}, 1, Dtype::float32, MemoryCategory::input);
  engine.manual_seed(5);
  const Tensor y = checkpoint(
      [&](const Tensor& h) {
        const Tensor out = sigmoid(h);
        counter.add_(1.0);
        dropout(other, 0.5, true);
        return out;
      },
      x);
  const std::uint64_t drawn = generator().stream;
  backward(sum(y));
  EXPECT_EQ(counter.item(), 1);
  EXPECT_EQ(generator().stream, drawn);
}

TEST(Grad, IsOfTheLeafsShapeDtypeAndDevice) {
  Tensor w = leaf({4}, 1);
  const auto error = [&](const Tensor& grad) { return message_of([&] { w.set_grad(grad); }); };
  const auto full = [](const Engine& on, const Shape& shape, Dtype dtype) {
    return on.full(shape, 1, dtype, MemoryCategory::gradient);
  };
  EXPECT_EQ(
      error(full(engine, {}, Dtype::float32)),
      "[grad] the gradient is float32 of shape () on cpu, the tensor float32 of shape (4,) on "
      "cpu: they must agree");
  EXPECT_NE(error(full(engine, {1}, Dtype::float32)), "");
  EXPECT_NE(error(full(engine, {4}, Dtype::float64)), "");
  EXPECT_NE(error(full(Engine(Device::meta), {4}, Dtype::float32)), "");
  EXPECT_NE(error(w), "");
  EXPECT_FALSE(w.grad().defined());
  w.set_grad(full(engine, {4}, Dtype::float32));
  backward(sum(w));
  EXPECT_EQ(engine.to_host(w.grad()), std::vector<double>(4, 2));
  w.set_grad({});
  EXPECT_FALSE(w.grad().defined());
}

TEST(Grad, WhoseElementsAreOneInMemoryTakesNoSum) {
  Tensor w = leaf({4}, 1);
  w.set_grad(engine.zeros({1}, Dtype::float32, MemoryCategory::gradient).expand({4}));
  EXPECT_NE(message_of([&] { backward(sum(w)); }).find("one in memory"), std::string::npos);
}

TEST(Backward, AGradientOfAnotherDtypeIsRefused) {
  Tensor x = leaf({3}, 1);
  const Tensor wide = engine.full({3}, 1, Dtype::float64, MemoryCategory::other);
  EXPECT_NE(message_of([&] { backward(relu(x), {}, wide); }).find("float64"), std::string::npos);
}

TEST(Relu, ANanStaysOne) {
  const std::vector<double> values{std::nan(""), -1, 2};
  Tensor x = engine.from_host(values, {3}, Dtype::float32, MemoryCategory::input);
  const std::vector<double> out = engine.to_host(relu(x));
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 2);
}

TEST(Gradcheck, ANanIsNeverAccepted) {
  const Tensor x =
      engine.from_host(std::vector<double>{-1, 4, 9}, {3}, Dtype::float64, MemoryCategory::input);
  Tensor leaf_x = x;
  leaf_x.set_requires_grad(true);
  EXPECT_FALSE(gradcheck([](const Tensors& in) { return sqrt(in[0]); }, {leaf_x}).ok);
}

TEST(Gradcheck, FindsAWrongGradient) {
  const Tensor x =
      engine.uniform({4}, Dtype::float64, MemoryCategory::input, 3, 1).set_requires_grad(true);
  // The value depends on x twice, the graph knows of one: what a forgotten term looks like.
  const auto broken = [](const Tensors& in) { return mul(in[0], in[0].detach()); };
  const auto right = [](const Tensors& in) { return mul(in[0], in[0]); };
  EXPECT_FALSE(gradcheck(broken, {x}).ok);
  EXPECT_TRUE(gradcheck(right, {x}).ok) << gradcheck(right, {x}).message;
}

TEST(CustomFunction, IsOneOpWithItsOwnGradient) {
  Tensor x = leaf({3}, 1);
  const auto twice = [](const Tensor& t) { return mul(t, 2.0); };
  const auto tenfold = [](const Tensor& gradient) { return mul(gradient, 10.0); };
  const Tensor y = engine.custom(twice, tenfold, x);
  EXPECT_EQ(engine.to_host(y)[1], 2 * engine.to_host(x)[1]);
  backward(sum(y));
  EXPECT_EQ(engine.to_host(x.grad()), (std::vector<double>{10, 10, 10}));
}

TEST(CustomFunction, AnUndefinedGradientEndsThere) {
  Tensor x = leaf({3}, 1);
  double seen = 0;
  const Tensor y = engine.custom([](const Tensor& t) { return t; },
                                 [&](const Tensor& gradient) {
                                   seen = engine.to_host(gradient)[0];
                                   return Tensor{};
                                 },
                                 x);
  backward(sum(y));
  EXPECT_EQ(seen, 1);
  EXPECT_FALSE(x.grad().defined());
  EXPECT_TRUE(x.is_leaf()) << "what is handed through stays the caller's";
}

TEST(Recorder, KnowsTheShapeAndNameOfEveryStorage) {
  const Tensor before = engine.zeros({2, 3}, Dtype::float32, MemoryCategory::parameter);
  engine.set_name(before, "before");
  Record record;
  const Tensor within = engine.zeros({5}, Dtype::float32, MemoryCategory::activation);
  engine.set_name(within, "within");
  const Tensor plain = relu(before);
  const auto info = [&](const Tensor& tensor) {
    for (const StorageInfo& each : record.recording().storages)
      if (each.storage == tensor.storage()->serial) return each;
    return StorageInfo{};
  };
  EXPECT_EQ(info(before).shape, (Shape{2, 3}));
  EXPECT_EQ(info(before).name, "before");
  EXPECT_EQ(info(within).name, "within");
  EXPECT_EQ(info(plain).shape, (Shape{2, 3}));
  EXPECT_EQ(info(plain).name, "");
}

TEST(Recorder, EveryOpThatBeginsEnds) {
  Tensor weight = leaf({8, 8}, 1), x = leaf({4, 8}, 2);
  Record record;
  backward(sum(checkpoint([&](const Tensor& in) { return relu(linear(relu(in), weight)); }, x)));
  std::vector<std::string> open;
  for (const Event& event : record.recording().events) {
    if (event.kind == EventKind::op_begin) open.emplace_back(event.name);
    if (event.kind != EventKind::op_end) continue;
    ASSERT_FALSE(open.empty()) << event.name;
    EXPECT_EQ(open.back(), event.name);
    open.pop_back();
  }
  EXPECT_TRUE(open.empty()) << open.back() << " began and did not end";
}

}  // namespace
}  // namespace tally
