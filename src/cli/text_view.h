// A presentation as text for a terminal.
#pragma once

#include <string>

#include "lecture/run.h"

namespace tally::cli {

/// Title, sentence, notes, tables with aligned columns, and bars. Ends with a newline.
std::string text_view(const RunResponse& response, const Lesson& lesson, const Language& language);

}  // namespace tally::cli
