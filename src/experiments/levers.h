// The six levers on training memory, each executed: one iteration of training L x [Linear(D, D),
// ReLU] as it stands (float32, AdamW, the whole batch, one GPU), and one with each lever pulled
// alone. The same at 7B parameters, where the states alone are more than a card holds.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/accounting.h"
#include "core/progress.h"
#include "experiments/gpus.h"
#include "experiments/training_step.h"

namespace tally {

class Engine;

/// `recipe`: bf16 with float32 master weights. `optimizer`: another than AdamW. `batch`: half of
/// it. `accumulation`: the same batch in micro-batches. `checkpointing`: segments that run again.
/// `sharding`: ZeRO-3, on the GPU with the largest share; each GPU has a batch of its own.
enum class Lever : std::uint8_t { recipe, optimizer, batch, accumulation, checkpointing, sharding };
inline constexpr std::array<std::string_view, 6> lever_ids{
    "recipe", "optimizer", "batch", "accumulation", "checkpointing", "sharding"};
inline constexpr std::array<Lever, 6> levers{Lever::recipe,        Lever::optimizer,
                                             Lever::batch,         Lever::accumulation,
                                             Lever::checkpointing, Lever::sharding};

struct LeversSettings {
  std::int64_t layers = 16;
  std::int64_t width = 256;
  std::int64_t batch = 512;        // 2 or more; of one GPU
  std::int64_t micro_batches = 4;  // of the same batch
  std::int64_t segment = 4;        // layers per checkpointed segment
  OptimizerChoice optimizer = *find_optimizer_choice("sgd_momentum");
  std::int64_t gpus = 8;
};

/// The training step of these settings, without a lever and with one: its second iteration, when
/// the optimizer's state is there.
TrainingStepSettings lever_step(const LeversSettings& settings);
TrainingStepSettings lever_step(const LeversSettings& settings, Lever lever);

/// What such an iteration took.
struct LeverBytes {
  BytesByCategory kept{};  // when it ends, of each category
  Bytes saved{};           // for backward at most: the activations; the input counted
  Bytes peak{};            // of all that is live at one instant
  Phase peak_phase{};
  BytesByCategory at_peak{};
  Flops flops{};
  Bytes waiting{};   // gradients that are alive while a forward runs, at most
  Bytes gathered{};  // weights put together out of every GPU's share, each time counted

  Bytes of(MemoryCategory category) const { return kept[static_cast<std::size_t>(category)]; }
  /// Parameters, gradients, master weights and optimizer state.
  Bytes states() const {
    return of(MemoryCategory::parameter) + of(MemoryCategory::gradient) +
           of(MemoryCategory::master_weight) + of(MemoryCategory::optimizer_state);
  }
};

/// Without any lever, and with each.
struct LeverRuns {
  std::int64_t parameters = 0;
  LeverBytes before{};
  std::array<LeverBytes, levers.size()> with{};

  const LeverBytes& at(Lever lever) const { return with[static_cast<std::size_t>(lever)]; }
};

struct LeversResult {
  LeversSettings settings{};
  LeverRuns runs{};
  LeverRuns large{};  // 70 layers of width 10,000: 7B parameters
};

inline constexpr std::int64_t levers_large_layers = 70, levers_large_width = 10'000;
inline constexpr Bytes levers_capacity = gigabytes(80);

/// On meta. Returns early, with what there is, once `progress` is cancelled. Defined in
/// levers_run.h.
template <class E>
LeversResult run_levers(const E& engine, const LeversSettings& settings, Progress& progress);

extern template LeversResult run_levers(const Engine&, const LeversSettings&, Progress&);

}  // namespace tally
