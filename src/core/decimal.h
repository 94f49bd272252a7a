// Decimal digits of a double and back, exactly and the same on every platform, without the C
// library's formatting: that brings a soft float of 128 bits into the page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tally {

/// With `digits` digits behind the point, as printf's %.*f: "1120.40". A tie goes to the even
/// digit.
std::string fixed_digits(double value, int digits);

/// One digit, then `digits` behind the point, and a power of ten, as printf's %.*e: "2.04e-10".
std::string exponent_digits(double value, int digits);

/// The fewest digits that read back as the same value: "0.1", "64", "1e-06", "1e+16", "nan",
/// "-inf".
std::string shortest_digits(double value);

/// `digits` × 10^`exponent`, rounded to the nearest double (a tie to the even one); infinity beyond
/// the largest. `digits`: 0 to 9 alone, as many as there are.
double from_digits(std::string_view digits, std::int64_t exponent);

/// A decimal number taken apart: sign, digits without the point, and the power of ten of the last
/// one.
struct DecimalParts {
  bool negative = false;
  std::string digits = {};
  std::int64_t exponent = 0;
};

/// Of "[+-]digits[.digits][e[+-]digits]", where digits of one side of the point may be missing.
/// Nothing of any other text. An exponent beyond 10^12 is that.
std::optional<DecimalParts> split_decimal(std::string_view text);

}  // namespace tally
