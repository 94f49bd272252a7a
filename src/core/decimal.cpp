#include "core/decimal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace tally {
namespace {

/// digits × 10^exponent, with no zero in front.
struct Decimal {
  std::string digits;
  std::int64_t exponent = 0;

  /// The power of ten of the first digit.
  std::int64_t leading() const { return exponent + std::ssize(digits) - 1; }
};

/// mantissa × 2^power, every digit of it: a power of two below one is one of five over one of ten.
Decimal expand(std::uint64_t mantissa, int power) {
  constexpr std::uint32_t base = 1'000'000'000;
  std::vector<std::uint32_t> limbs;  // the lowest first
  for (; mantissa; mantissa /= base) limbs.push_back(static_cast<std::uint32_t>(mantissa % base));
  const auto times = [&](std::uint64_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs) {
      carry += limb * factor;
      limb = static_cast<std::uint32_t>(carry % base);
      carry /= base;
    }
    if (carry) limbs.push_back(static_cast<std::uint32_t>(carry));
  };
  Decimal result{.digits = {}, .exponent = std::min(power, 0)};
  for (int left = std::abs(power); left > 0;) {
    const int step = std::min(left, 12);
    std::uint64_t factor = 1;
    for (int i = 0; i < step; ++i) factor *= power < 0 ? 5 : 2;
    times(factor);
    left -= step;
  }
  for (std::size_t i = limbs.size(); i-- > 0;) {
    const std::string limb = std::to_string(limbs[i]);
    if (!result.digits.empty()) result.digits.append(9 - limb.size(), '0');
    result.digits += limb;
  }
  return result;
}

/// A finite value as mantissa × 2^power, with all 53 bits of the mantissa where it has them.
std::pair<std::uint64_t, int> take_apart(double value) {
  constexpr int lowest = -1074;
  if (value == 0) return {0, lowest};
  int power = 0;
  const double fraction = std::frexp(std::abs(value), &power);
  const int bits = std::clamp(power - lowest, 0, 53);
  return {static_cast<std::uint64_t>(std::ldexp(fraction, bits)), power - bits};
}

Decimal exact(double value) {
  const auto [mantissa, power] = take_apart(value);
  return expand(mantissa, power);
}

/// Rounds to the digits from 10^`last` upwards, half to even.
void round_at(Decimal& number, std::int64_t last) {
  const std::int64_t dropped = last - number.exponent;
  if (dropped <= 0) {
    number.digits.append(number.digits.empty() ? 0 : static_cast<std::size_t>(-dropped), '0');
    number.exponent = last;
    return;
  }
  const std::int64_t kept = std::ssize(number.digits) - dropped;
  std::string rest =
      kept < 0 ? "0"
               : number.digits.substr(static_cast<std::size_t>(std::max<std::int64_t>(kept, 0)));
  number.digits.resize(static_cast<std::size_t>(std::max<std::int64_t>(kept, 0)));
  number.exponent = last;
  while (rest.size() > 1 && rest.back() == '0') rest.pop_back();
  const bool odd = !number.digits.empty() && (number.digits.back() - '0') % 2 == 1;
  if (rest[0] < '5' || (rest == "5" && !odd)) return;
  std::size_t at = number.digits.size();
  while (at > 0 && number.digits[at - 1] == '9') number.digits[--at] = '0';
  if (at == 0)
    number.digits.insert(0, "1");
  else
    ++number.digits[at - 1];
}

