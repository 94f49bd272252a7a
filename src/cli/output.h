// Writing to standard output: a closed pipe ends quietly, a full disk is a failure with a message.
#pragma once

#include <string_view>

#include "lecture/language.h"

namespace tally::cli {

/// Writes and flushes. Returns an exit status.
int write_out(std::string_view text, const Language& language);

}  // namespace tally::cli
