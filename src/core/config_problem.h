// What makes a configuration impossible, or a file contradict itself, as data: a kind and the
// values that belong to it. A view has the sentence of each kind in each language.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally {

struct ConfigProblem {
  enum class Kind : std::uint8_t {
    none,
    // Sizes of a model.
    not_between,        // {name} {value} {least} {most}
    not_a_multiple,     // {name} {value} {divisor} {of}
    not_a_probability,  // {name} {value}
    not_a_fraction,     // {name} {value}: above 0 and at most 1
    more_experts,       // {value} {experts}: a token's than there are
    odd_rotation,       // {value} {size}
    negative,           // {name} {value}
    // A file.
    no_head_dim,   // {width} {heads}
    layer_types,   // {entries} {layers}
    span,          // {span} {dtype} {shape} {bytes}
    overlap,       // {begin} {end}
    not_in_index,  // {file}
    total_size,    // {value} {bytes}
    // A training step.
    two_recomputations,
    no_end,
    no_block,       // {name} {value} {layers}
    not_ascending,  // {value} {before}
    flash_bits,     // {regime} {dtype}
    flash_heads,    // {size}
    flash_window,   // {window} {sequence}
    no_cap,
    efficient,
    many_parameters,
    many_bytes,     // {batch} {sequence}
    many_flops,     // {batch} {sequence} {micro_batches}
    many_tensors,   // {layers} {most}
    no_repetition,  // {layers} {most} {names}: the same, because of these options
    frozen,         // {value} {layers}
    positions,      // {sequence} {positions}
    gpt2_adapters,
    unsharded,
  };
  static constexpr std::size_t kinds = static_cast<std::size_t>(Kind::unsharded) + 1;
  Kind kind = Kind::none;
  std::vector<std::pair<std::string_view, std::string>> values = {};

  bool empty() const { return kind == Kind::none; }
};

/// For messages of the program itself, which have no language: "not_between: name --batch, value
/// 0".
std::string text_of(const ConfigProblem& problem);

}  // namespace tally
