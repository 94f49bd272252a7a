// A file that a user names.
#pragma once

#include <string>

#include "lecture/real/file_reading.h"

namespace tally::cli {

/// All of the file, or of what a pipe gives. Nothing where it cannot be read, or is longer than any
/// configuration or report (64 MiB); the reason is the system's.
FileReading<std::string> read_file(const std::string& path);

/// What the system says of the last failure.
std::string last_reason();

}  // namespace tally::cli
