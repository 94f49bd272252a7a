// The generator that dropout draws from: a position in a Philox stream.
#pragma once

#include <cstdint>

namespace tally {

struct GeneratorState {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;  // raised by every draw of a tensor
};

/// This thread's generator.
GeneratorState& generator();

/// Seeds it and starts over.
void manual_seed(std::uint64_t seed);

}  // namespace tally
