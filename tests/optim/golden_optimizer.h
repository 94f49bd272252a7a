// An optimizer of the registry by PyTorch's name and options, as the golden files write them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "optim/registry.h"
#include "tests/golden/golden.h"

namespace tally::golden {

/// An optimizer of any rule.
class AnyOptimizer {
 public:
  /// `name` is "SGD", "Adam" or "AdamW"; `options` has torch's keys, betas as beta1 and beta2.
  AnyOptimizer(const Engine& engine, const std::string& name, const Json& options,
               const std::vector<Tensor>& parameters);

  void step() { step_(); }
  void zero_grad(bool set_to_none) { zero_grad_(set_to_none); }
  /// [{"name": "step", "shape": [], "dtype": "float32", "bytes": 4}, ...] of one parameter.
  Json state(std::size_t parameter) const { return state_(parameter); }

 private:
  template <class Rule>
  void hold(const Engine& engine, const Json& options, const std::vector<Tensor>& parameters);

  std::function<void()> step_;
  std::function<void(bool)> zero_grad_;
  std::function<Json(std::size_t)> state_;
};

}  // namespace tally::golden
