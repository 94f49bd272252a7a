// A language of the lecture: a tag and every string, as one designated initialiser. A missing
// string does not compile, because `Str` has no default constructor.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace tally {

/// A translated string (UTF-8). No default constructor: leaving one out is a compile error.
struct Str {
  std::string_view utf8;
  consteval Str(const char* text) : utf8(text) {}
  constexpr operator std::string_view() const { return utf8; }
};

struct Strings;  // strings.h: every string of the lecture, grouped by lesson

/// Chooses one string of a language; a captureless lambda: `[](const Strings& s) { return
/// s.ui.reset; }`.
using TextKey = Str (*)(const Strings&);

struct Language {
  std::string_view tag;        // BCP 47 primary tag as used in options and URLs: "zh", "en"
  std::string_view html_lang;  // "zh-Hans", "en"
  std::string_view name;       // in the language itself: "简体中文", "English"
  const Strings* strings;

  std::string_view text(TextKey key) const { return key(*strings).utf8; }
};

/// Their tags, in the order of every list of words by language.
inline constexpr std::array<std::string_view, 2> language_tags{"zh", "en"};

/// Words of one kind in the language of this tag, the first where there is none. `rows` has one of
/// each language, in their order: fewer or more do not compile.
template <class Words, std::size_t count>
const Words& words_in(std::string_view tag, const Words* const (&rows)[count]) {
  static_assert(count == language_tags.size(), "a row of each language");
  for (std::size_t i = 0; i < language_tags.size(); ++i)
    if (language_tags[i] == tag) return *rows[i];
  return *rows[0];
}

/// All languages, the default one first (languages.cpp: one row each).
std::span<const Language> languages();

/// The language with this tag, or nullptr.
const Language* find_language(std::string_view tag);

}  // namespace tally
