// Where PyTorch's devices save or allocate differently for one op, the kernel is data: a model
// calls the op, and a scope around the run says whose account is kept. Values are the same; CUDA's
// attention with dropout has none, and is refused where it would need them.
#pragma once

#include <cstdint>

namespace tally {

enum class AttentionKernel : std::uint8_t {
  cpu,    // what PyTorch 2.6 takes on CPU: its flash kernel where that can, else the composition
  math,   // the composition everywhere (torch.nn.attention.sdpa_kernel(MATH))
  flash,  // CUDA's flash kernel
  efficient,  // CUDA's memory-efficient kernel, of float32
};
enum class NormKernel : std::uint8_t {
  cpu,   // rms_norm is composed; layer_norm's statistics have the dtype of the parameters
  cuda,  // rms_norm is the fused kernel of versions after 2.6; statistics are float32 at least
};
enum class DropoutKernel : std::uint8_t {
  composed,  // CPU: a noise tensor of the input's dtype
  native,    // CUDA: a mask of one byte per element
};
enum class ScatterKernel : std::uint8_t {
  cpu,   // writes to numbered places of 16-bit tensors by way of a float32 copy of them all
  cuda,  // adds atomically, in place (ATen/native/cuda/Indexing.cu, ScatterGatherKernel.cu)
};
enum class CastKernel : std::uint8_t {
  cpu,   // an operand of another dtype is copied to the common one; autocast's lists are CPU's
  cuda,  // it is cast as it is read (cuda/CUDALoops.cuh); autocast's lists are CUDA's
};

struct KernelChoice {
  AttentionKernel attention = AttentionKernel::cpu;
  NormKernel norm = NormKernel::cpu;
  DropoutKernel dropout = DropoutKernel::composed;
  ScatterKernel scatter = ScatterKernel::cpu;
  CastKernel casts = CastKernel::cpu;
};

/// What PyTorch takes by itself on CUDA, in 16 bits.
inline constexpr KernelChoice cuda_kernels{AttentionKernel::flash, NormKernel::cuda,
                                           DropoutKernel::native, ScatterKernel::cuda,
                                           CastKernel::cuda};

/// What ops of this thread go by; PyTorch's on CPU outside of any scope.
const KernelChoice& kernel_choice();

/// Another choice for a scope. What ran within it keeps its kernel in backward.
class KernelScope {
 public:
  explicit KernelScope(const KernelChoice& choice);
  ~KernelScope();
  KernelScope(const KernelScope&) = delete;
  KernelScope& operator=(const KernelScope&) = delete;

 private:
  KernelChoice previous_;
};

}  // namespace tally
