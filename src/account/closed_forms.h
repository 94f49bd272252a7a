// The lines of a report in closed form: they explain its numbers, are tested equal to them, and
// give none of them. A line whose form is not known for a configuration says why.
//
// Symbols: P parameters, Q of them that train, A of adapters, N GPUs, L blocks, b batch, s
// sequence, T = b s tokens, V vocabulary, h width, f width of the feed-forward part, a heads, d
// their size, n = a d and k = kv_heads d the widths of queries and of keys, e bytes of an
// activation. Those of a block: block_forms.h.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "account/training_config.h"
#include "core/bytes.h"

namespace tally {

/// When a form is what is executed.
enum class FormHolds : std::uint8_t {
  backward_end,  // at the end of the last backward pass
  blocks,        // for `block` and those like it, at the end of the first forward pass
  checkpoints,   // for each of them, then
  loss,          // then
};
inline constexpr std::array<std::string_view, 4> form_holds_ids{"backward_end", "blocks",
                                                                "checkpoints", "loss"};
constexpr std::string_view id(FormHolds holds) {
  return form_holds_ids[static_cast<std::size_t>(holds)];
}

/// Why no form is known.
enum class FormUnknown : std::uint8_t {
  none,
  frozen,        // no block is left whose input is computed by parts that train
  padded_heads,  // CUDA's flash kernel copies heads whose size is no multiple of 8
  kernels,       // not CUDA's
  between,       // some blocks are recomputed, others kept
  autocast,      // tensors of both dtypes are kept, and what is cast for each projection
};
inline constexpr std::array<std::string_view, 6> form_unknown_ids{
    "", "frozen", "padded_heads", "kernels", "between", "autocast"};
constexpr std::string_view id(FormUnknown unknown) {
  return form_unknown_ids[static_cast<std::size_t>(unknown)];
}

struct ClosedForm {
  std::string_view id;  // "block"
  FormHolds holds{};
  FormUnknown unknown{};
  std::string formula = {};  // "2 T (12 h + ...)"
  std::string numbers = {};  // the same with its numbers
  Bytes value = {};
  std::string_view source = {};
  std::int64_t block = -1;  // the first block that it is the form of
};
/// "block", "block_token" and "block_sbh": what one block keeps for backward, parameters and
/// buffers left out, once for each kind of block: as a sum, per token and in s b h. "checkpoint":
/// what one checkpoint of blocks keeps. "logits": what the loss keeps of the vocabulary's width.
std::vector<ClosedForm> closed_forms(const TrainingConfig& config);

}  // namespace tally
