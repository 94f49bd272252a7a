// The temporaries of the optimizer's step: one parameter after the other they are those of the
// optimizers themselves, all at a time those of torch.optim.
#include "account/optimizer_step.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "optim/registry.h"
#include "tests/golden/golden.h"

namespace tally {
namespace {

/// What is allocated, and as negative numbers what is freed, while `run` runs. Numbers beside
/// tensors are left out: of a step on a GPU they are the host's.
template <class Run>
std::vector<std::int64_t> stream_of(const Run& run) {
  Record record;
  run();
  std::vector<std::int64_t> bytes;
  for (const Event& event : record.recording().events) {
    if (event.bytes <= 8) continue;
    if (event.kind == EventKind::allocate) bytes.push_back(event.bytes);
    if (event.kind == EventKind::free) bytes.push_back(-event.bytes);
  }
  return bytes;
}

/// The account's row of an optimizer, and the rule and options that it stands for.
struct Pair {
  std::string_view row, rule;
  double momentum = 0;
};

class EachStep {
 public:
  explicit EachStep(const Regime& regime,
                    const std::vector<Shape>& shapes = {{4, 3}, {5}, {2, 9}, {7}})
      : regime_(regime) {
    for (const Shape& shape : shapes) {
      weights_.push_back(engine_.parameter(shape, regime.parameter, 0));
      gradients_.push_back(engine_.zeros(shape, regime.parameter, MemoryCategory::gradient));
    }
  }

  /// The second one: the first makes the states.
  std::vector<std::int64_t> optimizer(const Pair& pair) {
    StateOptions states{.state_dtype = {}, .master_weights = regime_.master_weights};
    if (regime_.moments != regime_.parameter && !regime_.master_weights)
      states.state_dtype = regime_.moments;
    std::vector<std::int64_t> bytes;
    visit_optimizer(pair.rule, [&]<class Rule>() {
      typename Rule::Options options;
      if constexpr (requires { options.momentum; }) options.momentum = pair.momentum;
      for (std::size_t i = 0; i < weights_.size(); ++i)
        engine_.set_grad(weights_[i], gradients_[i]);
      Optimizer<Engine, Rule> real(engine_, weights_, options, states);
      real.step();
      bytes = stream_of([&] { real.step(); });
    });
    return bytes;
  }

  std::vector<std::int64_t> account(const Pair& pair, Stepping stepping) {
    TrainingConfig config;
    config.regime = regime_;
    config.optimizer = *find_optimizer_row(pair.row);
    config.stepping = stepping;
    std::vector<Tensor> updated;
    for (const Tensor& weight : weights_)
      updated.push_back(regime_.master_weights ? engine_.zeros(weight.sizes(), Dtype::float32,
                                                               MemoryCategory::master_weight)
                                               : weight);
    OptimizerStep step(engine_, config);
    step.make_states(updated);
    return stream_of([&] { step.step(updated, gradients_, [] {}); });
  }

 private:
  const Engine engine_{Device::meta};
  const Regime& regime_;
  std::vector<Tensor> weights_, gradients_;
};

constexpr Pair pairs[] = {
    {"adamw", "adamw"}, {"adam", "adam"}, {"sgd", "sgd"}, {"sgd_momentum", "sgd", 0.9}};

TEST(OptimizerStep, OneAfterTheOtherIsTheOptimizersOwn) {
  for (const char* regime : {"fp32", "bf16", "bf16_fp32_moments", "bf16_master_weights"})
    for (const Pair& pair : pairs) {
      SCOPED_TRACE(std::string(regime) + " " + std::string(pair.row));
      EachStep step(*find_regime(regime));
      EXPECT_EQ(step.account(pair, Stepping::for_loop), step.optimizer(pair));
    }
}

// The default on a GPU, against Python's torch.optim.
TEST(OptimizerStep, AllAtOnceIsPyTorchs) {
  for (const auto& item : golden::cases("structure", "foreach").items()) {
    SCOPED_TRACE(item.key());
    std::vector<std::int64_t> pytorch;
    for (const auto& bytes : item.value().at("events"))
      if (std::abs(bytes.get<std::int64_t>()) > 8) pytorch.push_back(bytes);
    const std::string row = item.key().substr(0, item.key().find('/'));
    EachStep step(*find_regime(item.key().ends_with("/f32") ? "fp32" : "bf16"),
                  {Shape{4, 3}, Shape{5}});
    EXPECT_EQ(step.account({row, ""}, Stepping::foreach), pytorch);
    EXPECT_EQ(step.account({row, ""}, Stepping::fused), std::vector<std::int64_t>{});
  }
}

}  // namespace
}  // namespace tally
