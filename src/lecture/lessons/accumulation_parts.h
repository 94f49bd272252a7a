// What the parts of lesson 4 share.
#pragma once

#include <string>
#include <vector>

#include "experiments/accumulation.h"
#include "lecture/presentation.h"
#include "lecture/strings.h"

namespace tally::accumulation {

inline const AccumulationStrings& words_of(const Language& language) {
  return language.strings->accumulation;
}

/// How many micro-batches there are: chunk makes fewer than asked for where they would be empty.
inline std::int64_t made(const AccumulationResult& result) {
  return static_cast<std::int64_t>(result.sizes.size());
}

/// The largest difference over the largest gradient; 0 where every gradient is 0.
double relative_difference(const AccumulationResult& result);

/// Saved bytes of the whole batch over those of the largest micro-batch.
double ratio(const AccumulationResult& result);

/// "4.00x", or a dash where there is no factor.
std::string factor_text(double factor);

/// Bytes; gradients, mistakes and times where they were computed; the micro-batches.
std::vector<Table> tables(const AccumulationResult& result, const Language& language);

}  // namespace tally::accumulation
