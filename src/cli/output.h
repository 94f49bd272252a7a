// Writing to standard output, where a closed pipe ends quietly and a full disk is a failure with a
// message; and to standard error.
#pragma once

#include <string>
#include <string_view>

#include "lecture/language.h"

namespace tally::cli {

/// Writes and flushes. Returns an exit status.
int write_out(std::string_view text, const Language& language);
/// A line on standard error, with the program's name.
void say(const std::string& problem);

}  // namespace tally::cli
