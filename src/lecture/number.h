// Numbers as people type them: plain decimals with an optional exponent, read exactly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tally {

enum class NumberProblem : std::uint8_t {
  none,
  empty,
  not_a_number,  // anything else before, inside or after the digits; hexadecimal too
  separators,    // 1,000,000 or 1_000_000: grouped in thousands
  not_whole,     // 2.5 where a whole number is needed
  not_finite,    // nan, inf, or a real too large for a double, such as 1e999
  overflow,      // a whole number beyond 64 bits
};

/// Reads "8", "+8", "-3", "7e9", "1.5e9" (a whole number in the end) exactly, without a double
/// between.
NumberProblem read_integer(std::string_view text, std::int64_t& value);

/// Reads a finite double; "." is the decimal point in every locale.
NumberProblem read_real(std::string_view text, double& value);

/// The text without commas, underscores, spaces and apostrophes between digits.
std::string without_separators(std::string_view text);

}  // namespace tally
