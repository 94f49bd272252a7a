// Optimizers over any engine's tensors, in the state layout of Python's torch.optim 2.6. A rule
// (sgd.h, adam.h, adamw.h) is a struct with `id`, `title`, `state_names`, `Options`,
// `check_options`, `init_state` and `update`; `Optimizer<E, Rule>` walks the parameters. It depends
// on core alone: the tensors are whatever the engine E has, ours or LibTorch's, called by ATen's
// names.
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes.h"
#include "core/check.h"
#include "core/dtype.h"
#include "core/format_text.h"
#include "core/memory_category.h"
#include "core/shape.h"

namespace tally {

/// What stock torch.optim does not offer, for recipes that need more than the parameter's own
/// dtype.
struct StateOptions {
  /// The dtype of the moments, and of the update; by default the parameter's. For bfloat16
  /// parameters float32 gives 2 + 2 + 8 = 12 bytes per parameter under Adam: at each step the
  /// update is computed in float32 on a temporary copy of the parameter and rounded back into it,
  /// so what is less than half a bfloat16 step is lost.
  std::optional<Dtype> state_dtype = {};
  /// Keeps a float32 copy of every 16-bit parameter (category master_weight), made with the
  /// optimizer, as Megatron-LM's Float16OptimizerWithFloat16Params does. The update moves the copy,
  /// and the parameter is then set to it, rounded. The moments are float32: 2 + 2 + 4 + 8 = 16
  /// bytes.
  bool master_weights = false;
};

/// The tensors of one parameter's state, in the order of `Rule::state_names`; undefined until made.
template <class E, class Rule>
using OptimizerState = std::array<typename E::Tensor, Rule::state_names.size()>;

/// The variables of torch.optim's loop that own memory. Python frees what they hold when the next
/// parameter's update assigns them, or when the function ends: `grad` first.
template <class Tensor>
struct LoopVariables {
  Tensor denom;
  Tensor grad;
};

/// What a rule has to offer an engine E.
template <class Rule, class E>
concept OptimizerRule = requires(
    const E& engine, const typename Rule::Options& options, const typename E::Tensor& tensor,
    const Shape& shape, OptimizerState<E, Rule>& state, LoopVariables<typename E::Tensor>& loop) {
  { Rule::id } -> std::convertible_to<std::string_view>;
  { Rule::title } -> std::convertible_to<std::string_view>;
  Rule::check_options(options);
  { Rule::init_state(engine, shape, Dtype::float32) } -> std::same_as<OptimizerState<E, Rule>>;
  Rule::update(engine, options, tensor, tensor, state, loop);
};

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
class Optimizer {
 public:
  using Tensor = typename E::Tensor;
  using Options = typename Rule::Options;
  struct NamedTensor {
    std::string_view name;  // "exp_avg"
    Tensor tensor;
  };

  /// `parameters` are leaves (handles; the optimizer updates what they refer to). `engine` outlives
  /// the optimizer. Fails with what is wrong and what it takes on options outside torch's limits.
  Optimizer(const E& engine, std::vector<Tensor> parameters, Options options = {},
            StateOptions state_options = {});

  /// One step for every parameter that has a gradient, without autograd, in phase optimizer_step.
  /// A parameter's state is made at its first step with a gradient; those without are left alone.
  /// Source: torch/optim/{sgd,adam,adamw}.py, the single-tensor implementations.
  void step();

  /// Drops every parameter's gradient, or fills it with zeros and keeps its bytes.
  void zero_grad(bool set_to_none = true);

  std::size_t size() const { return slots_.size(); }
  /// The state of parameter `index` in torch's order; empty before it is made.
  std::vector<NamedTensor> state(std::size_t index) const;
  /// The bytes of all state tensors, master weights not counted.
  Bytes state_bytes() const;

  /// The float32 copy of parameter `index`; undefined where there is none.
  const Tensor& master_weight(std::size_t index) const { return slots_.at(index).master; }
  Bytes master_weight_bytes() const;

  /// May be changed between steps, as by a schedule of learning rates; checked at the next step.
  Options& options() { return options_; }

 private:
  struct Slot {
    Tensor parameter;
    Tensor master;  // undefined without master_weights
    Dtype dtype;    // of the moments and the update
    OptimizerState<E, Rule> state;
  };

  Slot make_slot(Tensor parameter, std::size_t index) const;
  void update(Slot& slot, const Tensor& grad, LoopVariables<Tensor>& loop);
  Tensor copy_of(const Tensor& source, Dtype dtype, MemoryCategory category) const;
  Bytes bytes_of(const Tensor& tensor) const {
    return tensor.defined() ? tensor.numel() * itemsize(engine_->dtype(tensor)) : Bytes{};
  }
  static Shape shape_of(const Tensor& tensor) {
    return {tensor.sizes().begin(), tensor.sizes().end()};
  }

