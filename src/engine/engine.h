// Our engine: what surrounds the ops. The LibTorch engine has the same members, so that
// experiments, models and optimizers are written once, as templates over an engine.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "autograd/autocast.h"
#include "autograd/backward.h"
#include "autograd/checkpoint.h"
#include "autograd/custom_function.h"
#include "autograd/grad_mode.h"
#include "autograd/saved_tensor.h"
#include "core/accounting.h"
#include "core/event.h"
#include "ops/kernel_choice.h"
#include "ops/ops.h"
#include "tensor/adam_kernel.h"
#include "tensor/flops.h"
#include "tensor/kernels.h"
#include "tensor/recorder.h"
#include "tensor/tensor.h"

namespace tally {

class Engine {
 public:
  using Tensor = tally::Tensor;
  static constexpr std::string_view name = "tally";

  explicit Engine(Device device = Device::cpu) : device_(device) {}
  Device device() const { return device_; }
  /// True where values exist. On meta there are shapes and bytes only.
  bool computes() const { return device_ == Device::cpu; }

  // Factories. The category is what the storage is there for.
  Tensor empty(const Shape& shape, Dtype dtype, MemoryCategory category) const;
  Tensor full(const Shape& shape, double value, Dtype dtype, MemoryCategory category) const;
  Tensor zeros(const Shape& shape, Dtype dtype, MemoryCategory category) const {
    return full(shape, 0, dtype, category);
  }
  /// Standard normal times `scale`, from our own generator: equal on every engine up to float
  /// rounding.
  Tensor randn(const Shape& shape, Dtype dtype, MemoryCategory category, std::uint64_t stream,
               double scale = 1) const;
  /// Uniform in [-bound, bound), as above.
  Tensor uniform(const Shape& shape, Dtype dtype, MemoryCategory category, std::uint64_t stream,
                 double bound) const;
  /// A leaf of category parameter that requires grad: U(-1/sqrt(fan_in), 1/sqrt(fan_in)) of the
  /// last size, as torch.nn.Linear initialises (kaiming_uniform with a = sqrt(5)).
  Tensor parameter(const Shape& shape, Dtype dtype, std::uint64_t stream) const;
  /// A tensor of given values (row-major).
  Tensor from_host(std::span<const double> values, const Shape& shape, Dtype dtype,
                   MemoryCategory category) const;

  Dtype dtype(const Tensor& tensor) const { return tensor.dtype(); }
  /// The values in row-major order. cpu only.
  std::vector<double> to_host(const Tensor& tensor) const;

  // Autograd.
  using NoGrad = tally::NoGrad;  // a scope: `const typename E::NoGrad no_grad;`
  void backward(const Tensor& root, bool retain_graph = false) const {
    tally::backward(root, {.retain_graph = retain_graph});
  }
  Tensor grad(const Tensor& leaf) const { return leaf.grad(); }  // undefined when there is none
  void set_grad(const Tensor& leaf, Tensor grad) const { leaf.set_grad(std::move(grad)); }
  void zero_grad(Tensor& leaf, bool set_to_none = true) const;
  void set_requires_grad(Tensor& leaf, bool value) const { leaf.set_requires_grad(value); }
  /// `function(input)` without keeping what it saves; recomputed in backward.
  Tensor checkpoint(const std::function<Tensor(const Tensor&)>& function, const Tensor& input,
                    const CheckpointOptions& options = {}) const {
    return tally::checkpoint(function, input, options);
  }
  /// The same of a function of several tensors.
  Tensor checkpoint(const std::function<Tensor(const std::vector<Tensor>&)>& function,
                    const std::vector<Tensor>& inputs,
                    const CheckpointOptions& options = {}) const {
    return tally::checkpoint(function, inputs, options);
  }
  /// `forward(input)` as one op whose gradient is `backward(gradient)` (custom_function.h).
  Tensor custom(const std::function<Tensor(const Tensor&)>& forward,
                const std::function<Tensor(const Tensor&)>& backward, const Tensor& input) const {
    return tally::custom_function(forward, backward, input);
  }
  using SavedTensorsHooks = tally::SavedTensorsHooks;  // a scope: `hooks(pack, unpack)`
  bool same_storage(const Tensor& a, const Tensor& b) const { return a.storage() == b.storage(); }
  /// One update of Adam's in one pass over memory (tensor/adam_kernel.h). The scope is on where it
  /// was made: the ops that would compute it then only account, as ever.
  ComputedAlready fused_adam(const Tensor& weight, const Tensor& exp_avg, const Tensor& exp_avg_sq,
                             const Tensor& grad, const AdamNumbers& numbers) const {
    return ComputedAlready(adam_kernel(weight, exp_avg, exp_avg_sq, grad, numbers));
  }
  /// Seeds the generator of dropout.
  void manual_seed(std::uint64_t seed) const;

  /// torch.autocast in bfloat16 for a scope (autograd/autocast.h).
  using Autocast = tally::Autocast;  // `const typename E::Autocast autocast(enabled);`

  /// Whose kernels the ops of a scope account for (ops/kernel_choice.h).
  using KernelScope = tally::KernelScope;  // `const typename E::KernelScope kernels(choice);`

  // Observation.
  using Record = tally::Record;  // a scope: `typename E::Record record; ...; record.recording()`
  using CountFlops =
      tally::CountFlops;  // a scope: `typename E::CountFlops flops; ...; flops.total()`
  using PhaseScope =
      tally::PhaseScope;  // a scope: `const typename E::PhaseScope phase(Phase::backward);`
  void categorize(const Tensor& tensor, MemoryCategory category) const;
  /// What the tensor's storage is called in recordings: "layers.0.weight".
  void set_name(const Tensor& tensor, std::string called) const;
  Bytes live_bytes() const;
  /// Peak of live bytes since the last reset.
  Bytes peak_bytes() const;
  void reset_peak() const;

  /// Seconds of a steady clock, after all work given so far is done.
  double seconds() const;

 private:
  Device device_;
};

}  // namespace tally
