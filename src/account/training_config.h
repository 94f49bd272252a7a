// What a training step is made of: the model, its batch, dtypes, optimizer, what trains, what is
// recomputed and what is shared out. Plain data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/config_problem.h"
#include "core/dtype.h"
#include "models/model_config.h"
#include "nn/profile.h"
#include "ops/kernel_choice.h"

namespace tally {

/// In which dtypes weights, gradients and moments are kept. One row each.
struct Regime {
  std::string_view id;
  Dtype parameter;
  Dtype moments;
  bool master_weights = false;  // a float32 copy that the optimizer updates
  bool main_gradients = false;  // gradients are added up in float32 (Megatron-LM's main_grad)
  bool autocast = false;        // forward passes run under torch.autocast(device, bfloat16)
};
inline constexpr std::array<Regime, 6> regimes{{
    {"fp32", Dtype::float32, Dtype::float32},
    {"bf16", Dtype::bfloat16, Dtype::bfloat16},                      // stock torch.optim
    {"bf16_fp32_moments", Dtype::bfloat16, Dtype::float32},          // 12 bytes under Adam
    {"bf16_master_weights", Dtype::bfloat16, Dtype::float32, true},  // 16: the ZeRO paper's
    {"bf16_fp32_main_gradients", Dtype::bfloat16, Dtype::float32, true, true},  // 18
    {"autocast", Dtype::float32, Dtype::float32, false, false, true},  // 16, and bfloat16 copies
}};
constexpr const Regime* find_regime(std::string_view regime_id) {
  for (const Regime& regime : regimes)
    if (regime.id == regime_id) return &regime;
  return nullptr;
}

/// The optimizer and how it goes over its parameters. One row each.
struct OptimizerRow {
  std::string_view id;
  int moments;           // tensors of the parameter's shape
  bool counter = false;  // a float32 `step` per parameter
  bool eight_bit = false;
};
inline constexpr std::array<OptimizerRow, 5> optimizer_rows{{
    {"adamw", 2, true},
    {"adam", 2, true},
    {"sgd", 0},
    {"sgd_momentum", 1},
    {"adamw_8bit", 2, false, true},  // bitsandbytes: blocks of 256, small tensors in float32
}};
constexpr const OptimizerRow* find_optimizer_row(std::string_view optimizer_id) {
  for (const OptimizerRow& row : optimizer_rows)
    if (row.id == optimizer_id) return &row;
  return nullptr;
}

enum class Stepping : std::uint8_t {
  for_loop,  // one parameter after the other (foreach=False)
  foreach,   // every op over all parameters (torch.optim's default on a GPU)
  fused,     // one kernel without temporaries (fused=True; bitsandbytes)
};
inline constexpr std::array<std::string_view, 3> stepping_ids{"for_loop", "foreach", "fused"};
constexpr std::string_view id(Stepping stepping) {
  return stepping_ids[static_cast<std::size_t>(stepping)];
}

struct TrainingConfig {
  ModelConfig model = LlamaConfig{};
  std::int64_t batch = 1;  // sequences of one micro-batch on one GPU
  std::int64_t sequence = 2048;
  std::int64_t micro_batches = 1;
  Regime regime = *find_regime("bf16_master_weights");
  OptimizerRow optimizer = optimizer_rows[0];
  Stepping stepping = Stepping::foreach;
  KernelChoice kernels = cuda_kernels;
  /// kernels.attention is what PyTorch takes by itself, and another where that changes.
  bool attention_follows = false;
  ModelProfile profile = fused_profile;  // with adapters, all else is frozen
  std::int64_t frozen_blocks = 0;        // the first ones
  bool frozen_embeddings = false;        // the tables of tokens and positions
  std::int64_t recompute_every = 0;      // blocks of one checkpoint; 0: none
  /// Instead: a checkpoint from each of these blocks to the next one, of which the last may be the
  /// number of blocks. What lies outside is kept.
  std::vector<std::int64_t> recompute_boundaries = {};
  /// Instead: what lies between queries, keys, values and attention's result (selective
  /// recomputation; Korthikanti et al., arXiv 2205.05198, section 4.2).
  bool recompute_attention = false;
  int zero_stage = 0;                // 1: optimizer states; 2: gradients; 3: parameters
  std::int64_t gpus = 1;             // that share out
  bool gradients_unsharded = false;  // until the last micro-batch is through, as under no_sync

  bool recomputes() const {
    return recompute_every > 0 || !recompute_boundaries.empty() || recompute_attention;
  }
  void keep_all() {
    recompute_every = 0;
    recompute_boundaries.clear();
    recompute_attention = false;
  }
};

/// The blocks of a model.
std::int64_t layers_of(const ModelConfig& model);

/// Whether scores are capped before softmax, as no kernel of PyTorch's does.
bool softcapped(const ModelConfig& model);

/// Whether CUDA's flash kernel takes the attention of this step: 16 bits, heads of at most 256, no
/// mask and no capped scores.
bool flash_takes(const TrainingConfig& config);

/// What PyTorch 2.6 takes for scaled_dot_product_attention on CUDA: flash where it can, then the
/// memory-efficient kernel, which takes float32 where each head has keys of its own, then the
/// composition.
AttentionKernel cuda_attention(const TrainingConfig& config);

/// What keeps a configuration from being run, if anything. Names are those of the options.
ConfigProblem problem_of(const TrainingConfig& config);

}  // namespace tally
