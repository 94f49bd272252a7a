// Stochastic gradient descent with momentum, dampening, Nesterov's form and weight decay, as
// torch.optim.SGD (torch/optim/sgd.py, _single_tensor_sgd) computes it.
#pragma once

#include "optim/optimizer.h"

namespace tally {

struct SGD {
  static constexpr std::string_view id = "sgd";
  static constexpr const char* title = "SGD";
  static constexpr std::array<std::string_view, 1> state_names{"momentum_buffer"};

  struct Options {
    double lr = 1e-3;
    double momentum = 0;
    double dampening = 0;
    double weight_decay = 0;  // L2: added to the gradient
    bool nesterov = false;    // needs momentum, and no dampening
  };

  static void check_options(const Options& options);

  /// Nothing yet: the buffer is the first gradient, and is made by the first update.
  template <class E>
  static OptimizerState<E, SGD> init_state(const E&, const Shape&, Dtype) {
    return {};
  }

  /// weight -= lr * g, where g is the gradient, or with momentum the buffer (buf = momentum * buf +
  /// (1 - dampening) * grad), or with nesterov grad + momentum * buf.
  template <class E>
  static void update(const E& engine, const Options& options, const typename E::Tensor& weight,
                     const typename E::Tensor& gradient, OptimizerState<E, SGD>& state,
                     LoopVariables<typename E::Tensor>& loop) {
    auto& grad = loop.grad;
    grad = gradient;
    if (options.weight_decay != 0) grad = add(grad, weight, options.weight_decay);
    if (options.momentum != 0) {
      auto& buffer = state[0];
      if (!buffer.defined()) {
        buffer = clone(grad);
        engine.categorize(buffer, MemoryCategory::optimizer_state);
      } else {
        buffer.mul_(options.momentum).add_(grad, 1 - options.dampening);
      }
      grad = options.nesterov ? add(grad, buffer, options.momentum) : buffer;
    }
    weight.add_(grad, -options.lr);
  }
};

}  // namespace tally
