#include "account/repetition.h"

#include <numeric>

namespace tally {

std::optional<Repetition> repetition_of(const TrainingConfig& config) {
  if (config.frozen_blocks > 0 || !config.recompute_boundaries.empty()) return std::nullopt;
  const std::int64_t layers = layers_of(config.model);
  std::int64_t period = 1;
  // No longer than the model, so that the next multiple is no overflow.
  const auto repeats_every = [&](std::int64_t blocks) {
    if (period <= layers) period = std::lcm(period, blocks);
  };
  if (config.recompute_every > 0) repeats_every(config.recompute_every);
  if (const auto* llama = std::get_if<LlamaConfig>(&config.model)) {
    if (llama->sliding_window > 0 && llama->full_attention_every > 0)
      repeats_every(llama->full_attention_every);
    if (llama->moe) {
      if (!llama->moe->mlp_only_layers.empty()) return std::nullopt;
      repeats_every(llama->moe->decoder_sparse_step);
    }
  }
  if (period > layers) return std::nullopt;
  const std::int64_t blocks = 2 * period + layers % period;
  if (2 * blocks + period >= layers) return std::nullopt;
  return Repetition{period, blocks};
}

}  // namespace tally
