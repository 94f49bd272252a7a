// Digits of numbers: the C library is the oracle.
#include "core/decimal.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "core/format_text.h"

namespace tally {
namespace {

std::string printed(const char* format, int digits, double value) {
  std::string text(500, '\0');
  text.resize(
      static_cast<std::size_t>(std::snprintf(text.data(), text.size(), format, digits, value)));
  return text;
}

/// Every kind of double: ties, powers, the smallest and the largest, and random bits.
std::vector<double> doubles() {
  std::vector<double> all{0.0,    -0.0,   0.5,    1.5,   2.5,         0.125,  0.375,
                          9.5,    99.995, 0.1,    1e22,  1e23,        5e-324, 1e308,
                          1e-308, 1.0,    1e15,   1e16,  123456789.0, -7.0,   2.2e-5,
                          1e-5,   1e-4,   0.0005, 999.5, 9.9995,      1024.0, 0x1p-1022};
  all.push_back(std::numeric_limits<double>::max());
  std::mt19937_64 random(1);
  while (all.size() < 1500) {
    const auto any = std::bit_cast<double>(random());
    if (std::isfinite(any)) all.push_back(any);
    all.push_back(static_cast<double>(random() % 2000000) / 1000 - 1000);
    all.push_back(static_cast<double>(random() % 4096) / 64);
  }
  return all;
}

TEST(Decimal, DigitsAreThoseOfThePrintf) {
  for (const double value : doubles())
    for (const int digits : {0, 1, 2, 5, 16}) {
      if (std::abs(value) < 1e30) {
        ASSERT_EQ(fixed_digits(value, digits), printed("%.*f", digits, value)) << value;
      }
      ASSERT_EQ(exponent_digits(value, digits), printed("%.*e", digits, value)) << value;
    }
}

TEST(Decimal, TheShortestDigitsReadBackAndNoFewerDo) {
  for (const double value : doubles()) {
    const std::string text = shortest_digits(value);
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
    int count = 1;
    while (std::strtod(printed("%.*e", count - 1, value).c_str(), nullptr) != value) ++count;
    int used = 0;
    const std::string mantissa = text.substr(0, text.find('e'));
    const std::size_t first = mantissa.find_first_of("123456789");
    const std::size_t last = mantissa.find_last_of("123456789");
    if (first != std::string::npos)
      for (std::size_t i = first; i <= last; ++i) used += mantissa[i] != '.';
    ASSERT_LE(used, count) << text;
  }
  EXPECT_EQ(shortest_digits(64), "64");
  EXPECT_EQ(shortest_digits(0.1), "0.1");
  EXPECT_EQ(shortest_digits(1e-6), "1e-06");
  EXPECT_EQ(shortest_digits(1e16), "1e+16");
  EXPECT_EQ(shortest_digits(-0.0), "-0");
  EXPECT_EQ(shortest_digits(std::nan("")), "nan");
  EXPECT_EQ(fixed_digits(-INFINITY, 2), "-inf");
  EXPECT_EQ(exponent_digits(INFINITY, 2), "inf");
}

TEST(Decimal, DigitsBecomeTheNearestDouble) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const std::string digits = std::to_string(random() >> (random() % 60));
    const int exponent = static_cast<int>(random() % 700) - 350;
    ASSERT_EQ(from_digits(digits, exponent),
              std::strtod((digits + "e" + std::to_string(exponent)).c_str(), nullptr))
        << digits << " " << exponent;
  }
  EXPECT_EQ(from_digits("9007199254740993", 0), 9007199254740992.0) << "a tie goes to the even one";
  EXPECT_EQ(from_digits("90071992547409930000000000000000000001", -22), 9007199254740994.0);
  EXPECT_EQ(from_digits("000120", -1), 12.0);
  EXPECT_EQ(from_digits("", 3), 0.0);
  EXPECT_EQ(from_digits("5", -324), 5e-324);
  EXPECT_EQ(from_digits("2", -324), 0.0);
  EXPECT_EQ(from_digits("1", 309), std::numeric_limits<double>::infinity());
  EXPECT_EQ(from_digits("179769313486231580794", 288), std::numeric_limits<double>::infinity());
}

TEST(FormatText, EachArgumentTakesItsPlace) {
  EXPECT_EQ(format_text("[{}] shape {} is not {}", "mm", std::string("(2, 3)"), -4),
            "[mm] shape (2, 3) is not -4");
  EXPECT_EQ(format_text("{} of {}", std::uint64_t{18446744073709551615u}, 0.25),
            "18446744073709551615 of 0.25");
  EXPECT_EQ(format_text("{} and {}", "{}", 1), "{} and 1") << "an argument is not looked into";
  EXPECT_EQ(hexadecimal(0), "0x0");
  EXPECT_EQ(hexadecimal(0xBEEF), "0xbeef");
}

TEST(SplitDecimal, TakesANumberApart) {
  const std::tuple<const char*, bool, const char*, std::int64_t> numbers[] = {
      {"0", false, "0", 0},
      {"-12.50", true, "1250", -2},
      {"+1e3", false, "1", 3},
      {".5", false, "5", -1},
      {"5.", false, "5", 0},
      {"1.5E-2", false, "15", -3},
      {"1e99999999999999999999", false, "1", 1'000'000'000'000},
      {"1e-99999999999999999999", false, "1", -1'000'000'000'000},
  };
  for (const auto& [text, negative, digits, exponent] : numbers) {
    const std::optional<DecimalParts> parts = split_decimal(text);
    ASSERT_TRUE(parts) << text;
    EXPECT_EQ(parts->negative, negative) << text;
    EXPECT_EQ(parts->digits, digits) << text;
    EXPECT_EQ(parts->exponent, exponent) << text;
  }
  for (const char* text : {"", "-", ".", "1.2.3", "1e", "1e+", "e5", "0x10", "1 ", "1f", "--1"})
    EXPECT_FALSE(split_decimal(text)) << text;
}

}  // namespace
}  // namespace tally
