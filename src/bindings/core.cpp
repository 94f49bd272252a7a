// The core as a wasm module: describe and run, as JSON in UTF-8. A failed check prints its message
// and aborts the module; the page starts it again.
#include <emscripten.h>

#include <string>

#include "lecture/language_file.h"
#include "lecture/run.h"

// clang-format off
EM_JS(void, report_progress, (double fraction), {
  if (Module.onProgress) Module.onProgress(fraction);
});
// clang-format on

namespace {

std::string answer;  // the returned text lives until the next call

tally::Progress reported_progress() {
  return tally::Progress([](double fraction) {
    report_progress(fraction);
    return true;  // to cancel, the page ends the worker
  });
}

}  // namespace

extern "C" {

/// A file of language_file.h, before anything else is called. 0 where it is of another build.
EMSCRIPTEN_KEEPALIVE int tally_load(const char* file, int size) {
  return tally::load_language({file, static_cast<std::size_t>(size)}) ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE const char* tally_describe() {
  answer = tally::describe_json();
  return answer.c_str();
}

/// `request_json`: {"lesson", "language", "values"}. Whatever it holds, it is answered.
EMSCRIPTEN_KEEPALIVE const char* tally_run(const char* request_json) {
  tally::Progress progress = reported_progress();
  answer = tally::run_json(request_json ? request_json : "", progress);
  return answer.c_str();
}

/// `request_json`: {"question", "language"}.
EMSCRIPTEN_KEEPALIVE const char* tally_ask(const char* request_json) {
  tally::Progress progress = reported_progress();
  answer = tally::ask_json(request_json ? request_json : "", progress);
  return answer.c_str();
}

}  // extern "C"
