// What the parts of lesson 5 share.
#pragma once

#include <string>
#include <vector>

#include "experiments/checkpointing.h"
#include "lecture/presentation.h"
#include "lecture/strings.h"

namespace tally::checkpointing {

inline const CheckpointingStrings& words_of(const Language& language) {
  return language.strings->checkpointing;
}

/// "6, 4, 3, 2, 1"; the middle left out of a long list.
std::string lengths_text(const std::vector<std::int64_t>& lengths);

/// At most two decimals: 8, 8.33.
std::string units_text(double units);

/// How many forward passes of `run` that is.
double multiple(const CheckpointingRun& run, Flops flops);
inline double multiple(const CheckpointingRun& run) { return multiple(run, run.total); }

inline bool toy(const CheckpointingResult& result) {
  return result.settings.block == BlockKind::toy;
}

/// The estimate for equal segments: L / k inputs, and what the one in backward saves.
double estimate(const CheckpointingResult& result, std::int64_t layers, std::int64_t k);

/// The index in `by_segment` that saves least; of several the one nearest to sqrt(L).
std::size_t best(const CheckpointingResult& result);

/// Every segment length; the best; computation; the chosen run.
std::vector<Table> tables(const CheckpointingResult& result, const Language& language);

}  // namespace tally::checkpointing
