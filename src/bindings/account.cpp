// Real models as a wasm module of their own, which the lecture's does not hold: `tally account`
// with its options, and what there is to choose from; JSON in UTF-8. A failed check prints its
// message and aborts the module.
#include <emscripten.h>

#include <string>
#include <string_view>

#include "lecture/language_file.h"
#include "lecture/real/account_request.h"

namespace {

std::string answer;  // the returned text lives until the next call

}  // namespace

extern "C" {

/// A file of language_file.h, before anything else is called. 0 where it is of another build.
EMSCRIPTEN_KEEPALIVE int tally_load(const char* file, int size) {
  return tally::load_language({file, static_cast<std::size_t>(size)}) ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE const char* tally_account_describe() {
  answer = tally::account_description_json(tally::languages().front());
  return answer.c_str();
}

/// `request`: {"options": ["--model=gpt2", ...], "file": "..."}. Whatever it holds, it is answered.
EMSCRIPTEN_KEEPALIVE const char* tally_account(const char* request) {
  answer = tally::account_answer(request ? request : "", tally::languages().front());
  return answer.c_str();
}

}  // extern "C"
