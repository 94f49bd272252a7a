#include "account/rank_parameters.h"

namespace tally {
namespace {

/// A view of a gathered parameter that was not kept: enough to make it again.
struct Forgotten {
  const void* weight;
  Shape sizes, strides;
};

}  // namespace

Tensor RankParameters::make(const Shape& shape) {
  const std::int64_t n = numel(shape);
  elements_ += n;
  const Tensor own =
      engine_.parameter(gathered() ? Shape{share(n)} : shape, config_.regime.parameter, 0);
  weights_.push_back({own, shape, true, {}, {}, false});
  by_serial_.emplace(own.storage()->serial, &weights_.back());
  return own;
}

void RankParameters::set_path(const Tensor& own, const std::string& path, bool trains) {
  Weight& weight = *by_serial_.at(own.storage()->serial);
  engine_.set_name(own, path);
  weight.trains = trains;
  engine_.set_requires_grad(weight.own, trains);
  if (trains) trainable_ += numel(weight.shape);
}

Tensor RankParameters::share_of(const Tensor& tensor) const {
  if (!shares(1)) return tensor;
  const std::int64_t n = tensor.numel();
  return slice(tensor.reshape({n}), 0, 0, share(n), 1).detach();
}

void RankParameters::make_updated() {
  const NoGrad no_grad;
  for (Weight& weight : weights_) {
    if (!weight.trains) continue;
    weight.updated = gathered() ? weight.own : share_of(weight.own);
    if (!config_.regime.master_weights) continue;
    const Tensor copy =
        engine_.empty(weight.updated.sizes(), Dtype::float32, MemoryCategory::master_weight);
    engine_.set_name(copy, weight.own.storage()->name + ".master");
    weight.updated = copy;
  }
}

std::vector<Tensor> RankParameters::updated() const {
  std::vector<Tensor> list;
  for (const Weight& weight : weights_)
    if (weight.updated.defined()) list.push_back(weight.updated);
  return list;
}

std::vector<Tensor> RankParameters::gradients() const {
  const NoGrad no_grad;
  std::vector<Tensor> list;
  for (const Weight& weight : weights_) {
    if (!weight.updated.defined()) continue;
    const Tensor whole = own_gradients() ? weight.gradient : engine_.grad(weight.own);
    const bool cut = !whole.defined() || gathered() || (own_gradients() && !weight.whole_gradient);
    list.push_back(cut ? whole : share_of(whole));
  }
  return list;
}

void RankParameters::write_back() const {
  const NoGrad no_grad;
  if (!config_.regime.master_weights) return;
  for (const Weight& weight : weights_)
    if (weight.updated.defined())
      (gathered() ? weight.own.detach() : share_of(weight.own.detach())).copy_(weight.updated);
}

void RankParameters::zero_grad() {
  for (Weight& weight : weights_) {
    engine_.zero_grad(weight.own);
    weight.gradient = {};
    weight.whole_gradient = false;
  }
}

Tensor RankParameters::gather(const Weight& weight) const {
  const std::int64_t n = numel(weight.shape);
  const Tensor all =
      engine_.empty({share(n) * config_.gpus}, config_.regime.parameter, MemoryCategory::parameter);
  return slice(all, 0, 0, n, 1).view(weight.shape);
}

Tensor RankParameters::used(Weight& weight) {
  return engine_.custom(
      [this, &weight](const Tensor& own) { return gathered() ? gather(weight) : own.detach(); },
      [this, &weight](const Tensor& gradient) {
        if (!own_gradients()) return gradient;
        take_gradient(weight, gradient);
        return Tensor{};
      },
      weight.own);
}

void RankParameters::take_gradient(Weight& weight, const Tensor& gradient) {
  const NoGrad no_grad;
  const Dtype dtype = main_gradients() ? Dtype::float32 : config_.regime.parameter;
  const bool cut = shares(2) && (last_micro_batch_ || !config_.gradients_unsharded);
  const auto copy_of = [&](const Tensor& source, MemoryCategory category) {
    const Tensor copy = engine_.empty(source.sizes(), dtype, category);
    copy.copy_(source);
    return copy;
  };
  const auto part_of = [&](const Tensor& whole) {
    const std::int64_t n = whole.numel();
    return cut ? slice(whole.reshape({n}), 0, 0, share(n), 1).detach() : whole;
  };
  if (weight.whole_gradient && cut) {  // what was held back is added before all is cut
    weight.gradient.add_(copy_of(gradient, MemoryCategory::temporary));
    weight.gradient = copy_of(part_of(weight.gradient), MemoryCategory::gradient);
    weight.whole_gradient = false;
  } else if (weight.gradient.defined()) {
    weight.gradient.add_(copy_of(part_of(gradient), MemoryCategory::temporary));
  } else {
    weight.gradient = copy_of(part_of(gradient), MemoryCategory::gradient);
    weight.whole_gradient = shares(2) && !cut;
  }
}

RankParameters::Packed RankParameters::forget(const Weights& whole, const Tensor& tensor) {
  const auto found = whole.find(tensor.storage()->serial);
  if (found == whole.end()) return {tensor, nullptr};
  return {Tensor{},
          std::make_shared<Forgotten>(Forgotten{found->second, tensor.sizes(), tensor.strides()})};
}

Tensor RankParameters::remember(Packed& packed) const {
  if (!packed.other) return packed.tensor;
  const auto& forgotten = *std::static_pointer_cast<Forgotten>(packed.other);
  const Tensor again = gather(*static_cast<const Weight*>(forgotten.weight));
  return again.alias(forgotten.sizes, forgotten.strides, 0);
}

}  // namespace tally
