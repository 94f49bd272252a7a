// A file that a user names: what was read of it, or why nothing was.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace tally {

template <class Content>
struct FileReading {
  std::optional<Content> content;
  std::string reason;  // where there is no content
};

/// Reads the text of a file.
using ReadFile = std::function<FileReading<std::string>(const std::string& path)>;

}  // namespace tally
