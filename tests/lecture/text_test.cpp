// Templates, quoting, widths and guesses.
#include "lecture/text.h"

#include <gtest/gtest.h>

#include <array>

#include "core/check.h"
#include "core/utf8.h"

namespace tally {
namespace {

TEST(Text, FillsNamedBlanksInAnyOrder) {
  EXPECT_EQ(fill("{b} of {a}, {b}", {{"a", "A"}, {"b", "B"}}), "B of A, B");
  EXPECT_EQ(fill("no blank", {{"unused", "x"}}), "no blank");
  EXPECT_EQ(fill("a {{brace} and {a}", {{"a", "A"}}), "a {brace} and A");
  EXPECT_EQ(fill("{a}", {{"a", "{b}"}}), "{b}");  // what is filled in is not read again
  EXPECT_EQ(blanks("{b} of {a}, {b} {{c}"), (std::vector<std::string>{"a", "b"}));
}

TEST(Text, ANumberBringsItsWord) {
  EXPECT_EQ(fill("{n:part|parts} of {n}", {{"n", "1"}}), "1 part of 1");
  EXPECT_EQ(fill("{n:part|parts}", {{"n", "0"}}), "0 parts");
  EXPECT_EQ(fill("{n:part|parts}", {{"n", "1,001"}}), "1,001 parts");
  EXPECT_EQ(blanks("{n:part|parts} of {b}"), (std::vector<std::string>{"b", "n"}));
}

#if defined(__cpp_exceptions)
TEST(Text, AMissingArgumentOrBraceFails) {
  EXPECT_THROW(fill("{a} {b}", {{"a", "A"}}), Error);
  EXPECT_THROW(fill("{a", {{"a", "A"}}), Error);
  EXPECT_THROW(fill("{a:part}", {{"a", "1"}}), Error);
}
#endif

TEST(Text, WidthsInATerminal) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("优化器"), 6);
  EXPECT_EQ(display_width("“√L”，"), 6);  // the quotation marks are narrow, the comma is wide
  EXPECT_EQ(display_width("e\u0301"), 1);
}

TEST(Text, InvalidUtf8IsShownNotPassedOn) {
  EXPECT_EQ(printable("a\tb"), "a\\x09b");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(printable("层"), "层");
  EXPECT_EQ(printable("\u202Eabc"), "\\xe2\\x80\\xaeabc");  // would turn the line around
  EXPECT_EQ(valid_utf8("a\xff"
                       "b"),
            "a\uFFFDb");
  EXPECT_EQ(printable(std::string(100, 'a')), std::string(40, 'a') + "…");
  EXPECT_EQ(printable_whole(std::string(100, 'a') + "\x1b"), std::string(100, 'a') + "\\x1b");
}

TEST(Text, GuessesOnlyWhatIsNear) {
  constexpr std::array<std::string_view, 3> keys{"layers", "batch", "optimizer"};
  EXPECT_EQ(nearest("layres", keys), "layers");
  EXPECT_EQ(nearest("optim", keys), "optimizer");
  EXPECT_EQ(nearest("zzz", keys), "");
  EXPECT_EQ(nearest("", keys), "");
}

}  // namespace
}  // namespace tally
