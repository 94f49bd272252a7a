// The languages of the lecture: one row each, the default one first.
#include <iterator>

#include "lecture/language.h"
#include "lecture/languages/en.h"
#include "lecture/languages/zh.h"

namespace tally {
namespace {

constexpr Language rows[] = {
    {.tag = "zh", .html_lang = "zh-Hans", .name = "简体中文", .strings = &zh::strings},
    {.tag = "en", .html_lang = "en", .name = "English", .strings = &en::strings},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < language_tags.size(); ++i)
    if (rows[i].tag != language_tags[i]) return false;
  return std::size(rows) == language_tags.size();
}
static_assert(in_order(), "the rows are those of language_tags");

}  // namespace

std::span<const Language> languages() { return rows; }

const Language* find_language(std::string_view tag) {
  for (const Language& row : rows)
    if (row.tag == tag) return &row;
  return nullptr;
}

}  // namespace tally
