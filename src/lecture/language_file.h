// A language as a file: its strings one after another. The page's module holds no language; each
// page fetches its own, and the lecture's sources stay the one place that says what there is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lecture/language.h"

namespace tally {

/// Whose strings a file has; all others are empty in it.
enum class LanguagePart : std::uint8_t {
  lecture,  // all but those of the command line, and of files that no lesson reads
  real,     // a real model's page: categories, and what is wrong with a file
};

/// Tag, html_lang, name and every string in the order of `Strings`, each ended by a zero byte.
std::string language_file(const Language& language, LanguagePart part);

/// Adds the language of such a file after those that are there (loaded_languages.cpp). False where
/// it is of another build.
bool load_language(std::string_view file);

}  // namespace tally
