// Demonstration 3: what a forward pass through L x [Linear(D, D), activation] saves for backward,
// for a batch of B sequences of S tokens (T = B x S), against the closed form.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/accounting.h"
#include "core/progress.h"
#include "experiments/compute_limit.h"
#include "nn/activation.h"

namespace tally {

class Engine;

/// `eval` records a graph just as `train` does; only `no_grad` saves nothing.
enum class ForwardMode : std::uint8_t { train, no_grad, eval };

struct ActivationSettings {
  std::int64_t layers = 8;
  std::int64_t batch = 32;
  std::int64_t sequence = 1;  // 1: x is (B, D); more: (B, S, D)
  std::int64_t width = 512;
  Activation function = Activation::relu;
  std::int64_t frozen = 0;                    // the first so many layers require no gradient,
  std::vector<std::int64_t> frozen_layers{};  // nor do these, counted from 1
  ForwardMode mode = ForwardMode::train;
  Dtype dtype = Dtype::float32;

  std::int64_t tokens() const { return batch * sequence; }
  bool is_frozen(std::int64_t layer) const;  // counted from 1
};

/// The first forward pass within this limit has values.
inline constexpr ComputeLimit activation_limit{Flops{1 << 29}, Bytes{1 << 27}};

/// How many T x D tensors a forward pass saves. With f layers before the first trainable one: relu,
/// tanh and sigmoid save each later layer's result, which is also the next layer's input, so L - f,
/// and the first trainable layer's input one more; gelu and silu save their own input, L - f, and
/// each trainable Linear its input.
std::int64_t saved_units(const ActivationSettings& settings);

/// T x D x itemsize: one layer's activation.
Bytes activation_unit(const ActivationSettings& settings);

struct ActivationPoint {
  std::int64_t layers = 0, batch = 0, tokens = 0;
  Bytes saved;  // measured: the union of saved byte ranges, parameters left out, the input counted
  Bytes formula;          // saved_units x activation_unit
  Bytes parameters;       // measured
  bool computed = false;  // with values; otherwise on meta
};

struct ActivationResult {
  ActivationSettings settings{};
  ActivationPoint yours{};
  std::vector<LedgerRow> ledger{};  // of `yours`; its bytes add up to `yours.saved`
  // (L, B) = (4, 32), (8, 32), (8, 64), (16, 64) at width 512
  std::vector<ActivationPoint> lecture{};
  std::vector<ActivationPoint> over_layers{}, over_batch{};
  /// Where activations pass parameters: T* = D L / units, executed just up to it and just beyond.
  struct Crossing {
    double tokens = 0;
    ActivationPoint up_to, beyond;
  };
  std::optional<Crossing> crossing{};  // none when nothing is saved
};

/// Forward passes only. `engine` runs what is within `activation_limit`; the rest is on meta.
/// Returns early, with what there is, once `progress` is cancelled. Defined in activation_run.h.
template <class E>
ActivationResult run_activation(const E& engine, const ActivationSettings& settings,
                                Progress& progress);

extern template ActivationResult run_activation(const Engine&, const ActivationSettings&,
                                                Progress&);

}  // namespace tally
