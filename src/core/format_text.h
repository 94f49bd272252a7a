// Messages: a text with `{}` for each argument in turn. The arguments go as plain data to one
// function, so that a message costs a few bytes where it stands.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tally {

/// A text, a whole number or a real one (in the fewest digits that read back as it).
class TextArgument {
 public:
  TextArgument(std::string_view text) : kind_(Kind::text), text_(text) {}
  TextArgument(const std::string& text) : TextArgument(std::string_view(text)) {}
  TextArgument(const char* text) : TextArgument(std::string_view(text)) {}
  TextArgument(std::signed_integral auto value) : kind_(Kind::integer), integer_(value) {}
  TextArgument(std::unsigned_integral auto value) : kind_(Kind::natural), natural_(value) {}
  TextArgument(double value) : kind_(Kind::real), real_(value) {}

  void append_to(std::string& result) const;

 private:
  enum class Kind : std::uint8_t { text, integer, natural, real };
  Kind kind_;
  union {
    std::string_view text_;
    std::int64_t integer_;
    std::uint64_t natural_;
    double real_;
  };
};

std::string format_text_from(std::string_view text, std::span<const TextArgument> arguments);

/// "0x1f".
std::string hexadecimal(std::uint64_t value);

/// `format_text("[{}] shape {}", op, to_string(shape))`. Too few arguments leave their `{}`
/// standing.
template <class... Arguments>
std::string format_text(std::string_view text, const Arguments&... arguments) {
  const TextArgument list[] = {TextArgument(arguments)...};
  return format_text_from(text, list);
}

}  // namespace tally
