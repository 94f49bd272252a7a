#include "core/utf8.h"

#include <algorithm>

namespace tally {

CodePoint decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const std::uint32_t lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 && lead < 0xF5 ? 4
                             : lead >= 0xE0              ? (lead < 0xF0 ? 3 : 0)
                             : lead >= 0xC2              ? 2
                                                         : 0;
  if (length == 0) return {lead, 0};
  std::uint32_t value = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return {lead, 0};
    value = value << 6 | (byte(at + i) & 0x3F);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (overlong || surrogate || value > 0x10FFFF) return {lead, 0};
  return {value, length};
}

std::string valid_utf8(std::string_view text) {
  std::string result;
  std::size_t begin =
      0;  // of what is valid and not yet in the result: most texts are valid as a whole
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    if (c.length == 0) {
      result.append(text.substr(begin, i - begin)).append("\xEF\xBF\xBD");
      begin = i + 1;
    }
    i += std::max<std::size_t>(c.length, 1);
  }
  return result.append(text.substr(begin));
}

std::size_t first_invalid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const CodePoint c = decode_utf8(text, i);
    if (c.length == 0) break;
    i += c.length;
  }
  return i;
}

}  // namespace tally
