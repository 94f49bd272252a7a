// All of ATen: a row of the table may call any op, and needs no header named here.
#include "tests/measure/torch_calls.h"

#include <ATen/Context.h>
#include <ATen/Functions.h>

#include "measure/words.h"

namespace tally {

/// LibTorch's own choice of kernels, as torch.nn.attention.sdpa_kernel makes it.
class TorchKernels {
 public:
  explicit TorchKernels(const KernelChoice& choice)
      : flash_(at::globalContext().userEnabledFlashSDP()) {
    at::globalContext().setSDPUseFlash(choice.attention != AttentionKernel::math);
  }
  ~TorchKernels() { at::globalContext().setSDPUseFlash(flash_); }
  TorchKernels(const TorchKernels&) = delete;
  TorchKernels& operator=(const TorchKernels&) = delete;

 private:
  bool flash_;
};
inline TorchKernels kernels(const at::Tensor&, const KernelChoice& choice) {
  return TorchKernels(choice);
}

}  // namespace tally

#include "tests/ops/op_rows.h"  // after the ops that it calls

namespace tally {

template const OpCalls<at::Tensor>& calls_of(const std::string&);

OpCall<at::Tensor> torch_call(const std::string& family, const std::string& name) {
  const OpCall<at::Tensor>& call = calls_of<at::Tensor>(family).at(name);
  // An index that is left out is none, not an undefined tensor.
  if (name == "index.none")
    return [](const std::vector<at::Tensor>& in) {
      return std::vector{
          at::index(in[0], c10::List<std::optional<at::Tensor>>({std::nullopt, in[1]}))};
    };
  if (!name.starts_with("mse_loss.")) return call;
  return [&call](const std::vector<at::Tensor>& in) { return call(at::broadcast_tensors(in)); };
}

}  // namespace tally
