// What a model asks of its tensors: ops called unqualified by ATen's names and argument order, so
// that argument-dependent lookup finds tally::linear for our tensors and at::linear for LibTorch's.
// A tensor that lacks an op fails its concept, and the compiler's message is that one line.
#pragma once

#include <concepts>
#include <cstdint>

namespace tally {

/// Shapes, and the handle.
template <class T>
concept HasSizes = std::default_initializable<T> && requires(const T& x) {
  { x.defined() } -> std::same_as<bool>;
  { x.size(0) } -> std::same_as<std::int64_t>;
  { x.numel() } -> std::same_as<std::int64_t>;
};

// One concept per op: where an op is missing, "the required expression 'silu(x)' is invalid".
template <class T>
concept HasLinear = requires(const T& x, const T& weight, const T& bias) {
  { linear(x, weight) } -> std::same_as<T>;
  { linear(x, weight, bias) } -> std::same_as<T>;
};
template <class T>
concept HasRelu = requires(const T& x) {
  { relu(x) } -> std::same_as<T>;
};
template <class T>
concept HasGelu = requires(const T& x) {
  { gelu(x) } -> std::same_as<T>;
  { gelu(x, "tanh") } -> std::same_as<T>;
};
template <class T>
concept HasSilu = requires(const T& x) {
  { silu(x) } -> std::same_as<T>;
};
template <class T>
concept HasSigmoid = requires(const T& x) {
  { sigmoid(x) } -> std::same_as<T>;
};
template <class T>
concept HasTanh = requires(const T& x) {
  { tanh(x) } -> std::same_as<T>;
};

/// The vocabulary of the models so far; an op joins it with the first model that calls it.
template <class T>
concept TensorLike = HasSizes<T> && HasLinear<T> && HasRelu<T> && HasGelu<T> && HasSilu<T> &&
                     HasSigmoid<T> && HasTanh<T>;

/// `x` in the dtype of `like`. LibTorch has this as a member.
template <class T>
T cast_like(const T& x, const T& like) {
  if constexpr (requires { x.type_as(like); })
    return x.type_as(like);
  else
    return x.to(like.dtype());
}

}  // namespace tally
