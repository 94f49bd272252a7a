// How the largest size that fits is found, from a guess that is near.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tally::measure {

/// The greatest size for which `fits` holds and the least tried for which it does not, no further
/// apart than `step`. Whatever is tried lies between the two that are known so far: of all tried,
/// the last that fits is the greatest and the last that does not the least, also where `fits`
/// throws.
template <class Fits>
std::pair<std::int64_t, std::int64_t> bisect(std::int64_t guess, std::int64_t step, Fits&& fits) {
  std::int64_t low = 0, high = std::max<std::int64_t>(guess, 1);
  while (fits(high)) {
    low = high;
    high += std::max(step, high / 16);
  }
  while (high - low > step) {
    // The guess is near: look there first.
    const std::int64_t near = low == 0 ? high - std::max(step, high / 16) : (low + high) / 2;
    const std::int64_t middle = std::clamp(near, low + 1, high - 1);
    (fits(middle) ? low : high) = middle;
  }
  return {low, high};
}

}  // namespace tally::measure
