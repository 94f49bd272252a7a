// What a node keeps for its backward, and the hooks that may keep something else in its place
// (torch/csrc/autograd/saved_variable.h, torch.autograd.graph.saved_tensors_hooks).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "tensor/tensor.h"

namespace tally {

/// Who saves: a node and the name of the slot ("MmBackward0", "mat2").
struct SaveSite {
  std::uint64_t node = 0;
  const char* node_name = "";
  const char* slot = "";
};

/// What a pack hook keeps: a tensor (it is then accounted as saved), or anything else.
struct Packed {
  Tensor tensor;
  std::shared_ptr<void> other;
};

/// For a scope, every tensor that a node saves goes through `pack`, and through `unpack` when the
/// node needs it. The innermost pair wins. `pack` runs without recording a graph and must not write
/// to its tensor; with hooks the in-place version check is left out, as in PyTorch.
class SavedTensorsHooks {
 public:
  using Packed = tally::Packed;
  using Pack = std::function<Packed(const Tensor&, const SaveSite&)>;
  using Unpack = std::function<Tensor(Packed&)>;

  SavedTensorsHooks(Pack pack, Unpack unpack);
  ~SavedTensorsHooks();
  SavedTensorsHooks(const SavedTensorsHooks&) = delete;
  SavedTensorsHooks& operator=(const SavedTensorsHooks&) = delete;

  struct Pair {
    Pack pack;
    Unpack unpack;
  };

 private:
  std::shared_ptr<Pair> previous_;
};

class SavedTensor {
 public:
  /// Saves a detached alias, or what the innermost hooks make of it.
  SavedTensor(const Tensor& tensor, const SaveSite& site);
  /// The tensor again. Fails when it was written to since, or was released.
  Tensor unpack();
  void release();

 private:
  SaveSite site_;
  Packed kept_;
  std::shared_ptr<SavedTensorsHooks::Pair> hooks_;
  std::uint32_t version_ = 0;
  bool undefined_ = false;
  bool released_ = false;
};

}  // namespace tally
