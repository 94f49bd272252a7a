#include "lecture/number.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "core/decimal.h"

namespace tally {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Digits in groups of three between separators, in the whole part: "1,000,000", "1_000".
bool has_thousands(std::string_view text) {
  const std::string_view whole = text.substr(0, text.find('.'));
  std::size_t group = 0;
  bool separated = false;
  for (std::size_t i = whole.size(); i-- > 0;) {
    const char c = whole[i];
    if (is_digit(c)) {
      ++group;
    } else if (c == ',' || c == '_' || c == ' ' || c == '\'') {
      if (group != 3) return false;
      separated = true;
      group = 0;
    } else {
      return separated && i == 0 && (c == '-' || c == '+') && group > 0;
    }
  }
  return separated && group > 0 && group <= 3;
}

bool is_named(std::string_view text) {
  std::string lower;
  for (const char c : text)
    if (c != '+' && c != '-') lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

NumberProblem take_apart(std::string_view text, DecimalParts& decimal) {
  if (text.empty()) return NumberProblem::empty;
  if (is_named(text)) return NumberProblem::not_finite;
  if (has_thousands(text)) return NumberProblem::separators;
  std::optional<DecimalParts> parts = split_decimal(text);
  if (!parts) return NumberProblem::not_a_number;
  decimal = std::move(*parts);
  return NumberProblem::none;
}

}  // namespace

NumberProblem read_integer(std::string_view text, std::int64_t& value) {
  DecimalParts decimal;
  if (const NumberProblem problem = take_apart(text, decimal); problem != NumberProblem::none)
    return problem;
  std::string& digits = decimal.digits;
  while (!digits.empty() && digits.back() == '0') {  // 1.50e9 and 150e7 alike
    digits.pop_back();
    ++decimal.exponent;
  }
  if (digits.empty()) {
    value = 0;
    return NumberProblem::none;
  }
  if (decimal.exponent < 0) return NumberProblem::not_whole;
  std::uint64_t magnitude = 0;
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto shift_in = [&](unsigned digit) {
    if (magnitude > (largest - digit) / 10) return false;
    magnitude = magnitude * 10 + digit;
    return true;
  };
  for (const char c : digits)
    if (!shift_in(static_cast<unsigned>(c - '0'))) return NumberProblem::overflow;
  for (std::int64_t i = 0; i < decimal.exponent; ++i)  // ends by overflow after 19 rounds
    if (!shift_in(0)) return NumberProblem::overflow;
  value = decimal.negative ? -static_cast<std::int64_t>(magnitude)
                           : static_cast<std::int64_t>(magnitude);
  return NumberProblem::none;
}

NumberProblem read_real(std::string_view text, double& value) {
  DecimalParts decimal;
  if (const NumberProblem problem = take_apart(text, decimal); problem != NumberProblem::none)
    return problem;
  value = from_digits(decimal.digits, decimal.exponent);
  if (decimal.negative) value = -value;
  return std::isfinite(value) ? NumberProblem::none : NumberProblem::not_finite;
}

std::string without_separators(std::string_view text) {
  std::string result;
  if (!has_thousands(text)) return result;
  for (const char c : text)
    if (c != ',' && c != '_' && c != ' ' && c != '\'') result += c;
  return result;
}

}  // namespace tally
