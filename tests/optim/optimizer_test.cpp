// The optimizers against their published formulas in plain double arithmetic, their steps'
// temporaries and their errors. (100 steps against PyTorch itself are golden tests.)
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "optim/registry.h"
#include "tensor/adam_kernel.h"
#include "tensor/recorder.h"
#include "tests/optim/leaf.h"

namespace tally {
namespace {

using testing::HasSubstr;

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// The gradient of step `step`: some numbers that change sign.
Values gradient(int step, std::size_t size) {
  Values g(size);
  for (std::size_t i = 0; i < size; ++i)
    g[i] = std::sin(0.7 * step + 1.3 * static_cast<double>(i)) + 0.1;
  return g;
}

const Values start{1.0, -0.5, 0.25, 2.0};
constexpr int steps = 50;

/// The parameter after `steps` steps of a rule in float64.
template <class Rule>
Values run(const typename Rule::Options& options) {
  const Leaf leaf(start);
  Optimizer<Engine, Rule> optimizer(leaf.engine, {leaf.tensor}, options);
  for (int step = 1; step <= steps; ++step) {
    leaf.set_grad(gradient(step, start.size()));
    optimizer.step();
  }
  return leaf.values();
}

void expect_near(const Values& got, const Values& want, double tolerance = 1e-12) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], want[i], tolerance) << "at " << i;
}

TEST(SGD, PlainStepsSubtractTheScaledGradients) {
  Values want = start;
  for (int step = 1; step <= steps; ++step)
    for (std::size_t i = 0; i < want.size(); ++i) want[i] -= 0.1 * gradient(step, want.size())[i];
  expect_near(run<SGD>({.lr = 0.1}), want);
}

TEST(SGD, MomentumDampeningDecayAndNesterovFollowTheirRecurrences) {
  for (const SGD::Options& o :
       {SGD::Options{.lr = 0.1, .momentum = 0.9},
        SGD::Options{.lr = 0.1, .momentum = 0.9, .dampening = 0.3},
        SGD::Options{.lr = 0.1, .momentum = 0.8, .weight_decay = 0.05},
        SGD::Options{.lr = 0.1, .momentum = 0.8, .weight_decay = 0.05, .nesterov = true}}) {
    Values want = start, buffer(start.size());
    for (int step = 1; step <= steps; ++step)
      for (std::size_t i = 0; i < want.size(); ++i) {
        const double g = gradient(step, want.size())[i] + o.weight_decay * want[i];
        // The first gradient enters the buffer whole: dampening begins with the second.
        buffer[i] = step == 1 ? g : o.momentum * buffer[i] + (1 - o.dampening) * g;
        want[i] -= o.lr * (o.nesterov ? g + o.momentum * buffer[i] : buffer[i]);
      }
    expect_near(run<SGD>(o), want);
  }
}

/// Adam by its paper; `decoupled` is AdamW's way to decay.
template <class Options>
Values adam_by_paper(const Options& o, bool decoupled) {
  Values want = start, m(start.size()), v(start.size());
  for (int step = 1; step <= steps; ++step)
    for (std::size_t i = 0; i < want.size(); ++i) {
      double g = gradient(step, want.size())[i];
      if (decoupled)
        want[i] -= o.lr * o.weight_decay * want[i];
      else
        g += o.weight_decay * want[i];
      m[i] = o.betas[0] * m[i] + (1 - o.betas[0]) * g;
      v[i] = o.betas[1] * v[i] + (1 - o.betas[1]) * g * g;
      const double m_hat = m[i] / (1 - std::pow(o.betas[0], step));
      const double v_hat = v[i] / (1 - std::pow(o.betas[1], step));
      want[i] -= o.lr * m_hat / (std::sqrt(v_hat) + o.eps);
    }
  return want;
}

TEST(Adam, FollowsThePaper) {
  for (const Adam::Options& options :
       {Adam::Options{}, Adam::Options{.lr = 0.05, .betas = {0.8, 0.95}, .eps = 1e-3},
        Adam::Options{.lr = 0.05, .weight_decay = 0.2}})
    expect_near(run<Adam>(options), adam_by_paper(options, false));
}

TEST(AdamW, FollowsThePaper) {
  for (const AdamW::Options& options :
       {AdamW::Options{}, AdamW::Options{.lr = 0.05, .weight_decay = 0.2}})
    expect_near(run<AdamW>(options), adam_by_paper(options, true));
}

