#include "core/check.h"

#include <cstdlib>
#include <string>

#if defined(__EMSCRIPTEN__) && !defined(__cpp_exceptions)
#include <emscripten/console.h>

/// What the library says before it ends the program: its own has printf and all that printf needs.
[[noreturn]] void std::__libcpp_verbose_abort(const char* format, ...) {
  emscripten_err(format);
  std::abort();
}
#endif

namespace tally {

void fail(std::string_view message) {
#if defined(__cpp_exceptions)
  throw Error(std::string(message));
#else
  emscripten_err(std::string(message).c_str());
  std::abort();
#endif
}

}  // namespace tally
