#include "measure/torch_engine.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/ops/empty.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/cuda.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "core/check.h"
#include "core/format_text.h"
#include "engine/engine.h"
#include "measure/allocation.h"
#include "measure/meta_kernels.h"

namespace tally::measure {
namespace {

namespace autograd = torch::autograd;

/// Tells the tracker what has come to a leaf's .grad.
class GradientArrived final : public autograd::PostAccumulateGradHook {
 public:
  void operator()(const at::Tensor& leaf) override {
    if (leaf.grad().defined()) tracker().is_gradient(block_of(leaf.grad()));
  }
};

/// A tensor of the host with the values of one of ours, cast as ours are.
at::Tensor same_values(const tally::Tensor& source) {
  const Muted muted;
  at::Tensor host = at::empty(source.sizes(), at::TensorOptions(scalar_type(source.dtype())));
  if (source.numel() > 0)
    std::memcpy(host.data_ptr(), source.raw_data(),
                static_cast<std::size_t>(source.nbytes().count));
  return host;
}

at::Device meta_runs_on = at::kMeta;

}  // namespace

MetaRunsOn::MetaRunsOn(at::Device device) : previous_(std::exchange(meta_runs_on, device)) {}
MetaRunsOn::~MetaRunsOn() { meta_runs_on = previous_; }

void begin_observing() {
  static const bool once = [] {
    // From AVX-512 on, oneDNN multiplies bf16 too, with scratch that depends on the processor
    // (ATen/native/mkldnn/Matmul.cpp); it asks for the limit once.
    setenv("ONEDNN_MAX_CPU_ISA", "AVX2", /*overwrite=*/0);
    observe_allocations();
    observe_saved_tensors();
    register_meta_kernels();
    at::set_num_threads(1);
    return true;
  }();
  static_cast<void>(once);
}

bool has_cuda() { return torch::cuda::is_available(); }

TorchEngine::TorchEngine(Device device)
    : TorchEngine(device == Device::meta ? meta_runs_on : at::Device(at::kCPU)) {}

TorchEngine::TorchEngine(at::Device device, Values values) : device_(device), values_(values) {
  begin_observing();
  if (device.is_cuda()) {
    check(has_cuda(), "[TorchEngine] LibTorch finds no GPU here");
    tracker().tell_host_apart(true);
  }
}

at::Device TorchEngine::place_of(const Shape& shape, MemoryCategory category) const {
  const bool counter = shape.empty() && category == MemoryCategory::optimizer_state;
  return counter && device_.is_cuda() ? at::Device(at::kCPU) : device_;
}

at::Tensor TorchEngine::empty(const Shape& shape, Dtype dtype, MemoryCategory category) const {
  const CategoryScope scope(category);
  at::Tensor tensor =
      at::empty(shape, at::TensorOptions(scalar_type(dtype)).device(place_of(shape, category)));
  tracker().describe(block_of(tensor), shape);
  return tensor;
}

at::Tensor TorchEngine::full(const Shape& shape, double value, Dtype dtype,
                             MemoryCategory category) const {
  at::Tensor tensor = empty(shape, dtype, category);
  tensor.fill_(value);
  return tensor;
}

at::Tensor TorchEngine::copy_of(const Tensor& host, MemoryCategory category) const {
  const at::Tensor tensor = empty(shape_of(host), dtype_of(host.scalar_type()), category);
  if (computes()) {
    const at::NoGradGuard no_grad;
    const Muted muted;
    tensor.copy_(host);
  }
  return tensor;
}

at::Tensor TorchEngine::randn(const Shape& shape, Dtype dtype, MemoryCategory category,
                              std::uint64_t stream, double scale) const {
  if (values_ == Values::torchs && computes())
    return empty(shape, dtype, category).normal_(0, scale);
  if (!computes()) return empty(shape, dtype, category);
  const tally::Engine ours;
  return copy_of(same_values(ours.randn(shape, dtype, category, stream, scale)), category);
}

at::Tensor TorchEngine::uniform(const Shape& shape, Dtype dtype, MemoryCategory category,
                                std::uint64_t stream, double bound) const {
  if (values_ == Values::torchs && computes())
    return empty(shape, dtype, category).uniform_(-bound, bound);
  if (!computes()) return empty(shape, dtype, category);
  const tally::Engine ours;
  return copy_of(same_values(ours.uniform(shape, dtype, category, stream, bound)), category);
}

at::Tensor TorchEngine::parameter(const Shape& shape, Dtype dtype, std::uint64_t stream) const {
  check(!shape.empty() && shape.back() > 0, [&] {
    return format_text("[parameter] shape {} has no fan-in: its last size must be positive",
                       to_string(shape));
  });
  const double bound = 1 / std::sqrt(static_cast<double>(shape.back()));
  const at::Tensor tensor = uniform(shape, dtype, MemoryCategory::parameter, stream, bound);
  set_requires_grad(tensor, true);
  return tensor;
}

at::Tensor TorchEngine::from_host(std::span<const double> values, const Shape& shape, Dtype dtype,
                                  MemoryCategory category) const {
  const tally::Engine ours;
  return copy_of(same_values(ours.from_host(values, shape, dtype, category)), category);
}

std::vector<double> TorchEngine::to_host(const Tensor& tensor) const {
  check(!tensor.is_meta() || tensor.numel() == 0,
        "[to_host] a meta tensor has no values; use the cpu device");
  const Muted muted;
  const at::NoGradGuard no_grad;
  const at::Tensor host = tensor.detach().to(at::kCPU).to(at::kDouble).contiguous();
  const double* data = host.const_data_ptr<double>();
  return {data, data + host.numel()};
}

void TorchEngine::backward(const Tensor& root, bool retain_graph) const {
  const PhaseScope phase(Phase::backward);
  root.backward({}, retain_graph);
}

void TorchEngine::zero_grad(Tensor& leaf, bool set_to_none) const {
  if (!leaf.grad().defined()) return;
  if (set_to_none) {
    leaf.mutable_grad() = Tensor();
  } else {
    const NoGrad no_grad;
    leaf.mutable_grad().zero_();
  }
}

void TorchEngine::set_requires_grad(const Tensor& leaf, bool value) const {
  leaf.set_requires_grad(value);
  if (value) autograd::impl::set_post_acc_grad_hooks(leaf, std::make_unique<GradientArrived>());
}

void TorchEngine::manual_seed(std::uint64_t seed) const { at::manual_seed(seed); }

double TorchEngine::seconds() const {
  if (device_.is_cuda()) torch::cuda::synchronize(device_.has_index() ? device_.index() : -1);
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace tally::measure
