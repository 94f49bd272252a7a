// What LibTorch's nodes keep for backward: the counterpart of autograd/saved_tensor.h.
#pragma once

#include <torch/csrc/autograd/saved_variable_hooks.h>

#include <functional>
#include <memory>

#include "measure/tracker.h"
#include "measure/types.h"

namespace tally::measure {

/// What a pack hook keeps: a tensor (it is then accounted as saved), or anything else.
struct Packed {
  at::Tensor tensor;
  std::shared_ptr<void> other;
};

/// Makes what a node keeps in place of one tensor; called when it saves.
using MakeHooks = std::function<std::unique_ptr<torch::autograd::SavedVariableHooks>()>;

/// For a scope of this thread, every tensor that a node saves goes through such hooks. The
/// innermost scope wins.
class HooksScope {
 public:
  explicit HooksScope(MakeHooks make);
  ~HooksScope();
  HooksScope(const HooksScope&) = delete;
  HooksScope& operator=(const HooksScope&) = delete;
};

/// `pack` and `unpack` for a scope, as tally::SavedTensorsHooks.
class SavedTensorsHooks {
 public:
  using Packed = measure::Packed;
  using Pack = std::function<Packed(const at::Tensor&, const SaveSite&)>;
  using Unpack = std::function<at::Tensor(Packed&)>;
  SavedTensorsHooks(Pack pack, Unpack unpack);

 private:
  HooksScope scope_;
};

/// The site of the tensor that a node saves now. To be asked once for each.
SaveSite next_save_site();

/// `tensor` without its place in a graph, over the same storage, made without an op.
at::Tensor detached(const at::Tensor& tensor);

/// Writes down that the tensor is saved.
void record_saved(const at::Tensor& tensor, const SaveSite& site);

/// Makes LibTorch ask the innermost scope, and else write down what is saved while something is
/// recorded. Once for the program, before the first graph.
void observe_saved_tensors();

}  // namespace tally::measure
