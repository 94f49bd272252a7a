// A tensor: a handle to a view (sizes, strides, offset, dtype) of a storage, with autograd's data
// beside it. Copying a Tensor copies the handle.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/dtype.h"
#include "core/shape.h"
#include "tensor/device.h"
#include "tensor/storage.h"

namespace tally {

struct AutogradMeta;  // autograd/autograd_meta.h
struct TensorImpl;

class Tensor {
 public:
  Tensor() = default;  // undefined
  /// A view of `storage`; strides and offset in elements.
  Tensor(Storage storage, Dtype dtype, Shape sizes, Shape strides, std::int64_t offset);

  bool defined() const { return impl_ != nullptr; }
  const Shape& sizes() const;
  const Shape& strides() const;
  /// The size of a dimension; negative ones count from the back.
  std::int64_t size(std::int64_t dim) const;
  std::int64_t dim() const { return static_cast<std::int64_t>(sizes().size()); }
  std::int64_t numel() const { return tally::numel(sizes()); }
  std::int64_t storage_offset() const;
  Dtype dtype() const;
  Device device() const;
  /// Bytes of the elements: numel x itemsize (a view's, not its storage's).
  Bytes nbytes() const { return numel() * itemsize(dtype()); }
  bool is_contiguous() const;
  /// True when the elements fill a run of memory in some order of dimensions, without overlap.
  bool is_non_overlapping_and_dense() const;
  /// Offset and length in bytes of what the elements span within the storage.
  std::pair<std::int64_t, std::int64_t> byte_range() const;

  const Storage& storage() const;
  long storage_use_count() const;
  long use_count() const { return impl_.use_count(); }
  bool is_same(const Tensor& other) const { return impl_ == other.impl_; }
  std::uint32_t version() const;
  void bump_version() const;

  /// The first element; null on meta. T is the dtype's C++ type (tensor/scalar_types.h).
  template <class T>
  T* data() const {
    return reinterpret_cast<T*>(raw_data());
  }
  std::byte* raw_data() const;

  /// Another view of the same storage, without autograd.
  Tensor alias(Shape sizes, Shape strides, std::int64_t offset) const;
  /// True for an alias. PyTorch keeps the tensor that a view was made from alive with it, so that
  /// nobody ever is the only one to hold a view's storage.
  bool is_view() const;
  /// The same view without autograd; shares storage and version.
  Tensor detach() const;

  /// The value of a tensor of one element, on cpu.
  double item() const;

  // Autograd's surface; defined in autograd/graph.cpp.
  bool requires_grad() const;
  bool is_leaf() const;
  /// Only leaves of a floating dtype may change it.
  Tensor& set_requires_grad(bool value);
  const Tensor& grad() const;        // undefined when there is none
  void set_grad(Tensor grad) const;  // of the same shape, dtype and device, or undefined

  // Ops that ATen has as members only, or that optimizers use as members; defined in src/ops.
  Tensor view(const Shape& sizes) const;
  Tensor reshape(const Shape& sizes) const;
  Tensor expand(const Shape& sizes) const;
  Tensor to(Dtype dtype) const;
  Tensor contiguous() const;
  Tensor clone() const;
  Tensor t() const;
  Tensor transpose(std::int64_t dim0, std::int64_t dim1) const;
  Tensor sqrt() const;
  /// self[indices]: int64 tensors of one shape for dimensions that follow each other, an undefined
  /// one for a whole dimension.
  Tensor index(const std::vector<Tensor>& indices) const;
  /// Adds slices of `source` to those of these numbers along `dim`, in place and recorded by
  /// autograd.
  const Tensor& index_add_(std::int64_t dim, const Tensor& index, const Tensor& source) const;
  // In place: not recorded by autograd; refused while grad mode is on when this tensor or an
  // operand requires grad, and where elements share memory so that their order would matter
  // (overlap.h).
  const Tensor& add_(const Tensor& other, double alpha = 1) const;
  const Tensor& add_(double other) const;
  const Tensor& mul_(const Tensor& other) const;
  const Tensor& mul_(double other) const;
  const Tensor& div_(const Tensor& other) const;
  const Tensor& div_(double other) const;
  const Tensor& lerp_(const Tensor& end, double weight) const;
  const Tensor& addcmul_(const Tensor& tensor1, const Tensor& tensor2, double value = 1) const;
  const Tensor& addcdiv_(const Tensor& tensor1, const Tensor& tensor2, double value = 1) const;
  const Tensor& zero_() const;
  const Tensor& fill_(double value) const;
  const Tensor& copy_(const Tensor& source) const;

  const std::shared_ptr<AutogradMeta>& autograd_meta() const;
  void set_autograd_meta(std::shared_ptr<AutogradMeta> meta) const;

 private:
  std::shared_ptr<TensorImpl> impl_;
};

struct TensorImpl {
  Storage storage;
  Shape sizes, strides;
  std::int64_t offset = 0;
  Dtype dtype{};
  std::shared_ptr<AutogradMeta> autograd_meta;
  bool is_view = false;
};

/// A new contiguous tensor, not initialised.
Tensor empty(const Shape& sizes, Dtype dtype, Device device, MemoryCategory category);

/// As above with other strides, which must be dense: a permutation of the contiguous ones.
Tensor empty_strided(const Shape& sizes, const Shape& strides, Dtype dtype, Device device,
                     MemoryCategory category);

/// As `empty` with the device and dtype of `like`.
Tensor empty_like(const Tensor& like, const Shape& sizes, MemoryCategory category);

/// A new tensor of the same sizes with the strides of `like` where it is dense (at::empty_like).
Tensor empty_like(const Tensor& like, MemoryCategory category);

}  // namespace tally