TEST(AdamW, DecaysTheWeightsByThemselvesWhenTheGradientIsZero) {
  const Leaf leaf(start);
  Optimizer<Engine, AdamW> optimizer(leaf.engine, {leaf.tensor}, {.lr = 0.1, .weight_decay = 0.5});
  for (int step = 1; step <= 3; ++step) {
    leaf.set_grad(Values(start.size(), 0.0));
    optimizer.step();
  }
  Values want = start;
  for (double& w : want) w *= std::pow(1 - 0.1 * 0.5, 3);
  expect_near(leaf.values(), want);
}

TEST(Step, LeavesNoTemporaryAndNoGraph) {
  const Engine engine;
  const Tensor weight = engine.parameter({6, 4}, Dtype::float32, 1);
  weight.set_grad(engine.full({6, 4}, 1, Dtype::float32, MemoryCategory::gradient));
  for (const std::string_view id : optimizer_ids)
    ASSERT_TRUE(visit_optimizer(id, [&]<class Rule>() {
      Optimizer<Engine, Rule> optimizer(engine, {weight});
      optimizer.step();
      Engine::Record record;
      const Bytes before = engine.live_bytes();
      optimizer.step();
      EXPECT_EQ(engine.live_bytes(), before) << id;
      for (const Event& event : record.recording().events) {
        EXPECT_NE(event.kind, EventKind::save) << id;
        if (event.kind == EventKind::allocate) {
          EXPECT_EQ(event.category, MemoryCategory::temporary) << id;
        }
      }
      EXPECT_TRUE(weight.requires_grad());
      EXPECT_TRUE(weight.is_leaf());
    }));
}

TEST(Step, HoldsThreeTensorsAtAdamsPeakAsPyTorchDoes) {
  // From the second parameter on: the last one's denom, sqrt(v) and their quotient; and the 12
  // bytes of the quotient's scalar. With one parameter the first is not there yet.
  const Engine engine(Device::meta);
  const auto temporaries = [&](std::size_t count) {
    std::vector<Tensor> weights;
    for (std::size_t i = 0; i < count; ++i) {
      weights.push_back(engine.parameter({100}, Dtype::float32, i));
      weights.back().set_grad(engine.zeros({100}, Dtype::float32, MemoryCategory::gradient));
    }
    Optimizer<Engine, Adam> optimizer(engine, weights);
    optimizer.step();
    engine.reset_peak();
    const Bytes before = engine.live_bytes();
    optimizer.step();
    return engine.peak_bytes() - before;
  };
  EXPECT_EQ(temporaries(1), Bytes{2 * 400 + 12});
  EXPECT_EQ(temporaries(2), Bytes{3 * 400 + 12});
  EXPECT_EQ(temporaries(5), Bytes{3 * 400 + 12});
}

TEST(Step, GivesTheSameEventsOnMetaAsOnCpu) {
  const auto events = [](Device device, std::string_view id) {
    const Engine engine(device);
    std::vector<Tensor> weights;
    for (std::size_t i = 0; i < 2; ++i) {
      weights.push_back(engine.parameter({6, 4}, Dtype::bfloat16, i));
      weights.back().set_grad(engine.full({6, 4}, 1, Dtype::bfloat16, MemoryCategory::gradient));
    }
    std::vector<std::tuple<EventKind, std::int64_t, MemoryCategory, Phase>> list;
    visit_optimizer(id, [&]<class Rule>() {
      typename Rule::Options options;
      options.weight_decay = 0.1;
      Engine::Record record;
      Optimizer<Engine, Rule> optimizer(engine, weights, options, {.master_weights = true});
      optimizer.step();
      optimizer.step();
      for (const Event& event : record.recording().events)
        list.emplace_back(event.kind, event.bytes, event.category, event.phase);
    });
    return list;
  };
  for (const std::string_view id : optimizer_ids) {
    EXPECT_FALSE(events(Device::cpu, id).empty());
    EXPECT_EQ(events(Device::cpu, id), events(Device::meta, id)) << id;
  }
}

TEST(ZeroGrad, DropsTheGradientsOrFillsThem) {
  const Leaf leaf({1.0, 2.0});
  Optimizer<Engine, SGD> optimizer(leaf.engine, {leaf.tensor});
  leaf.set_grad({3.0, 4.0});
  optimizer.zero_grad(false);
  ASSERT_TRUE(leaf.tensor.grad().defined());
  EXPECT_EQ(leaf.engine.to_host(leaf.tensor.grad()), (Values{0, 0}));
  optimizer.zero_grad();
  EXPECT_FALSE(leaf.tensor.grad().defined());
}

