// Modules and the lecture's networks: what they are made of, and that they compute what they say.
#include "models/mlp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/engine.h"

namespace tally {
namespace {

using testing::ElementsAre;

static_assert(TensorLike<Tensor>);

// A tensor without ops is not TensorLike, and each concept says which op it misses.
struct Bare {
  bool defined() const { return true; }
  std::int64_t size(std::int64_t) const { return 1; }
  std::int64_t numel() const { return 1; }
};
[[maybe_unused]] Bare relu(const Bare& x) { return x; }
static_assert(HasSizes<Bare> && HasRelu<Bare> && !HasSilu<Bare> && !TensorLike<Bare>);

/// Parameters of this engine, each drawn from its own stream.
auto parameters_of(const Engine& engine) {
  return [&engine, stream = std::uint64_t{1}](const Shape& shape) mutable {
    return engine.parameter(shape, Dtype::float64, stream++);
  };
}

template <class Model>
std::vector<std::string> paths(const Model& model) {
  std::vector<std::string> list;
  for_each_parameter(model, [&](const std::string& path, const Tensor& tensor) {
    list.push_back(path + " " + to_string(tensor.sizes()));
  });
  return list;
}

TEST(Fields, GiveEveryParameterItsPath) {
  const Engine engine(Device::meta);
  EXPECT_THAT(paths(make_mlp({.layers = 2, .width = 3}, parameters_of(engine))),
              ElementsAre("layers.0.weight (3, 3)", "layers.1.weight (3, 3)"));
  EXPECT_THAT(paths(make_feed_forward_stack({.blocks = 2, .width = 3, .hidden = 12},
                                            parameters_of(engine))),
              ElementsAre("blocks.0.fc1.weight (12, 3)", "blocks.0.fc2.weight (3, 12)",
                          "blocks.1.fc1.weight (12, 3)", "blocks.1.fc2.weight (3, 12)"));
  const Linear<Tensor> biased{.weight = parameters_of(engine)({4, 2}),
                              .bias = parameters_of(engine)({4})};
  EXPECT_THAT(paths(biased), ElementsAre("weight (4, 2)", "bias (4,)"));
}

TEST(Fields, AreVisitedInPlace) {
  const Engine engine;
  auto model = make_mlp({.layers = 2, .width = 3}, parameters_of(engine));
  for_each_parameter(model, [&](const std::string&, Tensor& tensor) {
    engine.set_requires_grad(tensor, false);
    tensor = engine.zeros(tensor.sizes(), Dtype::float64, MemoryCategory::parameter);
  });
  for (const Linear<Tensor>& layer : model.layers)
    EXPECT_EQ(engine.to_host(layer.weight), std::vector<double>(9, 0.0));
}

TEST(Mlp, CountsTheLecturesParameters) {
  const Engine engine(Device::meta);
  const auto model = make_mlp({.layers = 4, .width = 256}, parameters_of(engine));
  EXPECT_EQ(parameter_count(model), 4 * 256 * 256);
  EXPECT_EQ(parameters(model).size(), 4u);
}

TEST(Mlp, IsItsBlocksOneAfterAnother) {
  const Engine engine;
  const Tensor x = engine.randn({5, 3}, Dtype::float64, MemoryCategory::input, 99);
  const auto check_stack = [&](const auto& model) {
    Tensor h = x;
    for (std::size_t i = 0; i < model.depth(); ++i) h = model.block(i, h);
    EXPECT_EQ(engine.to_host(model(x)), engine.to_host(h));
    EXPECT_EQ(model(x).sizes(), x.sizes());
  };
  check_stack(
      make_mlp({.layers = 3, .width = 3, .activation = Activation::tanh}, parameters_of(engine)));
  check_stack(
      make_feed_forward_stack({.blocks = 2, .width = 3, .hidden = 12}, parameters_of(engine)));
}

TEST(Mlp, ComputesWhatItSays) {
  const Engine engine;
  const auto model = make_mlp({.layers = 2, .width = 2}, parameters_of(engine));
  std::vector<double> h{0.5, -1.5};
  const Tensor x = engine.from_host(h, {1, 2}, Dtype::float64, MemoryCategory::input);
  for (const Linear<Tensor>& layer : model.layers) {
    const std::vector<double> w = engine.to_host(layer.weight);
    h = {std::max(0.0, w[0] * h[0] + w[1] * h[1]), std::max(0.0, w[2] * h[0] + w[3] * h[1])};
  }
  const std::vector<double> y = engine.to_host(model(x));
  EXPECT_NEAR(y[0], h[0], 1e-15);
  EXPECT_NEAR(y[1], h[1], 1e-15);
}

TEST(Activation, IdsNameTheFunctions) {
  const double v = 0.75;
  const auto value = [&](std::string_view activation_id) {
    const Engine engine;
    const Tensor x = engine.from_host(std::vector{v}, {1}, Dtype::float64, MemoryCategory::input);
    return engine.to_host(activate(find_activation(activation_id).value(), x))[0];
  };
  EXPECT_DOUBLE_EQ(value("relu"), v);
  EXPECT_NEAR(value("gelu"), v * 0.5 * std::erfc(-v / std::sqrt(2.0)), 1e-15);
  EXPECT_NE(value("gelu_tanh"), value("gelu"));
  EXPECT_NEAR(value("gelu_tanh"), value("gelu"), 1e-3);
  EXPECT_NEAR(value("silu"), v / (1 + std::exp(-v)), 1e-15);
  EXPECT_NEAR(value("sigmoid"), 1 / (1 + std::exp(-v)), 1e-15);
  EXPECT_NEAR(value("tanh"), std::tanh(v), 1e-15);
  EXPECT_FALSE(find_activation("swish").has_value());
  for (const std::string_view name : activation_ids) EXPECT_EQ(id(*find_activation(name)), name);
}

}  // namespace
}  // namespace tally
