// The gated feed-forward part of the Llama family (Shazeer 2020): down(act(gate(x)) * up(x)).
#pragma once

#include "nn/activation.h"
#include "nn/projection.h"

namespace tally {

template <TensorLike T>
struct GatedMlp {
  using Tensor = T;
  Projection<T> gate_proj;     // (F, D)
  Projection<T> up_proj;       // (F, D)
  Projection<T> gate_up_proj;  // (2F, D): both in one, where it is defined
  Projection<T> down_proj;     // (D, F)
  Activation activation = Activation::silu;

  /// x (..., D) -> (..., D).
  T operator()(const T& x) const {
    T h;
    if (gate_up_proj.weight.defined()) {
      const T both = gate_up_proj(x);
      const auto parts = chunk(both, 2, -1);
      const T gate = activate(activation, parts[0]);
      h = mul(parts[1], gate);
    } else {
      T gate = gate_proj(x);
      gate = activate(activation, gate);
      const T up = up_proj(x);
      h = mul(gate, up);
    }
    return down_proj(h);
  }

  static constexpr auto fields() {
    return std::tuple{
        Field{"gate_proj", &GatedMlp::gate_proj}, Field{"up_proj", &GatedMlp::up_proj},
        Field{"gate_up_proj", &GatedMlp::gate_up_proj}, Field{"down_proj", &GatedMlp::down_proj}};
  }
};

}  // namespace tally
