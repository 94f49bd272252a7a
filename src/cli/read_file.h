// A file that a user names.
#pragma once

#include <optional>
#include <string>

namespace tally::cli {

/// All of the file, or of what a pipe gives. Nothing where it cannot be read, or is longer than any
/// configuration or report (64 MiB); errno then says why.
std::optional<std::string> read_file(const std::string& path);

}  // namespace tally::cli
