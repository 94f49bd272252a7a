// The weights of one rank in a training step: what it keeps of them in a recipe's dtypes and a
// stage's sharding, what a layer computes with, and where the gradients go. For any engine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/training_step.h"
#include "nn/linear.h"

namespace tally::detail {

/// The weights of one rank: what it keeps of them between steps, and what a layer computes with.
template <class E>
class RankWeights {
 public:
  using Tensor = typename E::Tensor;
  using Packed = typename E::SavedTensorsHooks::Packed;

  RankWeights(const E& engine, const TrainingStepSettings& settings)
      : engine_(engine),
        s_(settings),
        elements_(settings.width * settings.width),
        share_(elements_ / settings.gpus + (elements_ % settings.gpus != 0)) {
    const typename E::NoGrad no_grad;
    for (std::int64_t i = 0; i < s_.layers; ++i) {
      const std::string name = "layers." + std::to_string(i) + ".weight";
      Weight& weight = weights_.emplace_back();
      weight.own = engine.parameter(kept_shape(MemoryCategory::parameter), s_.recipe.parameter,
                                    static_cast<std::uint64_t>(i));
      engine.set_name(weight.own, name);
      const auto layer = static_cast<std::size_t>(i);
      if (layer < s_.frozen.size() && s_.frozen[layer])
        engine.set_requires_grad(weight.own, false);
      else if (s_.optimizer)
        weight.updated = updated_by_optimizer(weight.own, name);
    }
  }

  std::int64_t size() const { return static_cast<std::int64_t>(weights_.size()); }
  bool has_trainable() const {
    for (std::int64_t i = 0; i < size(); ++i)
      if (trainable(static_cast<std::size_t>(i))) return true;
    return false;
  }

  /// One layer, activation included.
  Tensor block(std::size_t layer, const Tensor& x) {
    return activate(s_.function, product(layer, x));
  }

  /// What the optimizer updates, with its path.
  std::vector<Tensor> updated() const {
    std::vector<Tensor> list;
    for (const Weight& weight : weights_)
      if (weight.updated.defined()) list.push_back(weight.updated);
    return list;
  }
  std::string name(std::size_t layer) const {
    return "layers." + std::to_string(layer) + ".weight";
  }
  bool trainable(std::size_t layer) const { return layer >= s_.frozen.size() || !s_.frozen[layer]; }

  /// Low-precision copies stay until the forward is over, as torch.autocast caches them.
  void begin_forward() { in_forward_ = true; }
  void end_forward() {
    in_forward_ = false;
    casts_.clear();
  }

  void zero_grad() {
    for (Weight& weight : weights_) {
      engine_.zero_grad(weight.own, !s_.keep_gradients);
      if (!weight.gradient.defined()) continue;
      if (s_.keep_gradients) {
        const typename E::NoGrad no_grad;
        weight.gradient.zero_();
      } else {
        weight.gradient = Tensor{};
      }
    }
  }

  /// Gives the optimizer its share of the gradients, lets it step, and sets the weights to what it
  /// updated.
  template <class Optimizer>
  void step(Optimizer& optimizer) {
    for (Weight& weight : weights_)
      if (weight.updated.defined() && !in_place(weight))
        engine_.set_grad(weight.updated, gradient_share(weight));
    optimizer.step();
    const typename E::NoGrad no_grad;
    const typename E::PhaseScope phase(Phase::optimizer_step);
    for (Weight& weight : weights_) {
      if (!weight.updated.defined() || in_place(weight)) continue;
      engine_.set_grad(weight.updated, Tensor{});
      if (main_gradients()) share_of(weight.own).copy_(weight.updated);
    }
  }

 private:
  struct Weight {
    Tensor own;       // what the rank keeps of the weight
    Tensor updated;   // what its optimizer updates: `own`, a part of it, or a float32 copy
    Tensor gradient;  // where it is not own's .grad
  };

  bool shared(MemoryCategory category) const {
    return s_.gpus > 1 && is_sharded(s_.sharding, category);
  }
  bool gathered() const { return shared(MemoryCategory::parameter); }
  /// A float32 gradient beside a 16-bit weight belongs to its float32 copy.
  bool main_gradients() const {
    return s_.recipe.master_weight && s_.recipe.gradient != s_.recipe.parameter;
  }
  /// Gradients that autograd's .grad of the weight cannot hold.
  bool own_gradients() const { return shared(MemoryCategory::gradient) || main_gradients(); }

  /// The optimizer finds weight and gradient where autograd left them.
  bool in_place(const Weight& weight) const {
    return weight.updated.is_same(weight.own) && !own_gradients();
  }

