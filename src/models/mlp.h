// The lecture's networks, written once over any TensorLike: stacks of equal blocks without biases,
// each a possible segment of checkpointing. Shapes: B batch, D width, H hidden width of a block.
#pragma once

#include <cstdint>
#include <vector>

#include "core/shape.h"
#include "nn/activation.h"
#include "nn/linear.h"

namespace tally {

/// The toy: `layers` x [Linear(D, D), activation], as the lecture's nn.Sequential.
template <TensorLike T>
struct Mlp {
  using Tensor = T;
  std::vector<Linear<T>> layers;
  Activation activation = Activation::relu;

  std::size_t depth() const { return layers.size(); }
  /// One block: x (B, D) -> (B, D).
  T block(std::size_t index, const T& x_BD) const {
    return activate(activation, layers[index](x_BD));
  }
  T operator()(const T& x_BD) const {
    T h_BD = x_BD;
    for (std::size_t i = 0; i < depth(); ++i) h_BD = block(i, h_BD);
    return h_BD;
  }

  static constexpr auto fields() { return std::tuple{Field{"layers", &Mlp::layers}}; }
};

/// Linear(D, H), activation, Linear(H, D): with H = 4D and GELU a Transformer's feed-forward part.
template <TensorLike T>
struct FeedForward {
  using Tensor = T;
  Linear<T> fc1;
  Linear<T> fc2;
  Activation activation = Activation::gelu;

  T operator()(const T& x_BD) const { return fc2(activate(activation, fc1(x_BD))); }

  static constexpr auto fields() {
    return std::tuple{Field{"fc1", &FeedForward::fc1}, Field{"fc2", &FeedForward::fc2}};
  }
};

/// A stack of feed-forward blocks.
template <TensorLike T>
struct FeedForwardStack {
  using Tensor = T;
  std::vector<FeedForward<T>> blocks;

  std::size_t depth() const { return blocks.size(); }
  T block(std::size_t index, const T& x_BD) const { return blocks[index](x_BD); }
  T operator()(const T& x_BD) const {
    T h_BD = x_BD;
    for (std::size_t i = 0; i < depth(); ++i) h_BD = block(i, h_BD);
    return h_BD;
  }

  static constexpr auto fields() { return std::tuple{Field{"blocks", &FeedForwardStack::blocks}}; }
};

struct MlpConfig {
  std::int64_t layers = 4;
  std::int64_t width = 256;
  Activation activation = Activation::relu;
};

/// The toy, its parameters from `parameter(shape)` in the order of `for_each_parameter`, such as
/// `[&](const Shape& shape) { return engine.parameter(shape, dtype, stream++); }`.
template <class MakeParameter>
auto make_mlp(const MlpConfig& config, MakeParameter&& parameter) {
  using T = decltype(parameter(Shape{}));
  Mlp<T> model{.layers = {}, .activation = config.activation};
  for (std::int64_t i = 0; i < config.layers; ++i)
    model.layers.push_back({.weight = parameter(Shape{config.width, config.width})});
  return model;
}

struct FeedForwardConfig {
  std::int64_t blocks = 16;
  std::int64_t width = 256;
  std::int64_t hidden = 1024;
  Activation activation = Activation::gelu;
};

/// The stack of feed-forward blocks, as above.
template <class MakeParameter>
auto make_feed_forward_stack(const FeedForwardConfig& config, MakeParameter&& parameter) {
  using T = decltype(parameter(Shape{}));
  FeedForwardStack<T> model;
  for (std::int64_t i = 0; i < config.blocks; ++i) {
    Linear<T> fc1{.weight = parameter(Shape{config.hidden, config.width})};
    Linear<T> fc2{.weight = parameter(Shape{config.width, config.hidden})};
    model.blocks.push_back({std::move(fc1), std::move(fc2), config.activation});
  }
  return model;
}

}  // namespace tally
