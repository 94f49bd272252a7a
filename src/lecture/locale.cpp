#include "lecture/locale.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace tally {

const Language& locale_language() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (!value || !*value) continue;
    std::string tag(value);
    tag.resize(std::min(tag.size(), tag.find_first_of("_.@-")));
    std::transform(tag.begin(), tag.end(), tag.begin(), [](unsigned char c) { return c | 0x20; });
    const Language* language = find_language(tag);
    return language ? *language : *find_language("en");
  }
  return *find_language("en");
}

}  // namespace tally
