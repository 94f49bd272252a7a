#include "lecture/text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "core/check.h"
#include "core/utf8.h"
#include "lecture/strings.h"

namespace tally {
namespace {

/// Calls `use(blank, literal)` for the pieces of a template in order; one of them is empty.
template <class Use>
void for_each_piece(std::string_view text, Use&& use) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') continue;
    if (i + 1 < text.size() && text[i + 1] == '{') {
      use(std::string_view{}, text.substr(begin, i + 1 - begin));
      begin = ++i + 1;
      continue;
    }
    const std::size_t end = text.find('}', i);
    check(end != std::string_view::npos,
          [&] { return "[fill] a brace is not closed in \"" + std::string(text) + "\""; });
    use(std::string_view{}, text.substr(begin, i - begin));
    use(text.substr(i + 1, end - i - 1), std::string_view{});
    i = end;
    begin = end + 1;
  }
  use(std::string_view{}, text.substr(begin));
}

/// Ranges of East Asian wide and full-width characters (Unicode's EastAsianWidth.txt, in coarse
/// blocks).
bool is_wide(std::uint32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0x303E) ||
         (c >= 0x3041 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
         (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) ||
         (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

/// A blank: "n" with nothing after it, or "n:part|parts" with the words that follow 1 and
/// every other number.
struct Place {
  explicit Place(std::string_view text) : name(text.substr(0, text.find(':'))) {
    if (name.size() == text.size()) return;
    const std::string_view words = text.substr(name.size() + 1);
    const std::size_t bar = words.find('|');
    check(bar != std::string_view::npos,
          [&] { return "[fill] {" + std::string(text) + "} needs two words: {n:one|many}"; });
    one = words.substr(0, bar);
    many = words.substr(bar + 1);
  }
  std::string filled(const std::string& value) const {
    if (many.empty()) return value;
    return value + " " + std::string(value == "1" ? one : many);
  }
  std::string_view name, one, many;
};

template <class Arguments>
std::string fill_from(std::string_view template_text, const Arguments& arguments) {
  std::string result;
  for_each_piece(template_text, [&](std::string_view inside, std::string_view literal) {
    result += literal;
    if (inside.empty()) return;
    const Place place(inside);
    for (const auto& [key, value] : arguments)
      if (key == place.name) {
        result += place.filled(value);
        return;
      }
    fail("[fill] nothing was given for {" + std::string(place.name) + "} in \"" +
         std::string(template_text) + "\"");
  });
  return result;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

std::string printable_start(std::string_view text, std::size_t longest) {
  constexpr char hex[] = "0123456789abcdef";
  std::string result;
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++characters) {
    if (characters == longest) return result + "…";
    const CodePoint c = decode_utf8(text, i);
    const bool control = c.length == 0 || c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0) ||
                         (c.value >= 0x200B && c.value <= 0x200F) ||
                         (c.value >= 0x2028 && c.value <= 0x202E) ||
                         (c.value >= 0x2066 && c.value <= 0x2069) || c.value == 0xFEFF;
    const std::size_t length = std::max<std::size_t>(c.length, 1);
    if (control) {
      for (std::size_t k = 0; k < length; ++k) {
        const auto byte = static_cast<unsigned char>(text[i + k]);
        result += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
      }
    } else {
      result += text.substr(i, length);
    }
    i += length;
  }
  return result;
}

}  // namespace

std::string fill(std::string_view template_text,
                 std::initializer_list<std::pair<std::string_view, std::string>> arguments) {
  return fill_from(template_text, arguments);
}

std::string fill(std::string_view template_text,
                 std::span<const std::pair<std::string, std::string>> arguments) {
  return fill_from(template_text, arguments);
}

std::vector<std::string> blanks(std::string_view template_text) {
  std::vector<std::string> names;
  for_each_piece(template_text, [&](std::string_view name, std::string_view) {
    if (!name.empty()) names.emplace_back(Place(name).name);
  });
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string printable(std::string_view text) { return printable_start(text, 40); }

std::string printable_whole(std::string_view text) { return printable_start(text, text.size()); }

int display_width(std::string_view utf8) {
  int width = 0;
  for (std::size_t i = 0; i < utf8.size();) {
    const CodePoint c = decode_utf8(utf8, i);
    const bool combining = c.value >= 0x0300 && c.value <= 0x036F;
    width += combining ? 0 : is_wide(c.value) ? 2 : 1;
    i += std::max<std::size_t>(c.length, 1);
  }
  return width;
}

std::string_view nearest(std::string_view text, std::span<const std::string_view> candidates) {
  if (text.empty() || text.size() > 64) return {};
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, text.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const bool begins = text.size() >= 3 && candidate.starts_with(text);
    const std::size_t distance = begins ? 1 : edit_distance(text, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string join(std::span<const std::string_view> items, std::string_view separator) {
  std::string result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i) result += separator;
    result += items[i];
  }
  return result;
}

std::vector<std::string_view> all_strings(const Strings& strings) {
  // Strings is groups of Str and nothing else, so it is an array of string_view in memory.
  static_assert(std::is_standard_layout_v<Str> && sizeof(Str) == sizeof(std::string_view));
  static_assert(std::is_trivially_copyable_v<Strings> && sizeof(Strings) % sizeof(Str) == 0);
  std::vector<std::string_view> result(sizeof(Strings) / sizeof(Str));
  std::memcpy(static_cast<void*>(result.data()), &strings, sizeof(Strings));
  return result;
}

}  // namespace tally
