// Every string in every language: filled, well-formed, with the blanks of the other
// languages.
#include "lecture/strings.h"

#include <gtest/gtest.h>

#include "core/utf8.h"
#include "lecture/text.h"

namespace tally {
namespace {

TEST(Strings, NoneIsEmptyAndAllAreUtf8) {
  for (const Language& language : languages())
    for (const std::string_view text : all_strings(*language.strings)) {
      EXPECT_FALSE(text.empty()) << language.tag;
      EXPECT_EQ(valid_utf8(text), text) << language.tag;
      EXPECT_NE(text.front(), '\n') << text;
    }
}

TEST(Strings, TemplatesHaveTheSameBlanksInEveryLanguage) {
  const std::vector<std::string_view> first = all_strings(*languages().front().strings);
  for (const Language& language : languages()) {
    const std::vector<std::string_view> texts = all_strings(*language.strings);
    ASSERT_EQ(texts.size(), first.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
      EXPECT_EQ(blanks(texts[i]), blanks(first[i])) << first[i] << "\n" << texts[i];
  }
}

TEST(Strings, LanguagesAreFoundByTag) {
  EXPECT_EQ(languages().front().tag, "zh");
  EXPECT_EQ(find_language("en")->html_lang, "en");
  EXPECT_EQ(find_language("zh")->html_lang, "zh-Hans");
  EXPECT_EQ(find_language("fr"), nullptr);
  EXPECT_EQ(find_language(""), nullptr);
}

// Chinese text uses Chinese punctuation: a comma or colon after a Chinese character is full-width.
TEST(Strings, ChinesePunctuationIsFullWidth) {
  for (const std::string_view text : all_strings(*find_language("zh")->strings))
    for (std::size_t i = 3; i < text.size(); ++i) {
      const bool after_chinese = static_cast<unsigned char>(text[i - 3]) >= 0xE4 &&
                                 static_cast<unsigned char>(text[i - 3]) <= 0xE9;
      if (after_chinese) {
        EXPECT_EQ(std::string_view(",;:!?").find(text[i]), std::string_view::npos) << text;
      }
    }
}

}  // namespace
}  // namespace tally