TEST(Options, OutsideTorchsLimitsAreErrorsThatSayWhatIsRight) {
  const Leaf leaf({1.0});
  const auto sgd = [&](SGD::Options options) {
    return error_of([&] { Optimizer<Engine, SGD>(leaf.engine, {leaf.tensor}, options); });
  };
  const auto adam = [&](Adam::Options options) {
    return error_of([&] { Optimizer<Engine, Adam>(leaf.engine, {leaf.tensor}, options); });
  };
  EXPECT_EQ(sgd({.lr = 0}), "no error");
  EXPECT_EQ(sgd({.lr = -0.1}), "[sgd] lr is -0.1: it takes 0 or more");
  EXPECT_THAT(sgd({.lr = std::nan("")}), HasSubstr("lr is nan"));
  EXPECT_THAT(sgd({.momentum = -1}), HasSubstr("momentum is -1"));
  EXPECT_THAT(sgd({.weight_decay = -1}), HasSubstr("weight_decay is -1"));
  EXPECT_THAT(sgd({.nesterov = true}), HasSubstr("nesterov with momentum 0"));
  EXPECT_THAT(sgd({.momentum = 0.9, .dampening = 0.1, .nesterov = true}),
              HasSubstr("dampening 0.1: it takes a momentum above 0 and no dampening"));
  EXPECT_EQ(adam({.betas = {0, 0}, .eps = 0}), "no error");
  EXPECT_EQ(adam({.betas = {0.9, 1}}), "[adam] betas[1] is 1: it takes 0 or more and less than 1");
  EXPECT_THAT(adam({.betas = {-0.1, 0.9}}), HasSubstr("betas[0] is -0.1"));
  EXPECT_THAT(adam({.eps = -1e-8}), HasSubstr("eps is -1e-08"));
  EXPECT_THAT(error_of([&] { Optimizer<Engine, AdamW>(leaf.engine, {leaf.tensor}, {.lr = -1}); }),
              HasSubstr("[adamw] lr is -1"));
}

TEST(Options, MayChangeBetweenStepsAndAreCheckedAgain) {
  const Leaf leaf({1.0});
  Optimizer<Engine, SGD> optimizer(leaf.engine, {leaf.tensor}, {.lr = 0.5});
  leaf.set_grad({1.0});
  optimizer.step();
  optimizer.options().lr = 0.25;
  optimizer.step();
  EXPECT_EQ(leaf.values(), Values{0.25});
  optimizer.options().lr = -1;
  EXPECT_THAT(error_of([&] { optimizer.step(); }), HasSubstr("lr is -1"));
  EXPECT_EQ(leaf.values(), Values{0.25});
}

TEST(Parameters, ThatCannotBeOptimisedAreErrors) {
  const Leaf leaf({1.0});
  const auto error = [&](std::vector<Tensor> parameters, StateOptions options = {}) {
    return error_of([&] { Optimizer<Engine, Adam>(leaf.engine, parameters, {}, options); });
  };
  EXPECT_THAT(error({}), HasSubstr("[adam] there are no parameters"));
  EXPECT_THAT(error({leaf.tensor, Tensor()}), HasSubstr("parameter 1 is undefined"));
  EXPECT_THAT(error({mul(leaf.tensor, leaf.tensor)}), HasSubstr("the result of an op"));
  EXPECT_THAT(error({leaf.engine.zeros({2}, Dtype::int64, MemoryCategory::other)}),
              HasSubstr("parameter 0 is int64"));
  EXPECT_THAT(error({leaf.tensor}, {.state_dtype = Dtype::float32}),
              HasSubstr("state_dtype is float32, but parameter 0 is float64"));
  EXPECT_THAT(error({leaf.tensor}, {.state_dtype = Dtype::float64, .master_weights = true}),
              HasSubstr("their moments are float32"));
}

/// An engine that offers no update in one pass.
class OpByOp : public Engine {
  using Engine::fused_adam;
};
static_assert(HasFusedAdam<Engine> && !HasFusedAdam<OpByOp>);

/// What three steps on two parameters record, and the weights and moments after them.
template <class E, class Rule>
std::pair<std::vector<std::array<std::int64_t, 3>>, Values> three_steps(
    const typename Rule::Options& options) {
  const E engine;
  std::vector<Tensor> leaves;
  for (const std::int64_t n : {1003, 7})
    leaves.push_back(engine.parameter({n}, Dtype::float32, static_cast<std::uint64_t>(n)));
  Optimizer<E, Rule> optimizer(engine, leaves, options);
  std::pair<std::vector<std::array<std::int64_t, 3>>, Values> result;
  Record record;
  for (std::uint64_t step = 1; step <= 3; ++step) {
    for (const Tensor& leaf : leaves)
      engine.set_grad(leaf, engine.uniform(leaf.sizes(), Dtype::float32, MemoryCategory::gradient,
                                           100 * step, 1));
    optimizer.step();
  }
  for (const Event& event : record.recording().events)
    result.first.push_back({static_cast<std::int64_t>(event.kind), event.bytes,
                            static_cast<std::int64_t>(event.category)});
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const auto keep = [&](const Tensor& tensor) {
      for (const double value : engine.to_host(tensor)) result.second.push_back(value);
    };
    keep(leaves[i]);
    for (const auto& state : optimizer.state(i)) keep(state.tensor);
  }
  return result;
}

