// The questions in a terminal: listed, asked, and answered by execution.
#pragma once

#include <string>

#include "cli/options.h"

namespace tally::cli {

/// The list of questions; one with its choices; or, with an answer, whether it is right and why.
/// As text, or as JSON with the names of the page's core. Ends with a newline.
std::string ask_text(const Options& options);

}  // namespace tally::cli
