// A presentation as text for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "lecture/run.h"

namespace tally::cli {

/// Title, sentence, notes, tables with aligned columns, and bars. Ends with a newline.
std::string text_view(const RunResponse& response, const Lesson& lesson, const Language& language);

/// The same of any presentation.
std::string text_view(const Presentation& shown, std::string_view title);

/// A paragraph broken into lines: between words, and between Chinese characters, which have no
/// spaces. Ends with a newline.
std::string wrapped(std::string_view text, std::string_view first_indent, std::string_view indent);

}  // namespace tally::cli
