#include "core/check.h"

#include <cstdio>
#include <cstdlib>

namespace tally {

void fail(std::string_view message) {
#if defined(__cpp_exceptions)
  throw Error(std::string(message));
#else
  std::fprintf(stderr, "%.*s\n", static_cast<int>(message.size()), message.data());
  std::abort();
#endif
}

}  // namespace tally
