// Demonstration 5: activation checkpointing. A stack of L blocks is cut into segments; each keeps
// only its input and runs again in backward. Measured: the most that is saved at any instant, live
// bytes, FLOPs, and that the gradients stay the same to the bit.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/accounting.h"
#include "core/progress.h"
#include "experiments/compute_limit.h"

namespace tally {

class Engine;

/// `toy`: Linear(D, D), ReLU. `wide`: Linear(D, 4D), GELU, Linear(4D, D).
enum class BlockKind : std::uint8_t { toy, wide };

struct CheckpointingSettings {
  std::int64_t layers = 16;
  std::int64_t width = 256;
  std::int64_t batch = 32;
  BlockKind block = BlockKind::toy;
  std::int64_t segment = 4;             // layers per segment; the last takes what is left
  std::vector<std::int64_t> lengths{};  // of the segments, placed by hand; empty: by `segment`
  bool early_stop = true;
  bool preserve_rng_state = true;
  /// .grad is there already, as in accumulation: a new weight gradient is a temporary added to it.
  bool keep_gradients = false;
};

/// Within this limit the plain run and the chosen one have values, and their gradients are
/// compared.
inline constexpr ComputeLimit checkpointing_limit{Flops{1ll << 32}, Bytes{1 << 27}};

/// The lecture's second depth: from 100 to 20.
inline constexpr std::int64_t checkpointing_hundred = 100;

/// The lengths of segments of `segment` layers: 16 layers by 5 are 5, 5, 5, 1.
std::vector<std::int64_t> equal_segments(std::int64_t layers, std::int64_t segment);

/// The most that is saved, in units of one B x D activation, the input counted: while segment j
/// runs again there are j inputs, and inside it one result per toy layer, or 4 + 4 per wide one and
/// an input between each two. Without segments: all of it at once.
std::int64_t saved_units(BlockKind block, std::int64_t layers,
                         const std::vector<std::int64_t>& segments);

/// The length of equal segments with the fewest `saved_units`; of several the one nearest to
/// sqrt(L).
std::int64_t best_segment(BlockKind block, std::int64_t layers);

/// The lecture's estimate for equal segments: L / k inputs and k layers of one.
inline double lecture_units(std::int64_t layers, std::int64_t segment) {
  return static_cast<double>(layers) / static_cast<double>(segment) + static_cast<double>(segment);
}

/// One forward and backward, with h.sum() as the loss.
struct CheckpointingRun {
  std::vector<std::int64_t> segments{};  // empty: no checkpoints
  Bytes saved_peak{};                    // at the instant when most is saved; the input counted
  double units = 0;                      // saved_peak in units of one activation
  std::int64_t formula_units = 0;        // saved_units
  Bytes live_peak{};                     // at the instant when most is live, parameters and all
  BytesByCategory at_live_peak{};        // its parts
  std::size_t instants = 0;              // events of the run
  Bytes rng_peak{};                      // of category rng_state, at most
  Flops forward{}, total{};              // total: with backward and what runs again
};

struct CheckpointingResult {
  CheckpointingSettings settings{};
  Bytes unit{};  // B x D x 4
  CheckpointingRun plain{};
  CheckpointingRun chosen{};
  std::vector<CheckpointingRun> by_segment{};  // for k = 1 ... L layers per segment
  Recording timeline{};                        // of the chosen run
  bool computed = false;
  bool gradients_equal = false;                // to the bit; with values only
  bool gradients_zero = false;                 // every one, on both sides: nothing was compared
  CheckpointingRun hundred{}, hundred_best{};  // L = 100 of the same block: plain, and its best k
};

/// Returns early, with what there is, once `progress` is cancelled. Defined in checkpointing_run.h.
template <class E>
CheckpointingResult run_checkpointing(const E& engine, const CheckpointingSettings& settings,
                                      Progress& progress);

extern template CheckpointingResult run_checkpointing(const Engine&, const CheckpointingSettings&,
                                                      Progress&);

}  // namespace tally
