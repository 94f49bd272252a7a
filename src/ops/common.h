// What the families share: results of elementwise ops, and the 0-dim tensors ATen makes of scalars.
#pragma once

#include <array>

#include "core/check.h"
#include "core/format_text.h"
#include "ops/kernel_choice.h"
#include "tensor/kernels.h"
#include "tensor/recorder.h"
#include "tensor/tensor.h"

namespace tally {

/// A new contiguous result.
inline Tensor result(const Tensor& like, const Shape& sizes) {
  return empty_like(like, sizes, result_category());
}

/// A new contiguous result that is zero, of the dtype and on the device of `like`.
inline Tensor zeros(const Tensor& like, const Shape& sizes) {
  const Tensor out = result(like, sizes);
  fill(out, 0);
  return out;
}

enum class ScalarKind : std::uint8_t { floating, integral };

/// The 0-dim tensor of a scalar operand, on the host whatever is beside it.
inline Tensor scalar_tensor(ScalarKind kind, Device device) {
  const HostScope host;
  return empty({}, kind == ScalarKind::floating ? Dtype::float64 : Dtype::int64, device,
               MemoryCategory::temporary);
}

/// A scalar operand lives as a 0-dim tensor of its own type, and cast to the dtype of the
/// computation, while the op runs (ATen/ScalarOps.h, TensorIterator's common dtype).
class ScalarOperand {
 public:
  using Kind = ScalarKind;
  ScalarOperand(const Tensor& beside, Kind kind) : wrapped_(scalar_tensor(kind, beside.device())) {
    if (beside.dtype() == wrapped_.dtype()) return;
    const HostScope host(beside.storage()->on_host);
    cast_ = empty({}, beside.dtype(), beside.device(), MemoryCategory::temporary);
  }
  ScalarOperand(const ScalarOperand&) = delete;
  ScalarOperand& operator=(const ScalarOperand&) = delete;

 private:
  Tensor wrapped_, cast_;
};

/// A scalar in a dtype's precision, as ATen casts it for add, sub, alpha and pow. mul, div, lerp,
/// addcmul and addcdiv read it in the compute type instead (binary_kernel_reduced_floating_vec in
/// ATen/native/cpu/BinaryOpsKernel.cpp).
inline double rounded(double value, Dtype dtype) {
  if (dtype != Dtype::bfloat16) return value;
  return static_cast<float>(static_cast<BFloat16>(static_cast<float>(value)));
}

/// a b + c, rounded once where they are float: PyTorch's kernels are built with fused
/// multiply-add. A product of floats is exact in double.
template <class T>
T fused(T a, T b, T c) {
  using Wide = std::conditional_t<std::is_same_v<T, float>, double, T>;
  return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) + static_cast<Wide>(c));
}

/// `x` row-major: itself, or a copy while the kernel runs (at::Tensor::expect_contiguous).
inline Tensor expect_contiguous(const Tensor& x) {
  if (x.is_contiguous()) return x;
  const Tensor dense = empty_like(x, x.sizes(), MemoryCategory::temporary);
  copy(dense, x);
  return dense;
}

inline void check_floating(const char* op, const Tensor& x) {
  check(is_floating_point(x.dtype()), [&] {
    return format_text("[{}] takes a floating tensor, got {} of shape {}", op, name(x.dtype()),
                       to_string(x.sizes()));
  });
}

/// The shape two operands broadcast to; fails with both shapes.
inline Shape broadcast(const char* op, const Tensor& a, const Tensor& b) {
  Shape sizes;
  check(broadcast_shapes(a.sizes(), b.sizes(), sizes), [&] {
    return format_text("[{}] shapes {} and {} do not broadcast", op, to_string(a.sizes()),
                       to_string(b.sizes()));
  });
  return sizes;
}

/// torch.result_type: a 0-dim operand of the same kind does not promote.
inline Dtype result_type(const Tensor& a, const Tensor& b) {
  const bool same_kind = is_floating_point(a.dtype()) == is_floating_point(b.dtype());
  if (same_kind && a.dim() == 0 && b.dim() > 0) return b.dtype();
  if (same_kind && b.dim() == 0 && a.dim() > 0) return a.dtype();
  return promote_types(a.dtype(), b.dtype());
}

/// What matmul does to its own result: squeeze_ in place, which PyTorch records as
/// SqueezeBackward4.
Tensor squeeze_in_place(const Tensor& self, std::int64_t dim);

/// The float32 copy of what is written that PyTorch's loops over numbered places work on where it
/// is bfloat16 (cpu/ScatterGatherKernel.cpp, create_acc_buffer); without places there is no loop.
inline Tensor scatter_buffer(const Tensor& written, const Tensor& index, ScatterKernel kernel) {
  if (written.dtype() != Dtype::bfloat16 || kernel == ScatterKernel::cuda || index.numel() == 0)
    return {};
  return empty(written.sizes(), Dtype::float32, written.device(), MemoryCategory::temporary);
}

/// A copy, row-major (at::Tensor::clone with a memory format).
Tensor row_major_clone(const Tensor& self);

/// product + term, written into the product, which no other node needs; recorded
/// (at::Tensor::add_).
Tensor add_in_place(const Tensor& product, const Tensor& term);

/// f(a), elementwise, in the layout of `a` where it is dense.
template <class F>
Tensor unary(const char* op, const Tensor& a, const F& f) {
  check_floating(op, a);
  const Tensor out = empty_like(a, result_category());
  map(op, out, f, a);
  return out;
}

/// f(a, b), elementwise with broadcasting. An operand of another dtype is cast in full first, as
/// TensorIterator does on CPU.
template <class F>
Tensor binary(const char* op, const Tensor& a, const Tensor& b, const F& f) {
  const Shape sizes = broadcast(op, a, b);
  const Dtype dtype = result_type(a, b);
  check(is_floating_point(dtype), [&] {
    return format_text("[{}] takes at least one floating tensor, got {} and {}", op,
                       name(a.dtype()), name(b.dtype()));
  });
  const auto cast = [&](const Tensor& x) {
    if (x.dtype() == dtype || x.dim() == 0 || kernel_choice().casts == CastKernel::cuda)
      return Tensor();
    Tensor copied = empty(x.sizes(), dtype, x.device(), MemoryCategory::temporary);
    copy(copied, x);
    return copied;
  };
  const Tensor a_cast = cast(a), b_cast = cast(b);
  const std::array operands{broadcast_strides(a.sizes(), a.strides(), sizes),
                            broadcast_strides(b.sizes(), b.strides(), sizes)};
  const Tensor out = empty_strided(sizes, elementwise_strides(sizes, operands), dtype, a.device(),
                                   result_category());
  map(op, out, f, a_cast.defined() ? a_cast : a, b_cast.defined() ? b_cast : b);
  return out;
}

/// a * b: what several backwards need too.
inline Tensor product(const Tensor& a, const Tensor& b) {
  return binary("mul", a, b, [](auto x, auto y) { return x * y; });
}

/// A run along one dimension, without autograd.
inline Tensor part(const Tensor& x, std::int64_t dim, std::int64_t start, std::int64_t length,
                   std::int64_t step = 1) {
  const auto d = static_cast<std::size_t>(dim);
  Shape sizes = x.sizes(), strides = x.strides();
  const std::int64_t offset = x.storage_offset() + start * strides[d];
  sizes[d] = length;
  strides[d] *= step;
  return x.alias(sizes, strides, offset);
}

}  // namespace tally
