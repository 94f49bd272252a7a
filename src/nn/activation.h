// Activation functions by name: one row each.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "nn/tensor_like.h"

namespace tally {

enum class Activation : std::uint8_t { relu, gelu, gelu_tanh, silu, sigmoid, tanh };

/// Their ids, in the order of `Activation`.
inline constexpr std::array<std::string_view, 6> activation_ids{"relu", "gelu",    "gelu_tanh",
                                                                "silu", "sigmoid", "tanh"};

constexpr std::string_view id(Activation activation) {
  return activation_ids[static_cast<std::size_t>(activation)];
}

/// The activation of this id, or nothing.
constexpr std::optional<Activation> find_activation(std::string_view activation_id) {
  for (std::size_t i = 0; i < activation_ids.size(); ++i)
    if (activation_ids[i] == activation_id) return static_cast<Activation>(i);
  return std::nullopt;
}

/// x and the result have one shape. relu, sigmoid and tanh save their result for backward, gelu and
/// silu their input.
template <TensorLike T>
T activate(Activation activation, const T& x) {
  switch (activation) {
    case Activation::relu:
      return relu(x);
    case Activation::gelu:
      return gelu(x);
    case Activation::gelu_tanh:
      return gelu(x, "tanh");
    case Activation::silu:
      return silu(x);
    case Activation::sigmoid:
      return sigmoid(x);
    case Activation::tanh:
      return tanh(x);
  }
  return {};  // not reached: every enumerator returns
}

}  // namespace tally
