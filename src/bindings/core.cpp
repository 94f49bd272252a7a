// The core as a wasm module: describe and run, as JSON in UTF-8. A failed check prints its message
// and aborts the module; the page starts it again.
#include <emscripten.h>

#include <string>

#include "lecture/run.h"

// clang-format off
EM_JS(void, report_progress, (double fraction), {
  if (Module.onProgress) Module.onProgress(fraction);
});
// clang-format on

namespace {

std::string answer;  // the returned text lives until the next call

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* tally_describe() {
  answer = tally::describe_json();
  return answer.c_str();
}

/// `request_json`: {"lesson", "language", "values"}. Whatever it holds, it is answered.
EMSCRIPTEN_KEEPALIVE const char* tally_run(const char* request_json) {
  tally::Progress progress([](double fraction) {
    report_progress(fraction);
    return true;  // to cancel, the page ends the worker
  });
  answer = tally::run_json(request_json ? request_json : "", progress);
  return answer.c_str();
}

}  // extern "C"
