// What a block keeps for backward, in closed form. Symbols as in closed_forms.h; g the width of an
// expert, E experts of which a token takes K, r the rank of an adapter.
#pragma once

#include <cstdint>

#include "account/closed_sum.h"
#include "account/training_config.h"

namespace tally {

/// The sizes by their symbols.
struct BlockSizes {
  ClosedSum::Factor e, T, h, f, a, n, k, kv, s, b, V;
};
BlockSizes sizes_of(const TrainingConfig& config);

inline ClosedSum::Factor count(std::int64_t value) { return {"", value}; }

/// Of block `index`, whose input is computed by parts that train or by adapters.
ClosedSum block_keeps(const TrainingConfig& config, std::int64_t index);

}  // namespace tally
