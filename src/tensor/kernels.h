// The kernels, on Eigen: they fill tensors that exist; on meta they do nothing. Of them only
// `sum_keepdim` makes tensors.
#pragma once

#include <Eigen/Core>
#include <array>
#include <utility>

#include "tensor/scalar_types.h"
#include "tensor/strided.h"
#include "tensor/tensor.h"

namespace tally {

/// True when every tensor has values.
template <class... Tensors>
bool has_values(const Tensors&... tensors) {
  return (... && (tensors.raw_data() != nullptr));
}

namespace detail {

template <class T, class F, std::size_t N, std::size_t... I>
void apply_row(std::int64_t n, T* out, std::int64_t out_stride, const std::array<const T*, N>& in,
               const std::array<std::int64_t, N>& stride, const F& f, std::index_sequence<I...>) {
  using C = ComputeType<T>;
  bool dense = out_stride == 1;
  ((dense = dense && stride[I] == 1), ...);
  if (dense) {  // a loop that the compiler can vectorise
    for (std::int64_t i = 0; i < n; ++i) out[i] = static_cast<T>(f(static_cast<C>(in[I][i])...));
  } else {
    for (std::int64_t i = 0; i < n; ++i)
      out[i * out_stride] = static_cast<T>(f(static_cast<C>(in[I][i * stride[I]])...));
  }
}

/// `source` with the values converted to T, in a buffer that nobody accounts: PyTorch converts on
/// the fly.
template <class T>
struct Converted {
  Converted(const Tensor& source, const Shape& to);
  const T* data;
  Shape strides;
  Eigen::Array<T, Eigen::Dynamic, 1> buffer;
};

}  // namespace detail

/// out[i] = f(in[i]...), elementwise with broadcasting to out's shape. `f` takes and gives the
/// compute type of `out`'s dtype; inputs of another dtype are converted.
template <class T, class F, class... Inputs>
void map_as(const Tensor& out, const F& f, const Inputs&... inputs) {
  constexpr std::size_t count = sizeof...(Inputs);
  const Shape& sizes = out.sizes();
  [&]<std::size_t... I>(std::index_sequence<I...> indices) {
    const std::array<detail::Converted<T>, count> in{detail::Converted<T>(inputs, sizes)...};
    const std::array<Shape, count + 1> strides{out.strides(), in[I].strides...};
    for_each_row<count + 1>(
        sizes, strides, [&](std::int64_t n, const auto& offset, const auto& stride) {
          detail::apply_row<T, F, count>(n, out.data<T>() + offset[0], stride[0],
                                         {(in[I].data + offset[I + 1])...}, {stride[I + 1]...}, f,
                                         indices);
        });
  }(std::index_sequence_for<Inputs...>{});
}

/// `map_as` for any floating dtype of `out`; nothing on meta.
template <class F, class... Inputs>
void map(const char* op, const Tensor& out, const F& f, const Inputs&... inputs) {
  if (!has_values(out, inputs...)) return;
  dispatch_floating(op, out.dtype(), [&]<class T>() { map_as<T>(out, f, inputs...); });
}

/// out = value.
void fill(const Tensor& out, double value);

/// out = in, converted to out's dtype, with broadcasting. Any computable dtypes.
void copy(const Tensor& out, const Tensor& in);

/// out[i] = number of generator element i, converted: the same numbers on every platform.
enum class Distribution : std::uint8_t { uniform, normal, bernoulli };
/// uniform: in [-scale, scale); normal: standard normal x scale; bernoulli: 1 with probability
/// `scale`.
void fill_random(const Tensor& out, std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                 Distribution distribution, double scale);

/// out[m, n] = a[m, k] b[k, n], any strides. bfloat16 is accumulated in float32 and rounded once.
/// With `accumulate`, out += instead.
void matrix_product(const Tensor& out, const Tensor& a, const Tensor& b, bool accumulate = false);

/// out = sum of in over the dimensions where out (of as many dimensions) has size 1 and in does
/// not. float32 and bfloat16 are accumulated in double, so that the order of dimensions hardly
/// matters.
void sum_over(const Tensor& out, const Tensor& in);

/// `in` summed to `kept` (as many dimensions, the summed ones 1) in a new tensor. A bfloat16 sum
/// over dimensions that do not merge into one goes through float32 copies, as PyTorch's does
/// (ATen/native/ReduceOps.cpp, should_use_acc_buffer).
Tensor sum_keepdim(const Tensor& in, const Shape& kept, MemoryCategory category);

}  // namespace tally
