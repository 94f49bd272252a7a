#include "cli/locale.h"

#include <cstdlib>

namespace tally::cli {

const Language& locale_language() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (!value || !*value) continue;
    const std::string_view locale(value);
    const Language* language = find_language(locale.substr(0, locale.find_first_of("_.@-")));
    return language ? *language : *find_language("en");
  }
  return *find_language("en");
}

}  // namespace tally::cli
