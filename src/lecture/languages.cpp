// The languages of the lecture: one row each, the default one first.
#include "lecture/language.h"
#include "lecture/languages/en.h"
#include "lecture/languages/zh.h"

namespace tally {
namespace {

constexpr Language rows[] = {
    {.tag = "zh", .html_lang = "zh-Hans", .name = "简体中文", .strings = &zh::strings},
    {.tag = "en", .html_lang = "en", .name = "English", .strings = &en::strings},
};

}  // namespace

std::span<const Language> languages() { return rows; }

const Language* find_language(std::string_view tag) {
  for (const Language& row : rows)
    if (row.tag == tag) return &row;
  return nullptr;
}

}  // namespace tally
