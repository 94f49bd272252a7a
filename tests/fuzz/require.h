// What must hold whatever the input: an abort is what a fuzzer finds.
#pragma once

#include <cstdlib>

#ifndef TALLY_SANITIZED
#error "a fuzzer looks for faults that only sanitizers see (TALLY_SANITIZE in cmake/tally.cmake)"
#endif

namespace tally {

inline void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace tally
