#include "formats/stored_parameters.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace tally {
namespace {

using Kind = FormatIssue::Kind;

/// What one tensor turns out to be.
struct Found {
  enum class As : std::uint8_t { weight, beside, unknown } as = As::beside;
  Storing storing = Storing::plain;
  std::int64_t parameters = 0;
  bool packed = false;  // two numbers a byte
};

class Counter {
 public:
  explicit Counter(const std::vector<StoredTensor>& tensors) {
    for (const StoredTensor& tensor : tensors) by_name_.emplace(tensor.name, &tensor);
  }

  Found look(const StoredTensor& tensor) const {
    const std::string& name = tensor.name;
    if (is_scale(name) || is_buffer(tensor)) return {};
    if (const auto packed = mxfp4(tensor)) return *packed;
    if (const auto packed = integers(tensor)) return *packed;
    if (tensor.dtype == "U8") return bytes(tensor);
    if (tensor.dtype == "I8")
      return has(stem(name) + ".SCB") ? weight(Storing::bnb_int8, tensor.elements())
                                      : Found{.as = Found::As::unknown};
    if (tensor.dtype.starts_with("F8"))
      return weight(has_scale(name) ? Storing::float8 : Storing::plain, tensor.elements());
    if (tensor.dtype.starts_with('F') || tensor.dtype == "BF16" || tensor.dtype == "C64")
      return weight(Storing::plain, tensor.elements());
    return {};  // indices and masks
  }

 private:
  static Found weight(Storing storing, std::int64_t parameters, bool packed = false) {
    return {Found::As::weight, storing, parameters, packed};
  }
  const StoredTensor* find(const std::string& name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
  }
  bool has(const std::string& name) const { return find(name) != nullptr; }
  /// "layers.0.fc" of "layers.0.fc.weight".
  static std::string stem(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return std::string(name.substr(0, dot == std::string_view::npos ? 0 : dot));
  }
  static bool ends(std::string_view name, std::string_view end) { return name.ends_with(end); }

  bool has_scale(const std::string& name) const {
    return has(name + "_scale_inv") || has(name + "_scale") || has(stem(name) + ".scale");
  }

  /// Something that belongs to another tensor's quantization.
  bool is_scale(const std::string& name) const {
    for (const std::string_view end :
         {".absmax", ".quant_map", ".nested_absmax", ".nested_quant_map", ".SCB", ".weight_format",
          ".weight_scale", ".weight_scale_inv", ".weight_scale_2", ".input_scale", ".k_scale",
          ".v_scale", ".qzeros", ".g_idx", ".weight_zero_point", ".weight_shape", ".weight_g_idx"})
      if (ends(name, end)) return true;
    if (name.find(".quant_state.bitsandbytes__") != std::string::npos) return true;
    if (ends(name, ".scales")) return has(stem(name) + ".qweight");
    if (ends(name, "_scales"))
      return has(name.substr(0, name.size() - std::string_view("_scales").size()) + "_blocks");
    return false;
  }

  /// Buffers that modules keep beside their parameters.
  static bool is_buffer(const StoredTensor& tensor) {
    for (const std::string_view end : {".inv_freq", ".masked_bias", ".running_mean", ".running_var",
                                       ".num_batches_tracked", ".position_ids", ".token_type_ids"})
      if (ends(tensor.name, end)) return true;
    // GPT-2's causal mask: (1, 1, n, n).
    return ends(tensor.name, ".attn.bias") && tensor.shape.size() == 4;
  }

  std::optional<Found> mxfp4(const StoredTensor& tensor) const {
    constexpr std::string_view end = "_blocks";
    if (tensor.dtype != "U8" || !ends(tensor.name, end)) return {};
    const StoredTensor* scales =
        find(tensor.name.substr(0, tensor.name.size() - end.size()) + "_scales");
    if (!scales) return Found{.as = Found::As::unknown};
    return weight(Storing::mxfp4, 2 * tensor.elements(), true);
  }

  /// 32-bit integers that hold several weights each: their number is the bits of the column over
  /// the numbers that stand in it, and both shapes are known.
  std::optional<Found> integers(const StoredTensor& tensor) const {
    if (ends(tensor.name, ".weight_packed")) return Found{.as = Found::As::unknown};
    if (!ends(tensor.name, ".qweight")) return {};
    const Found unknown{.as = Found::As::unknown};
    const StoredTensor* scales = find(stem(tensor.name) + ".scales");
    const StoredTensor* group = find(stem(tensor.name) + ".g_idx");
    if (tensor.dtype != "I32" || tensor.shape.size() != 2 || tensor.elements() == 0) return unknown;
    const std::int64_t rows = tensor.shape[0], cols = tensor.shape[1];
    if (group && group->shape.size() == 1)
      return packs(rows, group->shape[0]) ? weight(Storing::gptq, group->shape[0] * cols) : unknown;
    if (scales && scales->shape.size() == 2 && scales->shape[1] > cols)
      return packs(cols, scales->shape[1]) ? weight(Storing::awq, rows * scales->shape[1])
                                           : unknown;
    return unknown;
  }
  /// Whether `words` of 32 bits can hold `numbers` of 2, 3, 4 or 8 bits.
  static bool packs(std::int64_t words, std::int64_t numbers) {
    if (numbers <= 0 || words > numbers) return false;
    const std::int64_t bits = words * 32 / numbers;
    return words * 32 % numbers == 0 && (bits == 2 || bits == 3 || bits == 4 || bits == 8);
  }

  Found bytes(const StoredTensor& tensor) const {
    const std::string& name = tensor.name;
    if (has(name + ".absmax")) return weight(Storing::bnb_4bit, 2 * tensor.elements(), true);
    const StoredTensor* scale = find(name + "_scale");
    if (scale && scale->dtype == "F8_E4M3")
      return weight(Storing::nvfp4, 2 * tensor.elements(), true);
    return {.as = Found::As::unknown};
  }

  std::unordered_map<std::string_view, const StoredTensor*> by_name_;
};

}  // namespace

StoredParameters count_parameters(const std::vector<StoredTensor>& tensors) {
  const Counter counter(tensors);
  StoredParameters result;
  for (const StoredTensor& tensor : tensors) {
    const Found found = counter.look(tensor);
    result.bytes += tensor.bytes();
    result.naive += tensor.elements() * (found.packed ? 2 : 1);
    if (found.as == Found::As::weight) {
      result.parameters += found.parameters;
      result.by_storing[static_cast<std::size_t>(found.storing)] += found.parameters;
      result.weights.push_back({tensor.name, found.storing, found.parameters});
    } else if (found.as == Found::As::beside) {
      result.beside += tensor.bytes();
    } else {
      result.issues.push_back(
          {Kind::not_modelled, tensor.name, tensor.dtype + " " + to_string(tensor.shape)});
    }
  }
  return result;
}

}  // namespace tally
