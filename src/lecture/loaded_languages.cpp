// The languages of the page, in place of languages.cpp: those that it loaded, in that order.
#include <cstring>
#include <deque>
#include <vector>

#include "lecture/language.h"
#include "lecture/language_file.h"
#include "lecture/strings.h"

namespace tally {
namespace {

/// A file and the strings in it.
struct Loaded {
  std::string file;
  std::vector<std::string_view> texts;  // as many as `Strings` has, which is those and nothing else
};

std::vector<Language>& rows() {
  static std::vector<Language> all;
  return all;
}

}  // namespace

bool load_language(std::string_view file) {
  constexpr std::size_t names = 3, count = sizeof(Strings) / sizeof(Str);
  static std::deque<Loaded> kept;
  Loaded& loaded = kept.emplace_back(std::string(file), std::vector<std::string_view>());
  std::string_view rest = loaded.file;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos) break;
    loaded.texts.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  if (!rest.empty() || loaded.texts.size() != names + count) {
    kept.pop_back();
    return false;
  }
  rows().push_back({.tag = loaded.texts[0],
                    .html_lang = loaded.texts[1],
                    .name = loaded.texts[2],
                    .strings = reinterpret_cast<const Strings*>(&loaded.texts[names])});
  return true;
}

std::span<const Language> languages() { return rows(); }

const Language* find_language(std::string_view tag) {
  for (const Language& row : rows())
    if (row.tag == tag) return &row;
  return nullptr;
}

}  // namespace tally
