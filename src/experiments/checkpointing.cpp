#include "experiments/checkpointing.h"

#include <algorithm>
#include <cmath>

#include "engine/engine.h"
#include "experiments/checkpointing_run.h"

namespace tally {

std::vector<std::int64_t> equal_segments(std::int64_t layers, std::int64_t segment) {
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(layers / segment), segment);
  if (layers % segment != 0) lengths.push_back(layers % segment);
  return lengths;
}

std::int64_t saved_units(BlockKind block, std::int64_t layers,
                         const std::vector<std::int64_t>& segments) {
  // What `length` blocks save beside the input of the first one.
  const auto inside = [block](std::int64_t length) {
    return block == BlockKind::toy ? length : 9 * length - 1;
  };
  if (segments.empty()) return 1 + inside(layers);
  std::int64_t inputs = 0, most = 0;
  for (const std::int64_t length : segments) most = std::max(most, ++inputs + inside(length));
  // All segments wait at the end of forward, before the last one runs again.
  return std::max(most, inputs);
}

std::int64_t best_segment(BlockKind block, std::int64_t layers) {
  const auto units = [&](std::int64_t k) {
    return saved_units(block, layers, equal_segments(layers, k));
  };
  const auto distance = [&](std::int64_t k) {
    return std::abs(static_cast<double>(k) - std::sqrt(static_cast<double>(layers)));
  };
  std::int64_t best = 1;
  for (std::int64_t k = 2; k <= layers; ++k)
    if (units(k) < units(best) || (units(k) == units(best) && distance(k) < distance(best)))
      best = k;
  return best;
}

template CheckpointingResult run_checkpointing(const Engine&, const CheckpointingSettings&,
                                               Progress&);

}  // namespace tally
