// The kernels, on Eigen: they fill tensors that exist; on meta they do nothing. Of them only
// `sum_keepdim` makes tensors.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <utility>

#include "tensor/scalar_types.h"
#include "tensor/strided.h"
#include "tensor/tensor.h"

namespace tally {

/// For a scope that is on, kernels leave values as they are: one of them has computed at once what
/// the ops within the scope would. The ops allocate, count and record as ever.
class ComputedAlready {
 public:
  explicit ComputedAlready(bool on);
  ~ComputedAlready();
  ComputedAlready(const ComputedAlready&) = delete;
  ComputedAlready& operator=(const ComputedAlready&) = delete;
  /// True within such a scope.
  static bool now();

 private:
  bool previous_;
};

/// True when every tensor has values, and they are to be computed.
template <class... Tensors>
bool has_values(const Tensors&... tensors) {
  return (... && (tensors.raw_data() != nullptr)) && !ComputedAlready::now();
}

namespace detail {

/// One row of an elementwise kernel `f`, seen through a plain function pointer: what is around it
/// is compiled once for each type, not for each kernel.
template <class T>
using MapRow = void (*)(const void* f, std::int64_t n, T* out, std::int64_t out_stride,
                        const T* const* in, const std::int64_t* in_strides);

/// A row without gaps whose result lies apart from its inputs: a loop that the compiler can
/// vectorise.
template <class F, class T, class... In>
void map_apart(const F& call, std::int64_t n, T* __restrict out, const In* __restrict... in) {
  using C = ComputeType<T>;
  for (std::int64_t i = 0; i < n; ++i) out[i] = static_cast<T>(call(static_cast<C>(in[i])...));
}

/// The same written over its first input.
template <class F, class T, class... In>
void map_in_place(const F& call, std::int64_t n, T* __restrict out, const In* __restrict... in) {
  using C = ComputeType<T>;
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = static_cast<T>(call(static_cast<C>(out[i]), static_cast<C>(in[i])...));
}

template <class T, class F, std::size_t... I>
void map_row(const void* f, std::int64_t n, T* out, std::int64_t out_stride, const T* const* in,
             const std::int64_t* in_strides) {
  using C = ComputeType<T>;
  const F& call = *static_cast<const F*>(f);
  const std::array<const T*, sizeof...(I)> from{in[I]...};
  const std::array<std::int64_t, sizeof...(I)> stride{in_strides[I]...};
  bool dense = out_stride == 1;
  ((dense = dense && stride[I] == 1), ...);
  if constexpr (all_kernels) {
    const auto overlaps = [&](const T* x) { return x < out + n && out < x + n; };
    if (dense && !(false || ... || overlaps(from[I]))) return map_apart(call, n, out, from[I]...);
    if constexpr (sizeof...(I) > 0) {
      const bool others = (0 + ... + static_cast<int>(overlaps(from[I]))) > 1;
      if (dense && from[0] == out && !others)
        return [&]<std::size_t... J>(std::index_sequence<J...>) {
          map_in_place(call, n, out, from[J + 1]...);
        }(std::make_index_sequence<sizeof...(I) - 1>{});
    }
  } else if (dense) {  // the page has one loop for both: its first view is counted in kilobytes
    for (std::int64_t i = 0; i < n; ++i)
      out[i] = static_cast<T>(call(static_cast<C>(from[I][i])...));
    return;
  }
  for (std::int64_t i = 0; i < n; ++i)
    out[i * out_stride] = static_cast<T>(call(static_cast<C>(from[I][i * stride[I]])...));
}

/// At most four inputs.
template <class T>
void map_rows(const Tensor& out, std::span<const Tensor* const> inputs, const void* f,
              MapRow<T> row);

}  // namespace detail

/// out[i] = f(in[i]...), elementwise with broadcasting to out's shape. `f` takes and gives the
/// compute type of `out`'s dtype; inputs of another dtype are converted.
template <class T, class F, class... Inputs>
void map_as(const Tensor& out, const F& f, const Inputs&... inputs) {
  static_assert(sizeof...(Inputs) <= 4);
  const std::array<const Tensor*, sizeof...(Inputs)> list{&inputs...};
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    detail::map_rows<T>(out, list, &f, &detail::map_row<T, F, I...>);
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
