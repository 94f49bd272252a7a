// Adam (Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015), as
// torch.optim.Adam (torch/optim/adam.py, _single_tensor_adam) computes it, without amsgrad.
#pragma once

#include <cmath>

#include "optim/optimizer.h"

namespace tally {

/// An engine may compute an update at once: `engine.fused_adam(weight, exp_avg, exp_avg_sq, grad,
/// numbers)` gives a scope within which the ops below account and compute nothing.
template <class E>
concept HasFusedAdam = requires { &E::fused_adam; };

struct Adam {
  static constexpr std::string_view id = "adam";
  static constexpr const char* title = "Adam";
  static constexpr std::array<std::string_view, 3> state_names{"step", "exp_avg", "exp_avg_sq"};

  struct Options {
    double lr = 1e-3;
    std::array<double, 2> betas{0.9, 0.999};
    double eps = 1e-8;
    double weight_decay = 0;  // L2: added to the gradient, so the moments see it
  };

  static void check_options(const Options& options);

  /// `step` is float32 of shape () whatever the parameter's dtype; the moments have the parameter's
  /// shape and `dtype`.
  template <class E>
  static OptimizerState<E, Adam> init_state(const E& engine, const Shape& shape, Dtype dtype) {
    return {engine.zeros({}, Dtype::float32, MemoryCategory::optimizer_state),
            engine.zeros(shape, dtype, MemoryCategory::optimizer_state),
            engine.zeros(shape, dtype, MemoryCategory::optimizer_state)};
  }

  template <class E>
  static void update(const E& engine, const Options& options, const typename E::Tensor& weight,
                     const typename E::Tensor& gradient, OptimizerState<E, Adam>& state,
                     LoopVariables<typename E::Tensor>& loop) {
    loop.grad = gradient;
    state[0].add_(1.0);
    if (options.weight_decay != 0) loop.grad = add(loop.grad, weight, options.weight_decay);
    apply_moments(engine, options, weight, state, loop);
  }

  /// What Adam and AdamW share once `step` is counted and weights have decayed: the moments follow
  /// `loop.grad`, and weight -= lr * m / (sqrt(v) + eps) with both moments corrected for their
  /// start. Temporaries: sqrt(v), and `denom`.
  template <class E>
  static void apply_moments(const E& engine, const auto& options, const typename E::Tensor& weight,
                            OptimizerState<E, Adam>& state,
                            LoopVariables<typename E::Tensor>& loop) {
    const auto& [step, exp_avg, exp_avg_sq] = state;
    const auto [beta1, beta2] = options.betas;
    // meta has no values; there the count changes no byte.
    const double steps = engine.computes() ? engine.to_host(step)[0] : 1;
    const double bias_correction1 = 1 - std::pow(beta1, steps);
    const double bias_correction2 = 1 - std::pow(beta2, steps);
    [[maybe_unused]] const auto scope = [&] {
      if constexpr (HasFusedAdam<E>)
        return engine.fused_adam(weight, exp_avg, exp_avg_sq, loop.grad,
                                 {.beta1 = beta1,
                                  .beta2 = beta2,
                                  .eps = options.eps,
                                  .bias_correction2_sqrt = std::sqrt(bias_correction2),
                                  .step_size = options.lr / bias_correction1});
      else
        return 0;
    }();

    exp_avg.lerp_(loop.grad, 1 - beta1);
    exp_avg_sq.mul_(beta2).addcmul_(loop.grad, loop.grad, 1 - beta2);
    auto denom = div(sqrt(exp_avg_sq), std::sqrt(bias_correction2));
    denom.add_(options.eps);
    loop.denom = std::move(denom);  // only now the previous parameter's goes
    weight.addcdiv_(exp_avg, loop.denom, -options.lr / bias_correction1);
  }
};

}  // namespace tally
