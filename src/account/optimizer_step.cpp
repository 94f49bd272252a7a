#include "account/optimizer_step.h"

#include <utility>

namespace tally {
namespace {

// bitsandbytes/optim/optimizer.py: Optimizer8bit's min_8bit_size, and blocks of 256.
constexpr std::int64_t least_8bit_size = 4096, block_8bit = 256;

}  // namespace

Dtype OptimizerStep::moments_of(const Tensor& updated) const {
  return updated.dtype() == Dtype::float32 ? Dtype::float32 : config_.regime.moments;
}

void OptimizerStep::make_states(const std::vector<Tensor>& updated) {
  const auto state = [&](const Shape& shape, Dtype dtype) {
    states_.push_back(engine_.zeros(shape, dtype, MemoryCategory::optimizer_state));
  };
  // The 256 numbers that 8 bits stand for, signed and unsigned; one table each for all parameters.
  if (config_.optimizer.eight_bit)
    for (int table = 0; table < 2; ++table) state({block_8bit}, Dtype::float32);
  for (const Tensor& tensor : updated) {
    // torch.optim keeps its count of steps in the host's memory, unless the kernel is fused.
    if (config_.optimizer.counter && config_.stepping == Stepping::fused) state({}, Dtype::float32);
    const std::int64_t n = tensor.numel();
    const bool packed = config_.optimizer.eight_bit && n >= least_8bit_size;
    for (int moment = 0; moment < config_.optimizer.moments; ++moment)
      state(tensor.sizes(), packed                        ? Dtype::uint8
                            : config_.optimizer.eight_bit ? Dtype::float32
                                                          : moments_of(tensor));
    if (packed)
      for (int moment = 0; moment < config_.optimizer.moments; ++moment)
        state({n / block_8bit + (n % block_8bit != 0)}, Dtype::float32);
  }
}

void OptimizerStep::step(const std::vector<Tensor>& updated, const std::vector<Tensor>& gradients,
                         const std::function<void()>& walked) const {
  const PhaseScope phase(Phase::optimizer_step);
  // A kernel that reads 16-bit gradients and weights beside float32 moments needs no copies; ops
  // do.
  const bool ops = config_.stepping != Stepping::fused && !config_.optimizer.eight_bit;
  const auto casts = [&](std::size_t i) {
    std::vector<Tensor> made;
    const Dtype dtype = moments_of(updated[i]);
    if (updated[i].dtype() != dtype) made.push_back(temporary(updated[i], dtype));
    if (gradients[i].defined() && gradients[i].dtype() != dtype)
      made.push_back(temporary(gradients[i], dtype));
    return made;
  };
  if (!ops) return;
  if (config_.stepping == Stepping::foreach) {
    std::vector<Tensor> copies, roots;
    for (std::size_t i = 0; i < updated.size(); ++i)
      for (Tensor& copy : casts(i)) copies.push_back(std::move(copy));
    walked();
    // _multi_tensor_adamw: _foreach_sqrt of all exp_avg_sq, the one list that it makes.
    if (adam())
      for (const Tensor& tensor : updated) roots.push_back(temporary(tensor, moments_of(tensor)));
    walked();
    while (!roots.empty()) roots.pop_back();  // a list of Python's goes from its end on
    walked();
    for (Tensor& copy : copies) copy = {};
    return;
  }
  // What the loop's variables hold lives until the next parameter's is there (optim/optimizer.h):
  // in `grad` a copy, unless momentum's buffer took its place.
  Tensor denom, grad;
  for (std::size_t i = 0; i < updated.size(); ++i) {
    if (!gradients[i].defined()) continue;
    const std::vector<Tensor> copies = casts(i);
    const Dtype dtype = moments_of(updated[i]);
    const bool momentum = !adam() && config_.optimizer.moments > 0;
    grad = gradients[i].dtype() != dtype && !momentum ? copies.back() : Tensor();
    if (!adam()) continue;
    Tensor root = temporary(updated[i], dtype);
    Tensor next = temporary(updated[i], dtype);
    root = {};
    denom = std::move(next);
  }
}

}  // namespace tally