template <class Rule>
void expect_one_pass_is_op_by_op(const typename Rule::Options& options) {
  const auto [events, values] = three_steps<Engine, Rule>(options);
  const auto [want_events, want] = three_steps<OpByOp, Rule>(options);
  EXPECT_EQ(events, want_events);
  expect_near(values, want, 1e-6);
}

TEST(OnePass, RecordsAndComputesWhatTheOpsDo) {
  expect_one_pass_is_op_by_op<Adam>({.lr = 0.1});
  expect_one_pass_is_op_by_op<Adam>({.lr = 0.1, .betas = {0.3, 0.6}, .weight_decay = 0.2});
  expect_one_pass_is_op_by_op<AdamW>({.lr = 0.1});
}

TEST(OnePass, MomentsAreARoundingOfOneProductFromTheOps) {
  const Engine engine;
  const auto draw = [&](std::uint64_t stream) {
    return engine.uniform({1003}, Dtype::float32, MemoryCategory::other, stream, 1);
  };
  for (const double beta1 : {0.9, 0.3}) {
    const double beta2 = 0.999;
    const Tensor m = draw(1), v = mul(draw(2), draw(2)), g = draw(3);
    const Values before = engine.to_host(m), gradients = engine.to_host(g);
    const Tensor m_ops = m.clone(), v_ops = v.clone();
    ASSERT_TRUE(adam_kernel(draw(4), m, v, g, {.beta1 = beta1, .beta2 = beta2}));
    m_ops.lerp_(g, 1 - beta1);
    v_ops.mul_(beta2).addcmul_(g, g, 1 - beta2);
    const Values moved = engine.to_host(m), squares = engine.to_host(v);
    const Values moved_ops = engine.to_host(m_ops), squares_ops = engine.to_host(v_ops);
    constexpr double unit = 0x1p-24 * (1 + 0x1p-20);
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const double weight = std::min(1 - beta1, beta1);
      const double product = weight * std::abs(gradients[i] - before[i]);
      EXPECT_NEAR(moved[i], moved_ops[i], unit * (product + 2 * std::abs(moved[i])));
      const double square = (1 - beta2) * gradients[i] * gradients[i];
      EXPECT_NEAR(squares[i], squares_ops[i], unit * (square + 2 * squares[i]));
    }
  }
}

TEST(OnePass, IsOnlyForFloat32WithoutGapsAndApart) {
  const Engine engine;
  const auto tensor = [&](Dtype dtype) {
    return engine.full({4, 4}, 1, dtype, MemoryCategory::other);
  };
  const Tensor w = tensor(Dtype::float32), m = tensor(Dtype::float32), v = tensor(Dtype::float32);
  EXPECT_FALSE(adam_kernel(w, m, v, tensor(Dtype::bfloat16), {}));
  EXPECT_FALSE(adam_kernel(w, m, v, m, {}));
  EXPECT_FALSE(adam_kernel(w, m, v, tensor(Dtype::float32).t(), {}));
  EXPECT_FALSE(
      adam_kernel(w, m, v, engine.full({16}, 1, Dtype::float32, MemoryCategory::other), {}));
  EXPECT_EQ(engine.to_host(w), Values(16, 1.0)) << "refused, and yet written";
  EXPECT_TRUE(adam_kernel(w, m, v, tensor(Dtype::float32), {}));
  EXPECT_NE(engine.to_host(w), Values(16, 1.0));
}

TEST(Registry, FindsEveryRowAndNothingElse) {
  EXPECT_THAT(optimizer_ids, testing::IsSupersetOf({"sgd", "adam", "adamw"}));
  for (const std::string_view id : optimizer_ids)
    EXPECT_TRUE(visit_optimizer(id, [&]<class Rule>() { EXPECT_EQ(Rule::id, id); }));
  EXPECT_FALSE(visit_optimizer("no_such", []<class Rule>() { FAIL() << Rule::id; }));
}

}  // namespace
}  // namespace tally
