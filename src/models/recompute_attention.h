// Selective recomputation (Korthikanti et al., arXiv 2205.05198, section 4.2): of attention,
// queries, keys and values are kept and its result; what lies between is recomputed.
#pragma once

#include <vector>

#include "models/gpt2.h"
#include "models/llama.h"

namespace tally {

/// Puts a checkpoint around the core of each block's attention, with the engine's options of one.
template <class E, class Model, class... Options>
void recompute_attention(const E& engine, Model& model, const Options&... options) {
  using T = typename Model::Tensor;
  const auto around = [&engine, options...](const auto& core, const std::vector<T>& q_k_v) {
    return engine.checkpoint(core, q_k_v, options...);
  };
  if constexpr (requires { model.transformer; })
    for (auto& block : model.transformer.h) block.attn.around = around;
  else
    for (auto& block : model.model.layers) block.self_attn.around = around;
}

}  // namespace tally
