// How many parameters the tensors of a safetensors header hold: packed ones counted as what they
// stand for, scales and tables of quantization and buffers left out.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/safetensors.h"

namespace tally {

/// How a weight is stored; recognised by the names and dtypes of the tensors around it.
enum class Storing : std::uint8_t {
  plain,     // a floating dtype
  mxfp4,     // X_blocks beside X_scales: two 4-bit numbers a byte (OCP Microscaling; gpt-oss)
  bnb_4bit,  // U8 beside X.absmax: two a byte (bitsandbytes, NF4 or FP4)
  bnb_int8,  // I8 beside SCB (bitsandbytes, LLM.int8)
  gptq,      // qweight beside g_idx: bits from the two shapes
  awq,       // qweight beside scales, without g_idx: bits from the two shapes
  float8,    // F8 beside a scale
  nvfp4,     // U8 beside an F8 weight_scale: two a byte
};
inline constexpr std::array<std::string_view, 8> storing_ids{
    "plain", "mxfp4", "bnb_4bit", "bnb_int8", "gptq", "awq", "float8", "nvfp4"};
constexpr std::string_view id(Storing storing) {
  return storing_ids[static_cast<std::size_t>(storing)];
}

struct StoredParameters {
  std::int64_t parameters = 0;
  Bytes bytes;             // of all tensors
  Bytes beside;            // of those that hold no parameter: scales, tables, buffers
  std::int64_t naive = 0;  // elements of all tensors, two for each packed byte: what a reader that
                           // knows only the packing would say
  std::array<std::int64_t, storing_ids.size()> by_storing{};  // parameters
  /// Shape of every plain weight and the logical size of every packed one, by name.
  struct Weight {
    std::string name;
    Storing storing{};
    std::int64_t parameters = 0;
  };
  std::vector<Weight> weights;
  FormatIssues issues;  // tensors whose packing the header does not say: not counted
};

StoredParameters count_parameters(const std::vector<StoredTensor>& tensors);

}  // namespace tally
