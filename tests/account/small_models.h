// The small configurations of the account's tests.
#pragma once

#include "account/training_config.h"

namespace tally {

/// With grouped heads.
inline LlamaConfig tiny_llama(std::int64_t layers) {
  return {.vocab_size = 48,
          .hidden_size = 16,
          .num_hidden_layers = layers,
          .num_attention_heads = 4,
          .num_key_value_heads = 2,
          .head_dim = 4,
          .intermediate_size = 24};
}

inline Gpt2Config tiny_gpt2(std::int64_t layers, double dropout_p) {
  Gpt2Config model;
  model.vocab_size = 40;
  model.n_positions = 16;
  model.n_embd = 24;
  model.n_layer = layers;
  model.n_head = 3;
  model.attn_pdrop = model.resid_pdrop = model.embd_pdrop = dropout_p;
  return model;
}

inline TrainingConfig tiny_training(const ModelConfig& model, std::int64_t batch,
                                    std::int64_t sequence,
                                    const ModelProfile& profile = eager_profile) {
  TrainingConfig config;
  config.model = model;
  config.batch = batch;
  config.sequence = sequence;
  config.profile = profile;
  return config;
}

}  // namespace tally
