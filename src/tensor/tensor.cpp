#include "tensor/tensor.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/check.h"
#include "core/format_text.h"
#include "tensor/allocator.h"
#include "tensor/recorder.h"
#include "tensor/scalar_types.h"
#include "tensor/strided.h"

namespace tally {
namespace {

const TensorImpl& deref(const std::shared_ptr<TensorImpl>& impl) {
  check(impl != nullptr,
        "[tensor] use of an undefined tensor (a missing gradient, or a default-constructed one)");
  return *impl;
}

}  // namespace

Tensor::Tensor(Storage storage, Dtype dtype, Shape sizes, Shape strides, std::int64_t offset)
    : impl_(std::make_shared<TensorImpl>(TensorImpl{std::move(storage), std::move(sizes),
                                                    std::move(strides), offset, dtype, nullptr,
                                                    false})) {}

const Shape& Tensor::sizes() const { return deref(impl_).sizes; }
const Shape& Tensor::strides() const { return deref(impl_).strides; }
std::int64_t Tensor::size(std::int64_t d) const {
  return sizes()[static_cast<std::size_t>(wrap_dim("size", d, dim()))];
}
std::int64_t Tensor::storage_offset() const { return deref(impl_).offset; }
Dtype Tensor::dtype() const { return deref(impl_).dtype; }
Device Tensor::device() const { return deref(impl_).storage->device; }
const Storage& Tensor::storage() const { return deref(impl_).storage; }
long Tensor::storage_use_count() const { return deref(impl_).storage.use_count(); }
std::uint32_t Tensor::version() const { return deref(impl_).storage->version; }
void Tensor::bump_version() const { ++deref(impl_).storage->version; }

std::byte* Tensor::raw_data() const {
  const TensorImpl& impl = deref(impl_);
  if (!impl.storage->data) return nullptr;
  return impl.storage->data + impl.offset * itemsize(impl.dtype).count;
}

bool Tensor::is_contiguous() const {
  std::int64_t expected = 1;
  for (std::size_t i = sizes().size(); i-- > 0;) {
    if (sizes()[i] != 1) {
      if (strides()[i] != expected) return numel() == 0;
      expected *= sizes()[i];
    }
  }
  return true;
}

bool Tensor::is_non_overlapping_and_dense() const {
  std::vector<std::size_t> order(sizes().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return strides()[a] < strides()[b]; });
  std::int64_t expected = 1;
  for (const std::size_t i : order) {
    if (sizes()[i] == 1) continue;
    if (strides()[i] != expected) return false;
    expected *= sizes()[i];
  }
  return true;
}

std::pair<std::int64_t, std::int64_t> Tensor::byte_range() const {
  const std::int64_t size = itemsize(dtype()).count;
  if (numel() == 0) return {storage_offset() * size, 0};
  std::int64_t last = 0;
  for (std::size_t i = 0; i < sizes().size(); ++i) last += (sizes()[i] - 1) * strides()[i];
  return {storage_offset() * size, (last + 1) * size};
}

Tensor Tensor::alias(Shape sizes, Shape strides, std::int64_t offset) const {
  // A view that PyTorch never comes to make (the early stop of a recomputation) keeps nothing
  // alive.
  const Storage own = recorder().skipping() ? allocator().allocate(storage()->nbytes, device(),
                                                                   MemoryCategory::temporary)
                                            : storage();
  Tensor result(own, dtype(), std::move(sizes), std::move(strides), offset);
  result.impl_->is_view = true;
  return result;
}

Tensor Tensor::detach() const {
  Tensor result(storage(), dtype(), sizes(), strides(), storage_offset());
  result.impl_->is_view = is_view();
  return result;
}

bool Tensor::is_view() const { return deref(impl_).is_view; }

double Tensor::item() const {
  check(numel() == 1, [&] {
    return format_text("[item] a tensor of shape {} has no single value", to_string(sizes()));
  });
  check(raw_data() != nullptr, "[item] a meta tensor has no value; use the cpu device");
  return dispatch(dtype(), [&]<class T>() -> double { return static_cast<double>(*data<T>()); });
}

const std::shared_ptr<AutogradMeta>& Tensor::autograd_meta() const {
  return deref(impl_).autograd_meta;
}
void Tensor::set_autograd_meta(std::shared_ptr<AutogradMeta> meta) const {
  deref(impl_);
  impl_->autograd_meta = std::move(meta);
}

Tensor empty(const Shape& sizes, Dtype dtype, Device device, MemoryCategory category) {
  for (const std::int64_t size : sizes)
    check(size >= 0, [&] { return format_text("[empty] negative size in {}", to_string(sizes)); });
  check(device == Device::meta || info(dtype).computes, [&] {
    return format_text(
        "[empty] {} has a storage size but no kernels: it is accounted on meta, not on cpu",
        name(dtype));
  });
  const Bytes bytes = numel(sizes) * itemsize(dtype);
  Storage storage = allocator().allocate(bytes, device, category);
  storage->shape = sizes;
  if (storage->tracked && recorder().active()) recorder().described(*storage);
  return Tensor(std::move(storage), dtype, sizes, contiguous_strides(sizes), 0);
}

Tensor empty_strided(const Shape& sizes, const Shape& strides, Dtype dtype, Device device,
                     MemoryCategory category) {
  return Tensor(empty(sizes, dtype, device, category).storage(), dtype, sizes, strides, 0);
}

Tensor empty_like(const Tensor& like, const Shape& sizes, MemoryCategory category) {
  return empty(sizes, like.dtype(), like.device(), category);
}

Tensor empty_like(const Tensor& like, MemoryCategory category) {
  const Shape strides = elementwise_strides(like.sizes(), std::array{like.strides()});
  return empty_strided(like.sizes(), strides, like.dtype(), like.device(), category);
}

}  // namespace tally
