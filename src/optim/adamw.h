// AdamW: Adam whose weights decay by themselves, beside the gradient (Loshchilov and Hutter,
// "Decoupled weight decay regularization", ICLR 2019), as torch.optim.AdamW (torch/optim/adamw.py,
// _single_tensor_adamw) computes it. Its state is Adam's.
#pragma once

#include "optim/adam.h"

namespace tally {

struct AdamW {
  static constexpr std::string_view id = "adamw";
  static constexpr const char* title = "AdamW";
  static constexpr auto state_names = Adam::state_names;

  struct Options {
    double lr = 1e-3;
    std::array<double, 2> betas{0.9, 0.999};
    double eps = 1e-8;
    double weight_decay = 1e-2;  // decoupled: a fraction lr * weight_decay of the weight per step
  };

  static void check_options(const Options& options);

  template <class E>
  static OptimizerState<E, AdamW> init_state(const E& engine, const Shape& shape, Dtype dtype) {
    return Adam::init_state(engine, shape, dtype);
  }

  template <class E>
  static void update(const E& engine, const Options& options, const typename E::Tensor& weight,
                     const typename E::Tensor& gradient, OptimizerState<E, AdamW>& state,
                     LoopVariables<typename E::Tensor>& loop) {
    loop.grad = gradient;
    state[0].add_(1.0);
    weight.mul_(1 - options.lr * options.weight_decay);
    Adam::apply_moments(engine, options, weight, state, loop);
  }
};

}  // namespace tally
