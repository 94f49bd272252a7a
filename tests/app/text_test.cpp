// Text of both languages on lines of a given width; the font's subset.
#include "lecture/text.h"

#include <gtest/gtest.h>

#include "app/embedded.h"
#include "app/look.h"
#include "lecture/strings.h"

namespace tally::app {
namespace {

class Text : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(fonts_.update(15, 1)); }
  std::vector<std::string_view> wrap(std::string_view text, float ems) {
    return wrap_text(fonts_.body(), text, ems * 15);
  }
  Fonts fonts_{font_bytes()};
};

TEST_F(Text, BreaksEnglishAtSpaces) {
  const auto lines = wrap("where training memory goes", 8);
  ASSERT_GT(lines.size(), 1u);
  for (const std::string_view line : lines) {
    EXPECT_LE(text_width(fonts_.body(), line), 8 * 15);
    EXPECT_FALSE(line.starts_with(' ') || line.ends_with(' ')) << line;
  }
}

TEST_F(Text, BreaksChineseBetweenCharactersButNotBeforeAComma) {
  const std::string_view text = "参数与梯度，激活值。";
  const auto lines = wrap(text, 5.2f);
  ASSERT_GE(lines.size(), 2u);
  std::string together;
  for (const std::string_view line : lines) {
    EXPECT_FALSE(line.starts_with("，") || line.starts_with("。")) << line;
    together += line;
  }
  EXPECT_EQ(together, text);
}

TEST_F(Text, AWordWiderThanTheLineIsBroken) {
  const auto lines = wrap("wwwwwwwwwwwwwwwwwwwwwwww", 5);
  ASSERT_GT(lines.size(), 1u);
  for (const std::string_view line : lines) EXPECT_LE(text_width(fonts_.body(), line), 5 * 15);
}

TEST_F(Text, WhatDoesNotFitEndsInAnEllipsis) {
  const std::string fitted = fit_text(fonts_.body(), "optimizer state", 60);
  EXPECT_TRUE(fitted.ends_with("…")) << fitted;
  EXPECT_LE(text_width(fonts_.body(), fitted), 60);
  EXPECT_EQ(fit_text(fonts_.body(), "ok", 60), "ok");
}

TEST_F(Text, EveryStringOfEveryLanguageHasItsGlyphs) {
  for (const Language& language : languages())
    for (const std::string_view text : all_strings(*language.strings))
      fonts_.note(text.data(), text.data() + text.size());
  EXPECT_EQ(fonts_.missing(), "");
}

TEST_F(Text, AMissingGlyphIsNoticed) {
  const std::string_view rare = "𠀀 ꙮ";  // no lecture uses them
  fonts_.note(rare.data(), rare.data() + rare.size());
  EXPECT_EQ(fonts_.missing(), "U+A66E U+FFFD") << "beyond 16 bits ImGui reads U+FFFD";
}

TEST_F(Text, TheFontIsASubset) { EXPECT_LT(font_bytes().size(), 400'000u); }

}  // namespace
}  // namespace tally::app
