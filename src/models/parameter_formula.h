// How many parameters a configuration has, in closed form: for limits before a model is made, and
// tested equal to the made one. Source: the shapes in transformers' modeling files, summed.
#pragma once

#include <cstdint>

#include "models/model_config.h"

namespace tally {

/// GPT-2: V h + n_positions h + L (4 h^2 + 2 h f + 9 h + f) + 2 h, and V h for an untied head.
std::int64_t parameter_formula(const Gpt2Config& config);

/// Llama: V h (twice when untied) + h + per layer: attention h q + 2 h k + q h (with q and k the
/// heads' widths), its biases, norms, and 3 h f, or E 3 h f_moe + h E with experts.
std::int64_t parameter_formula(const LlamaConfig& config);
std::int64_t parameter_formula(const ModelConfig& config);

/// The same for sizes whose count may not fit into 64 bits.
double estimated_parameters(const ModelConfig& config);

/// How many tensors the parameters are, with `layers` of the model's, and those of its adapters.
/// qk_norm decides what an expert is, as it tells Qwen3's sparse blocks from Mixtral's: with it a
/// dense block's MLP (its projections fused, and with biases, where the model's are), without it
/// three matrices.
std::int64_t tensor_formula(const ModelConfig& config, const LoraForm& lora, std::int64_t layers);

}  // namespace tally