std::string not_finite(double value) {
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

std::string with_sign(double value, std::string text) {
  return (std::signbit(value) ? "-" : "") + std::move(text);
}

/// The digits with the point where the exponent puts it.
std::string plain(const Decimal& number) {
  std::string text = number.digits;
  if (number.exponent >= 0)
    return text.empty() ? "0" : text.append(static_cast<std::size_t>(number.exponent), '0');
  const auto behind = static_cast<std::size_t>(-number.exponent);
  if (text.size() <= behind) text.insert(0, behind + 1 - text.size(), '0');
  return text.insert(text.size() - behind, ".");
}

/// "d.dde+xx".
std::string with_power(const Decimal& number) {
  std::string text = number.digits;
  if (text.size() > 1) text.insert(1, ".");
  const std::int64_t power = number.leading();
  const std::string size = std::to_string(std::abs(power));
  return text + (power < 0 ? "e-" : "e+") + (size.size() < 2 ? "0" : "") + size;
}

/// `count` digits of a finite value that is not 0.
Decimal rounded(const Decimal& whole, std::int64_t count) {
  Decimal number = whole;
  round_at(number, number.leading() - count + 1);
  if (std::ssize(number.digits) > count) {  // 9.99 became 10.0
    number.digits.pop_back();
    ++number.exponent;
  }
  return number;
}

/// Below 0, 0 or above 0 as `a` is less than, equal to or more than `b`.
int compare(const Decimal& a, const Decimal& b) {
  if (a.digits.empty() || b.digits.empty())
    return static_cast<int>(b.digits.empty()) - static_cast<int>(a.digits.empty());
  if (a.leading() != b.leading()) return a.leading() < b.leading() ? -1 : 1;
  for (std::size_t i = 0; i < std::max(a.digits.size(), b.digits.size()); ++i) {
    const char x = i < a.digits.size() ? a.digits[i] : '0';
    const char y = i < b.digits.size() ? b.digits[i] : '0';
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

/// A value within a few steps of the number.
double nearby(const Decimal& number) {
  double value = 0;
  std::int64_t power = number.leading() + 1;
  for (std::size_t i = 0; i < std::min<std::size_t>(number.digits.size(), 17); ++i) {
    value = value * 10 + (number.digits[i] - '0');
    --power;
  }
  for (; power >= 22; power -= 22) value *= 1e22;
  for (; power <= -22; power += 22) value /= 1e22;
  const double rest = std::pow(10, static_cast<double>(std::abs(power)));
  return power < 0 ? value / rest : value * rest;
}

}  // namespace

std::string fixed_digits(double value, int digits) {
  if (!std::isfinite(value)) return not_finite(value);
  Decimal number = exact(value);
  round_at(number, -std::int64_t{digits});
  return with_sign(value, plain(number));
}

std::string exponent_digits(double value, int digits) {
  if (!std::isfinite(value)) return not_finite(value);
  const std::int64_t count = std::int64_t{digits} + 1;
  if (value == 0)
    return with_sign(value,
                     with_power({std::string(static_cast<std::size_t>(count), '0'), 1 - count}));
  return with_sign(value, with_power(rounded(exact(value), count)));
}

std::string shortest_digits(double value) {
  if (!std::isfinite(value)) return not_finite(value);
  if (value == 0) return with_sign(value, "0");
  const Decimal whole = exact(value);
  Decimal number;
  for (int count = 1; count <= 17; ++count) {
    number = rounded(whole, count);
    if (from_digits(number.digits, number.exponent) == std::abs(value)) break;
  }
  while (number.digits.size() > 1 && number.digits.back() == '0') {
    number.digits.pop_back();
    ++number.exponent;
  }
  const bool is_plain = number.leading() >= -4 && number.leading() < 16;
  return with_sign(value, is_plain ? plain(number) : with_power(number));
}

double from_digits(std::string_view digits, std::int64_t exponent) {
  const std::size_t first = digits.find_first_not_of('0');
  if (first == std::string_view::npos) return 0;
  const std::size_t last = digits.find_last_not_of('0');
  exponent += std::ssize(digits) - 1 - static_cast<std::int64_t>(last);
  digits = digits.substr(first, last + 1 - first);
  if (digits.size() <= 15 && std::abs(exponent) <= 22) {  // both parts are exact
    std::int64_t whole = 0;
    for (const char digit : digits) whole = 10 * whole + (digit - '0');
    double power = 1;
    for (std::int64_t i = 0; i < std::abs(exponent); ++i) power *= 10;
    const auto value = static_cast<double>(whole);
    return exponent < 0 ? value / power : value * power;
  }
  const Decimal number{std::string(digits), exponent};
  if (number.leading() > 308) return std::numeric_limits<double>::infinity();
  if (number.leading() < -325) return 0;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // Where the number lies against the middle between `low` and the value after it.
  const auto against_middle = [&](double low) {
    const auto [mantissa, power] = take_apart(low);
    return compare(number, expand(2 * mantissa + 1, power - 1));
  };
  double value = std::min(nearby(number), std::numeric_limits<double>::max());
  const auto is_odd = [](double at) { return take_apart(at).first % 2 == 1; };
  while (value > 0) {
    const double below = std::nextafter(value, 0);
    const int side = against_middle(below);
    if (side > 0 || (side == 0 && !is_odd(value))) break;
    value = below;
  }
  while (value < infinity) {
    const int side = against_middle(value);
    if (side < 0 || (side == 0 && !is_odd(value))) break;
    value = std::nextafter(value, infinity);
  }
  return value;
}

std::optional<DecimalParts> split_decimal(std::string_view text) {
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  // Passes over a sign; whether it was a minus.
  const auto sign = [&](std::size_t& at) {
    const char found = at < text.size() ? text[at] : '\0';
    at += found == '+' || found == '-' ? 1 : 0;
    return found == '-';
  };
  DecimalParts parts;
  std::size_t at = 0;
  parts.negative = sign(at);
  bool point = false;
  for (; is_digit(at) || (at < text.size() && text[at] == '.' && !point); ++at) {
    if (text[at] == '.') {
      point = true;
    } else {
      parts.digits += text[at];
      parts.exponent -= point;
    }
  }
  if (parts.digits.empty()) return std::nullopt;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const bool negative = sign(++at);
    if (!is_digit(at)) return std::nullopt;
    constexpr std::int64_t beyond_any = 1'000'000'000'000;  // digits that memory could hold
    std::int64_t exponent = 0;
    for (; is_digit(at); ++at) exponent = std::min(exponent * 10 + (text[at] - '0'), beyond_any);
    parts.exponent += negative ? -exponent : exponent;
  }
  if (at < text.size()) return std::nullopt;
  return parts;
}

}  // namespace tally
