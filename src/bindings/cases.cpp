// `tally cases` as a module, for the build of the pages alone.
#include <emscripten.h>

#include <string>

#include "lecture/real/published_cases.h"

extern "C" {

/// `cases`: a file as `tally cases` takes it. Gives what `tally cases --json` prints, or
/// {"problem": one sentence}. The text lives until the next call.
EMSCRIPTEN_KEEPALIVE const char* tally_cases(const char* cases) {
  static std::string answer;
  answer = tally::cases_answer(cases ? cases : "");
  return answer.c_str();
}

}  // extern "C"
