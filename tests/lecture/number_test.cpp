// Numbers as people type them: what is read exactly, and what is refused and why.
#include "lecture/number.h"

#include <gtest/gtest.h>

#include <limits>

namespace tally {
namespace {

std::int64_t integer(std::string_view text) {
  std::int64_t value = -12345;
  EXPECT_EQ(read_integer(text, value), NumberProblem::none) << text;
  return value;
}

NumberProblem problem(std::string_view text) {
  std::int64_t value = 0;
  return read_integer(text, value);
}

NumberProblem real_problem(std::string_view text) {
  double value = 0;
  return read_real(text, value);
}

TEST(Number, ReadsWholeNumbersExactly) {
  EXPECT_EQ(integer("8"), 8);
  EXPECT_EQ(integer("+8"), 8);
  EXPECT_EQ(integer("-3"), -3);
  EXPECT_EQ(integer("0"), 0);
  EXPECT_EQ(integer("-0"), 0);
  EXPECT_EQ(integer("007"), 7);
  EXPECT_EQ(integer("7e9"), 7'000'000'000);
  EXPECT_EQ(integer("1.5e9"), 1'500'000'000);
  EXPECT_EQ(integer("2.0"), 2);
  EXPECT_EQ(integer("120e-1"), 12);
  EXPECT_EQ(integer("0e999999999999"), 0);
  // Beyond what a double holds: 2^53 + 1.
  EXPECT_EQ(integer("9007199254740993"), 9'007'199'254'740'993);
  EXPECT_EQ(integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
}

TEST(Number, RefusesWhatIsNotAWholeNumber) {
  EXPECT_EQ(problem(""), NumberProblem::empty);
  EXPECT_EQ(problem("2.5"), NumberProblem::not_whole);
  EXPECT_EQ(problem("1e-1"), NumberProblem::not_whole);
  EXPECT_EQ(problem("nan"), NumberProblem::not_finite);
  EXPECT_EQ(problem("-Infinity"), NumberProblem::not_finite);
  EXPECT_EQ(problem("9223372036854775808"), NumberProblem::overflow);
  EXPECT_EQ(problem("1e999"), NumberProblem::overflow);
  EXPECT_EQ(problem("1e99999999999999999999"), NumberProblem::overflow);
  EXPECT_EQ(problem("1,000,000"), NumberProblem::separators);
  EXPECT_EQ(problem("-1_000"), NumberProblem::separators);
  EXPECT_EQ(problem("1 000"), NumberProblem::separators);
  for (const char* text :
       {"eight", "8x",    "x8",   "8 8",    "0x10", "--8", "+-8", "1e",  "1e+",   ".",   "-",
        "e9",    "1.2.3", "1,00", "1,0000", ",100", "８",  "八",  "1;2", "1e5e5", "\x01"})
    EXPECT_EQ(problem(text), NumberProblem::not_a_number) << text;
}

TEST(Number, ReadsRealsWithThePointInEveryLocale) {
  double value = 0;
  ASSERT_EQ(read_real("0.001", value), NumberProblem::none);
  EXPECT_EQ(value, 0.001);
  ASSERT_EQ(read_real("-1.5E-3", value), NumberProblem::none);
  EXPECT_EQ(value, -1.5e-3);
  ASSERT_EQ(read_real(".5", value), NumberProblem::none);
  EXPECT_EQ(value, 0.5);
  ASSERT_EQ(read_real("1e-999", value), NumberProblem::none);  // rounds to zero, as a double does
  EXPECT_EQ(value, 0);
  EXPECT_EQ(real_problem("1e999"), NumberProblem::not_finite);
  EXPECT_EQ(real_problem("NaN"), NumberProblem::not_finite);
  EXPECT_EQ(real_problem("1,5"), NumberProblem::not_a_number);
  EXPECT_EQ(real_problem("0x1p3"), NumberProblem::not_a_number);
}

TEST(Number, SaysHowItIsWrittenWithoutSeparators) {
  EXPECT_EQ(without_separators("1,000,000"), "1000000");
  EXPECT_EQ(without_separators("12'345.5"), "12345.5");
  EXPECT_EQ(without_separators("1,2"), "");
}

}  // namespace
}  // namespace tally
