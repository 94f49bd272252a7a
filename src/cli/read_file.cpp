#include "cli/read_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

namespace tally::cli {

std::string last_reason() { return std::strerror(errno == 0 ? EIO : errno); }

FileReading<std::string> read_file(const std::string& path) {
  constexpr std::size_t longest = std::size_t{64} << 20;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::array<char, 1 << 16> part{};
  do {
    file.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > longest) return {std::nullopt, std::strerror(EFBIG)};
  } while (file);
  // The end is no failure, of an empty file neither; a folder cannot be read at all.
  if (file.eof()) return {text, {}};
  return {std::nullopt, last_reason()};
}

}  // namespace tally::cli
