// In which of several ways a model is written. All give the same values; they differ in what is
// kept for backward and in temporaries. Data that a model carries beside its sizes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tally {

enum class AttentionForm : std::uint8_t {
  eager,  // products and softmax, op by op
  sdpa,   // scaled_dot_product_attention, causal, keys and values not repeated
};
enum class NormForm : std::uint8_t {
  eager,  // RMSNorm op by op, as Hugging Face's modeling files write it
  fused,  // one op that keeps its input and a number per row
};
inline constexpr std::array<std::string_view, 2> norm_form_ids{"eager", "fused"};
enum class ActivationForm : std::uint8_t {
  eager,  // GPT-2's "gelu_new" op by op; every other activation is one op anyway
  fused,  // gelu(approximate="tanh")
};
enum class LossForm : std::uint8_t {
  plain,    // cross entropy of the logits as they are
  upcast,   // of their float32 copy, as Hugging Face's ForCausalLMLoss
  chunked,  // head, float32 copy and cross entropy for a part of the tokens after the other
};
inline constexpr std::array<std::string_view, 3> loss_form_ids{"plain", "upcast", "chunked"};
constexpr std::string_view id(LossForm form) {
  return loss_form_ids[static_cast<std::size_t>(form)];
}

/// Low-rank adapters beside projections.
struct LoraForm {
  std::int64_t rank = 0;  // 0: none
  bool all_linear =
      false;  // beside every projection of a block; otherwise q and v, as peft's default

  bool operator==(const LoraForm&) const = default;
};

struct ModelProfile {
  AttentionForm attention = AttentionForm::eager;
  NormForm norm = NormForm::eager;
  ActivationForm activation = ActivationForm::eager;
  LossForm loss = LossForm::upcast;
  std::int64_t loss_chunks = 8;
  LoraForm lora = {};

  bool operator==(const ModelProfile&) const = default;
};

/// As Hugging Face runs a model with attn_implementation="eager".
inline constexpr ModelProfile eager_profile{};
/// One op for attention, norm and activation.
inline constexpr ModelProfile fused_profile{AttentionForm::sdpa, NormForm::fused,
                                            ActivationForm::fused, LossForm::upcast, 8};

/// How RMSNorm uses its weight.
enum class RmsNormForm : std::uint8_t {
  llama,  // weight * x_hat, x_hat rounded to the input's dtype before
  gemma,  // (1 + weight) * x_hat, all of it in float32
};

}  // namespace tally
