// An optimizer's states and the temporaries of its step, as torch.optim and bitsandbytes make them.
// On meta nothing is computed, so that what counts is what is allocated, and when it is let go.
#pragma once

#include <functional>
#include <vector>

#include "account/training_config.h"
#include "engine/engine.h"

namespace tally {

class OptimizerStep {
 public:
  OptimizerStep(const Engine& engine, const TrainingConfig& config)
      : engine_(engine), config_(config) {}

  /// The states that the first step would make, in the order of the parameters.
  void make_states(const std::vector<Tensor>& updated);
  /// One step; `gradients` is in the same order. `walked` is called each time that it has gone over
  /// all parameters.
  void step(const std::vector<Tensor>& updated, const std::vector<Tensor>& gradients,
            const std::function<void()>& walked) const;

 private:
  bool adam() const { return config_.optimizer.moments == 2; }
  Dtype moments_of(const Tensor& updated) const;
  Tensor temporary(const Tensor& like, Dtype dtype) const {
    return engine_.empty(like.sizes(), dtype, MemoryCategory::temporary);
  }

  const Engine& engine_;
  const TrainingConfig& config_;
  std::vector<Tensor> states_;
};

}  // namespace tally
