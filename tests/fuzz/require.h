// What must hold whatever the input: an abort is what a fuzzer finds.
#pragma once

#include <cstdlib>

namespace tally {

inline void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace tally
