// --lang of the commands that take their arguments apart themselves.
#pragma once

#include <string>
#include <vector>

#include "lecture/language.h"

namespace tally::cli {

/// The language of --lang, else of the locale; also where --lang names none.
const Language& language_of(const std::vector<std::string>& arguments);
/// "zh, en".
std::string all_language_tags();
/// Takes --lang out of the arguments. What is wrong with it, or "".
std::string take_language(std::vector<std::string>& arguments, const Language& language);

}  // namespace tally::cli
