// What a byte is there for, and when. The words of PyTorch's memory tools, refined.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tally {

enum class MemoryCategory : std::uint8_t {
  parameter,
  master_weight,
  gradient,
  optimizer_state,
  activation,
  activation_gradient,
  input,
  temporary,
  cast_copy,
  rng_state,
  buffer,
  other,
};
inline constexpr std::size_t memory_category_count = 12;

inline constexpr std::array<std::string_view, memory_category_count> memory_category_ids{
    "parameter",  "master_weight",       "gradient", "optimizer_state",
    "activation", "activation_gradient", "input",    "temporary",
    "cast_copy",  "rng_state",           "buffer",   "other"};

constexpr std::string_view id(MemoryCategory category) {
  return memory_category_ids[static_cast<std::size_t>(category)];
}

enum class Phase : std::uint8_t { none, forward, backward, optimizer_step };
inline constexpr std::array<std::string_view, 4> phase_ids{"none", "forward", "backward",
                                                           "optimizer_step"};
constexpr std::string_view id(Phase phase) { return phase_ids[static_cast<std::size_t>(phase)]; }

}  // namespace tally
