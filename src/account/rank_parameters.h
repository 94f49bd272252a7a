// The parameters of one data-parallel rank: what it keeps of each, what a block computes with, what
// the optimizer updates and where gradients go. On our engine, on meta.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "account/training_config.h"
#include "engine/engine.h"
#include "nn/field.h"

namespace tally {

class RankParameters {
 public:
  using Packed = Engine::SavedTensorsHooks::Packed;

  RankParameters(const Engine& engine, const TrainingConfig& config)
      : engine_(engine), config_(config) {}

  /// A new parameter, whole, or the rank's share of it as a vector (ZeRO-3).
  Tensor make(const Shape& shape);
  /// Decides whether a parameter trains; to be called for each once its path is known.
  void set_path(const Tensor& own, const std::string& path, bool trains);
  /// Makes what the optimizer updates where it is not the parameter itself.
  void make_updated();

  std::int64_t elements() const { return elements_; }
  std::int64_t trainable() const { return trainable_; }
  /// What the optimizer updates, in order.
  std::vector<Tensor> updated() const;
  /// Gradients of `updated()`, undefined where there is none.
  std::vector<Tensor> gradients() const;
  /// Sets the parameters to what the optimizer updated, rounded.
  void write_back() const;
  void zero_grad();
  void set_last_micro_batch(bool last) { last_micro_batch_ = last; }

  /// `run(module)`, with every parameter of the module gathered and its gradient taken care of
  /// where the rank keeps something else than the parameter. `recomputed`: `run` lies within a
  /// checkpoint, which keeps no gathered parameter anyway.
  template <class Module, class Run>
  Tensor with(const Module& module, bool recomputed, Run&& run) {
    if (!gathered() && !own_gradients()) return run(module);
    Module prepared = module;
    std::unordered_map<std::uint64_t, Weight*> whole;
    for_each_parameter(prepared, [&](const std::string&, Tensor& tensor) {
      Weight& weight = *by_serial_.at(tensor.storage()->serial);
      tensor = used(weight);
      whole.emplace(tensor.storage()->serial, &weight);
    });
    if (!gathered() || recomputed) return run(prepared);
    const Engine::SavedTensorsHooks hooks(
        [&whole](const Tensor& tensor, const SaveSite&) { return forget(whole, tensor); },
        [this](Packed& packed) { return remember(packed); });
    return run(prepared);
  }

 private:
  struct Weight {
    Tensor own;  // what the rank keeps
    Shape shape;
    bool trains = true;
    Tensor updated;   // what its optimizer updates: `own`, a part of it, or a float32 copy
    Tensor gradient;  // where it is not own's .grad
    bool whole_gradient = false;  // `gradient` is not cut yet
  };
  using Weights = std::unordered_map<std::uint64_t, Weight*>;

  bool shares(int stage) const { return config_.gpus > 1 && config_.zero_stage >= stage; }
  bool gathered() const { return shares(3); }
  bool main_gradients() const { return config_.regime.main_gradients; }
  /// Gradients that autograd's .grad of the parameter cannot hold.
  bool own_gradients() const { return shares(2) || main_gradients(); }
  std::int64_t share(std::int64_t n) const { return n / config_.gpus + (n % config_.gpus != 0); }
  Tensor share_of(const Tensor& tensor) const;
  Tensor used(Weight& weight);
  Tensor gather(const Weight& weight) const;
  void take_gradient(Weight& weight, const Tensor& gradient);
  static Packed forget(const Weights& whole, const Tensor& tensor);
  Tensor remember(Packed& packed) const;

  const Engine& engine_;
  const TrainingConfig& config_;
  std::deque<Weight> weights_;
  Weights by_serial_;
  std::int64_t elements_ = 0, trainable_ = 0;
  bool last_micro_batch_ = true;
};

}  // namespace tally
