#include "engine/engine.h"

#include <chrono>
#include <cmath>
#include <utility>

#include "autograd/autograd_meta.h"
#include "autograd/generator.h"
#include "core/check.h"
#include "core/format_text.h"
#include "tensor/allocator.h"
#include "tensor/kernels.h"

namespace tally {
namespace {

/// The seed of everything that a factory draws; streams tell tensors apart.
constexpr std::uint64_t factory_seed = 20260101;

}  // namespace

Tensor Engine::empty(const Shape& shape, Dtype dtype, MemoryCategory category) const {
  const HostScope host(shape.empty() && category == MemoryCategory::optimizer_state);  // a counter
  return tally::empty(shape, dtype, device_, category);
}

Tensor Engine::full(const Shape& shape, double value, Dtype dtype, MemoryCategory category) const {
  const Tensor tensor = empty(shape, dtype, category);
  fill(tensor, value);
  return tensor;
}

Tensor Engine::randn(const Shape& shape, Dtype dtype, MemoryCategory category, std::uint64_t stream,
                     double scale) const {
  const Tensor tensor = empty(shape, dtype, category);
  fill_random(tensor, factory_seed, stream, 0, Distribution::normal, scale);
  return tensor;
}

Tensor Engine::uniform(const Shape& shape, Dtype dtype, MemoryCategory category,
                       std::uint64_t stream, double bound) const {
  const Tensor tensor = empty(shape, dtype, category);
  fill_random(tensor, factory_seed, stream, 0, Distribution::uniform, bound);
  return tensor;
}

Tensor Engine::parameter(const Shape& shape, Dtype dtype, std::uint64_t stream) const {
  check(!shape.empty() && shape.back() > 0, [&] {
    return format_text("[parameter] shape {} has no fan-in: its last size must be positive",
                       to_string(shape));
  });
  const double bound = 1 / std::sqrt(static_cast<double>(shape.back()));
  Tensor tensor = empty(shape, dtype, MemoryCategory::parameter);
  if (info(dtype).computes)
    fill_random(tensor, factory_seed, stream, 0, Distribution::uniform, bound);
  return tensor.set_requires_grad(true);
}

Tensor Engine::from_host(std::span<const double> values, const Shape& shape, Dtype dtype,
                         MemoryCategory category) const {
  check(static_cast<std::int64_t>(values.size()) == numel(shape), [&] {
    return format_text("[from_host] {} values for shape {}: it takes {}", values.size(),
                       to_string(shape), numel(shape));
  });
  const Tensor tensor = empty(shape, dtype, category);
  if (tensor.raw_data())
    dispatch(dtype, [&]<class T>() {
      for (std::size_t i = 0; i < values.size(); ++i)
        tensor.data<T>()[i] = static_cast<T>(static_cast<ComputeType<T>>(values[i]));
    });
  return tensor;
}

std::vector<double> Engine::to_host(const Tensor& tensor) const {
  check(tensor.raw_data() || tensor.numel() == 0,
        "[to_host] a meta tensor has no values; use the cpu device");
  std::vector<double> values(static_cast<std::size_t>(tensor.numel()));
  double* next = values.data();
  dispatch(tensor.dtype(), [&]<class T>() {
    const T* data = tensor.data<T>();
    for_each_row<1>(tensor.sizes(), {tensor.strides()},
                    [&](std::int64_t n, const auto& offset, const auto& stride) {
                      for (std::int64_t i = 0; i < n; ++i)
                        *next++ = static_cast<double>(
                            static_cast<ComputeType<T>>(data[offset[0] + i * stride[0]]));
                    });
  });
  return values;
}

void Engine::zero_grad(Tensor& leaf, bool set_to_none) const {
  if (!leaf.grad().defined()) return;
  if (set_to_none) {
    leaf.set_grad({});
  } else {
    const tally::NoGrad no_grad;
    leaf.grad().zero_();
  }
}

void Engine::manual_seed(std::uint64_t seed) const { tally::manual_seed(seed); }

void Engine::categorize(const Tensor& tensor, MemoryCategory category) const {
  allocator().categorize(*tensor.storage(), category);
}

void Engine::set_name(const Tensor& tensor, std::string called) const {
  StorageImpl& storage = *tensor.storage();
  storage.name = std::move(called);
  if (storage.tracked && recorder().active()) recorder().described(storage);
}

Bytes Engine::live_bytes() const { return allocator().live(); }
Bytes Engine::peak_bytes() const { return allocator().peak(); }
void Engine::reset_peak() const { allocator().reset_peak(); }

double Engine::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace tally
