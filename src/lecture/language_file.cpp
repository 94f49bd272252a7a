#include "lecture/language_file.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {
namespace {

struct Range {
  std::size_t begin, end;
  bool holds(std::size_t i) const { return i >= begin && i < end; }
};

template <class Group>
constexpr Range range_of(std::size_t offset) {
  return {offset / sizeof(Str), (offset + sizeof(Group)) / sizeof(Str)};
}

constexpr Range cli = range_of<CliStrings>(offsetof(Strings, cli));
constexpr Range formats = range_of<FormatStrings>(offsetof(Strings, formats));
constexpr Range categories = range_of<CategoryStrings>(offsetof(Strings, categories));

bool has(LanguagePart part, std::size_t i) {
  if (part == LanguagePart::real) return formats.holds(i) || categories.holds(i);
  return !cli.holds(i) && !formats.holds(i);
}

}  // namespace

std::string language_file(const Language& language, LanguagePart part) {
  std::string file;
  for (const std::string_view text : {language.tag, language.html_lang, language.name})
    file.append(text).push_back('\0');
  const std::vector<std::string_view> texts = all_strings(*language.strings);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (has(part, i)) file += texts[i];
    file.push_back('\0');
  }
  return file;
}

}  // namespace tally
