// A language as a file: its strings one after another. The page's module holds no language; each
// page fetches its own, and the lecture's sources stay the one place that says what there is.
#pragma once

#include <string>
#include <string_view>

#include "lecture/language.h"

namespace tally {

/// Tag, html_lang, name and every string in the order of `Strings`, each ended by a zero byte.
/// Those of the command line are empty.
std::string language_file(const Language& language);

/// Adds the language of such a file after those that are there (loaded_languages.cpp). False where
/// it is of another build.
bool load_language(std::string_view file);

}  // namespace tally
