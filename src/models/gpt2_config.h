// What a GPT-2 is made of: sizes by the names of its config.json. Plain data, no ops.
#pragma once

#include <cstdint>
#include <string>

#include "core/config_problem.h"
#include "nn/activation.h"

namespace tally {

/// GPT-2 (Radford et al. 2019), field by field as Hugging Face's GPT2Config names them.
struct Gpt2Config {
  std::int64_t vocab_size = 50257;
  std::int64_t n_positions = 1024;  // learned position embeddings
  std::int64_t n_embd = 768;        // width
  std::int64_t n_layer = 12;
  std::int64_t n_head = 12;
  std::int64_t n_inner = 0;  // width of the feed-forward part; 0 is 4 n_embd
  Activation activation_function = Activation::gelu_tanh;  // "gelu_new"
  bool tie_word_embeddings = true;
  double layer_norm_epsilon = 1e-5;
  double embd_pdrop = 0.1, attn_pdrop = 0.1, resid_pdrop = 0.1;  // probabilities of dropout

  bool operator==(const Gpt2Config&) const = default;
  std::int64_t inner() const { return n_inner > 0 ? n_inner : 4 * n_embd; }
};

/// What keeps `config` from being a model, if anything.
ConfigProblem problem_of(const Gpt2Config& config);

}  // namespace tally