  Shape kept_shape(MemoryCategory category) const {
    return shared(category) ? Shape{share_} : Shape{s_.width, s_.width};
  }
  /// The rank's share of a whole weight, as a view; a share, which alone has one dimension, stays
  /// what it is.
  Tensor share_of(const Tensor& tensor) const {
    if (!shared(MemoryCategory::optimizer_state) || tensor.dim() == 1) return tensor;
    return slice(tensor.reshape({elements_}), 0, 0, share_, 1).detach();
  }

  Tensor updated_by_optimizer(const Tensor& own, const std::string& name) const {
    Tensor updated = share_of(own);
    if (main_gradients()) {
      const Shape shape(updated.sizes().begin(), updated.sizes().end());
      const Tensor copy =
          engine_.empty(shape, *s_.recipe.master_weight, MemoryCategory::master_weight);
      copy.copy_(updated.detach());
      engine_.set_name(copy, name + ".master");
      updated = copy;
    }
    engine_.set_requires_grad(updated, true);
    return updated;
  }

  Tensor gradient_share(const Weight& weight) const {
    const typename E::NoGrad no_grad;
    const Tensor whole = own_gradients() ? weight.gradient : engine_.grad(weight.own);
    return whole.defined() ? share_of(whole) : whole;
  }

  /// A layer's gradient is there: it is reduced over the ranks, and this one keeps its part.
  void take_gradient(Weight& weight, const Tensor& gradient) {
    const typename E::NoGrad no_grad;
    const bool first = !weight.gradient.defined();
    const Tensor part = shared(MemoryCategory::gradient) ? share_of(gradient) : gradient;
    const Shape shape(part.sizes().begin(), part.sizes().end());
    const Tensor kept = engine_.empty(shape, s_.recipe.gradient,
                                      first ? MemoryCategory::gradient : MemoryCategory::temporary);
    kept.copy_(part);
    if (first)
      weight.gradient = kept;
    else
      weight.gradient.add_(kept);
  }

  /// A whole weight whose values came from all ranks.
  Tensor gather(Dtype dtype, MemoryCategory category) const {
    const Tensor all = engine_.empty({share_ * s_.gpus}, dtype, category);
    return slice(all, 0, 0, elements_, 1).view({s_.width, s_.width});
  }

  /// What the layer multiplies with, from what the rank keeps.
  Tensor forward_weight(const Tensor& own) {
    Tensor source = own.detach();
    if (s_.recipe.cast_copy) {
      const Shape shape(own.sizes().begin(), own.sizes().end());
      source = engine_.empty(shape, *s_.recipe.cast_copy, MemoryCategory::cast_copy);
      source.copy_(own.detach());
    }
    if (gathered()) return gather(engine_.dtype(source), computing_category());
    if (s_.recipe.cast_copy && in_forward_) casts_.push_back(source);
    return source;
  }
  MemoryCategory computing_category() const {
    return s_.recipe.cast_copy ? MemoryCategory::cast_copy : MemoryCategory::parameter;
  }

  Tensor product(std::size_t layer, const Tensor& x) {
    Weight& weight = weights_[layer];
    const bool direct = !own_gradients() && !gathered() && !s_.recipe.cast_copy;
    if (direct) return Linear<Tensor>{.weight = weight.own}(x);
    const Tensor whole =
        engine_.custom([this](const Tensor& own) { return forward_weight(own); },
                       [this, &weight](const Tensor& gradient) {
                         if (!own_gradients())
                           return gradient;  // cast to the weight's dtype on its way
                         take_gradient(weight, gradient);
                         return Tensor{};
                       },
                       weight.own);
    if (!gathered() || !s_.segments.empty()) return Linear<Tensor>{.weight = whole}(x);
    // The graph keeps no gathered weight: backward gathers it again.
    struct Again {
      bool transposed;
    };
    const Tensor* kept_out = &whole;  // used while the product is made
    const typename E::SavedTensorsHooks hooks(
        [this, kept_out](const Tensor& tensor, const auto&) -> Packed {
          if (!engine_.same_storage(tensor, *kept_out)) return {tensor, nullptr};
          return {Tensor{}, std::make_shared<Again>(Again{!tensor.is_contiguous()})};
        },
        [this](Packed& packed) {
          if (!packed.other) return packed.tensor;
          const Dtype dtype = s_.recipe.cast_copy.value_or(s_.recipe.parameter);
          const Tensor again = gather(dtype, computing_category());
          return std::static_pointer_cast<Again>(packed.other)->transposed ? again.t() : again;
        });
    return Linear<Tensor>{.weight = whole}(x);
  }

  const E& engine_;
  const TrainingStepSettings& s_;
  std::int64_t elements_, share_;
  std::vector<Weight> weights_;
  bool in_forward_ = false;
  std::vector<Tensor> casts_;
};

}  // namespace tally::detail