  const E* engine_;
  Options options_;
  StateOptions state_options_;
  std::vector<Slot> slots_;
};

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
Optimizer<E, Rule>::Optimizer(const E& engine, std::vector<Tensor> parameters, Options options,
                              StateOptions state_options)
    : engine_(&engine), options_(std::move(options)), state_options_(state_options) {
  Rule::check_options(options_);
  check(!parameters.empty(), [] {
    return format_text("[{}] there are no parameters: it takes at least one", Rule::id);
  });
  if (state_options_.master_weights && state_options_.state_dtype)
    check(*state_options_.state_dtype == Dtype::float32, [&] {
      return format_text("[{}] state_dtype is {} beside master_weights: their moments are float32",
                         Rule::id, name(*state_options_.state_dtype));
    });
  slots_.reserve(parameters.size());
  for (Tensor& parameter : parameters)
    slots_.push_back(make_slot(std::move(parameter), slots_.size()));
}

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
auto Optimizer<E, Rule>::make_slot(Tensor parameter, std::size_t index) const -> Slot {
  check(parameter.defined(), [&] {
    return format_text("[{}] parameter {} is undefined: it takes tensors", Rule::id, index);
  });
  check(parameter.is_leaf(), [&] {
    return format_text("[{}] parameter {} is the result of an op: it takes leaves only", Rule::id,
                       index);
  });
  const Dtype dtype = engine_->dtype(parameter);
  check(is_floating_point(dtype), [&] {
    return format_text("[{}] parameter {} is {}: it takes floating-point parameters", Rule::id,
                       index, name(dtype));
  });
  if (state_options_.master_weights && itemsize(dtype) < itemsize(Dtype::float32)) {
    const typename E::NoGrad no_grad;
    Tensor master = copy_of(parameter, Dtype::float32, MemoryCategory::master_weight);
    return {std::move(parameter), std::move(master), Dtype::float32, {}};
  }
  const Dtype state_dtype = state_options_.state_dtype.value_or(dtype);
  check(promote_types(dtype, state_dtype) == state_dtype, [&] {
    return format_text(
        "[{}] state_dtype is {}, but parameter {} is {}: the moments take its dtype or a wider one",
        Rule::id, name(state_dtype), index, name(dtype));
  });
  return {std::move(parameter), Tensor{}, state_dtype, {}};
}

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
void Optimizer<E, Rule>::step() {
  Rule::check_options(options_);
  const typename E::NoGrad no_grad;
  const typename E::PhaseScope phase(Phase::optimizer_step);
  // As in PyTorch, all state is there before the first update.
  for (Slot& slot : slots_)
    if (engine_->grad(slot.parameter).defined() && !slot.state[0].defined())
      slot.state = Rule::init_state(*engine_, shape_of(slot.parameter), slot.dtype);
  LoopVariables<Tensor> loop;
  for (Slot& slot : slots_)
    if (const Tensor grad = engine_->grad(slot.parameter); grad.defined()) update(slot, grad, loop);
}

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
void Optimizer<E, Rule>::update(Slot& slot, const Tensor& grad, LoopVariables<Tensor>& loop) {
  if (slot.dtype == engine_->dtype(slot.parameter)) {
    Rule::update(*engine_, options_, slot.parameter, grad, slot.state, loop);
    return;
  }
  // torch's in-place ops take operands of one dtype, so the update works on wide copies of both.
  const Tensor weight = slot.master.defined()
                            ? slot.master
                            : copy_of(slot.parameter, slot.dtype, MemoryCategory::temporary);
  Rule::update(*engine_, options_, weight, copy_of(grad, slot.dtype, MemoryCategory::temporary),
               slot.state, loop);
  slot.parameter.copy_(weight);
}

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
auto Optimizer<E, Rule>::copy_of(const Tensor& source, Dtype dtype, MemoryCategory category) const
    -> Tensor {
  Tensor copy = engine_->empty(shape_of(source), dtype, category);
  copy.copy_(source);
  return copy;
}

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
void Optimizer<E, Rule>::zero_grad(bool set_to_none) {
  for (Slot& slot : slots_) engine_->zero_grad(slot.parameter, set_to_none);
}

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
auto Optimizer<E, Rule>::state(std::size_t index) const -> std::vector<NamedTensor> {
  std::vector<NamedTensor> named;
  for (std::size_t i = 0; i < Rule::state_names.size(); ++i)
    if (const Tensor& tensor = slots_.at(index).state[i]; tensor.defined())
      named.push_back({Rule::state_names[i], tensor});
  return named;
}

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
Bytes Optimizer<E, Rule>::state_bytes() const {
  Bytes total;
  for (const Slot& slot : slots_)
    for (const Tensor& tensor : slot.state) total += bytes_of(tensor);
  return total;
}

template <class E, class Rule>
  requires OptimizerRule<Rule, E>
Bytes Optimizer<E, Rule>::master_weight_bytes() const {
  Bytes total;
  for (const Slot& slot : slots_) total += bytes_of(slot.master);
  return total;
}

}  // namespace tally
