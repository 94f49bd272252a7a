#include "core/format_text.h"

#include "core/decimal.h"

namespace tally {

void TextArgument::append_to(std::string& result) const {
  switch (kind_) {
    case Kind::text:
      result += text_;
      break;
    case Kind::integer:
      result += std::to_string(integer_);
      break;
    case Kind::natural:
      result += std::to_string(natural_);
      break;
    case Kind::real:
      result += shortest_digits(real_);
      break;
  }
}

std::string hexadecimal(std::uint64_t value) {
  std::string digits;
  do {
    digits.insert(0, 1, "0123456789abcdef"[value % 16]);
    value /= 16;
  } while (value);
  return "0x" + digits;
}

std::string format_text_from(std::string_view text, std::span<const TextArgument> arguments) {
  std::string result;
  for (const TextArgument& argument : arguments) {
    const std::size_t at = text.find("{}");
    if (at == std::string_view::npos) break;
    result += text.substr(0, at);
    argument.append_to(result);
    text.remove_prefix(at + 2);
  }
  return result += text;
}

}  // namespace tally
