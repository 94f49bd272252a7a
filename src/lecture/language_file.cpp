#include "lecture/language_file.h"

#include <cstddef>
#include <vector>

#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {

std::string language_file(const Language& language) {
  std::string file;
  for (const std::string_view text : {language.tag, language.html_lang, language.name})
    file.append(text).push_back('\0');
  const std::vector<std::string_view> texts = all_strings(*language.strings);
  constexpr std::size_t begin = offsetof(Strings, cli) / sizeof(Str);
  constexpr std::size_t end = begin + sizeof(CliStrings) / sizeof(Str);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i < begin || i >= end) file += texts[i];
    file.push_back('\0');
  }
  return file;
}

}  // namespace tally
