// Text as UTF-8: one code point at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tally {

/// One code point and its length in bytes; length 0 marks an invalid byte.
struct CodePoint {
  std::uint32_t value;
  std::size_t length;
};

/// The code point that begins at byte `at`, which is within the text.
CodePoint decode_utf8(std::string_view text, std::size_t at);

/// `text` with each invalid UTF-8 byte replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// The first byte of `text` that is not UTF-8; its size when there is none.
std::size_t first_invalid_utf8(std::string_view text);

}  // namespace tally
