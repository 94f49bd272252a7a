// Activation checkpointing: torch.utils.checkpoint.checkpoint(use_reentrant=False), PyTorch 2.6.
#pragma once

#include <functional>
#include <vector>

#include "tensor/tensor.h"

namespace tally {

struct CheckpointOptions {
  /// Recomputation ends when the last saved tensor is back (set_checkpoint_early_stop). Without
  /// exceptions there is no way out of `function`: the ops after that point are skipped instead,
  /// which allocates, computes and counts nothing.
  bool early_stop = true;
  /// Keeps the generator's state with the segment, so that dropout draws the same mask again.
  bool preserve_rng_state = true;
  /// The bytes of that state lie beside the tensors, as on a CPU. Of a step on a GPU they are the
  /// host's, the GPU's own state as well (torch/utils/checkpoint.py, get_device_states).
  bool rng_state_on_device = true;
};

/// Around an op that is made of others and holds what they need: where the last saved tensor is
/// back within it, PyTorch's exception lets go of that before anything else.
class CompositeOp {
 public:
  CompositeOp();
  ~CompositeOp();
  CompositeOp(const CompositeOp&) = delete;
  CompositeOp& operator=(const CompositeOp&) = delete;
};

/// The bytes of PyTorch's CPU generator state (at::CPUGeneratorImpl), kept per segment.
inline constexpr std::int64_t rng_state_bytes = 5056;

/// `function(input)`, keeping only `input`: what the ops inside save is recomputed, segment by
/// segment, when backward needs it. `function` must be deterministic up to the generator of
/// dropout. Fails in backward when the recomputation saves other tensors than the forward did.
Tensor checkpoint(const std::function<Tensor(const Tensor&)>& function, const Tensor& input,
                  const CheckpointOptions& options = {});

/// The same of a function of several tensors.
Tensor checkpoint(const std::function<Tensor(const std::vector<Tensor>&)>& function,
                  const std::vector<Tensor>& inputs, const CheckpointOptions& options = {});

}  // namespace tally
