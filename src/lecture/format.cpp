#include "lecture/format.h"

#include <array>
#include <cmath>
#include <cstdlib>

#include "core/check.h"
#include "core/decimal.h"
#include "lecture/strings.h"

namespace tally {
namespace {

/// Puts a comma between thousands in the whole part of a plain decimal number.
std::string group(std::string text) {
  const std::size_t first = !text.empty() && text[0] == '-' ? 1 : 0;
  std::size_t end = text.find('.');
  if (end == std::string::npos) end = text.size();
  for (std::size_t at = end; at > first + 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string strip_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

/// The value rounded to `digits` significant digits, and its power of ten.
std::pair<double, int> round_to(double value, int digits) {
  if (!std::isfinite(value)) return {value, 0};
  std::string text = exponent_digits(std::abs(value), digits - 1);
  const std::size_t e = text.find('e');
  const int power = std::atoi(text.c_str() + e + 1);
  text.resize(e);
  std::erase(text, '.');
  const double rounded = from_digits(text, power - digits + 1);
  return {value < 0 ? -rounded : rounded, power};
}

struct UnitRow {
  Unit unit;
  std::string_view id;
  std::string_view symbol;                 // the same in every language
  UnitWord UnitStrings::* word = nullptr;  // otherwise
};

constexpr std::array<UnitRow, 17> unit_rows{{
    {Unit::none, "none", ""},
    {Unit::bytes, "bytes", "B"},
    {Unit::gigabytes, "gigabytes", "GB"},
    {Unit::gibibytes, "gibibytes", "GiB"},
    {Unit::bytes_per_parameter, "bytes_per_parameter", "", &UnitStrings::bytes_per_parameter},
    {Unit::parameters, "parameters", "", &UnitStrings::parameters},
    {Unit::flops, "flops", "", &UnitStrings::flops},
    {Unit::layers, "layers", "", &UnitStrings::layers},
    {Unit::samples, "samples", "", &UnitStrings::samples},
    {Unit::tokens, "tokens", "", &UnitStrings::tokens},
    {Unit::steps, "steps", "", &UnitStrings::steps},
    {Unit::gpus, "gpus", "", &UnitStrings::gpus},
    {Unit::activation_units, "activation_units", "", &UnitStrings::activation_units},
    {Unit::multiple, "multiple", "x"},
    {Unit::percent, "percent", "%"},
    {Unit::milliseconds, "milliseconds", "ms"},
    {Unit::events, "events", "", &UnitStrings::events},
}};
static_assert(
    [] {
      for (std::size_t i = 0; i < unit_rows.size(); ++i)
        if (unit_rows[i].unit != static_cast<Unit>(i)) return false;
      return true;
    }(),
    "unit_rows is in the order of Unit");

const UnitRow& row(Unit unit) {
  const auto index = static_cast<std::size_t>(unit);
  check(index < unit_rows.size(), "[unit] no such unit");
  return unit_rows[index];
}

}  // namespace

std::string_view unit_id(Unit unit) { return row(unit).id; }

std::string_view unit_label(Unit unit, const Language& language) {
  const UnitRow& found = row(unit);
  return found.word ? (language.strings->units.*found.word).label.utf8 : found.symbol;
}

std::string_view unit_one(Unit unit, const Language& language) {
  const UnitRow& found = row(unit);
  return found.word ? (language.strings->units.*found.word).one.utf8 : found.symbol;
}

std::string grouped(std::int64_t value) { return group(std::to_string(value)); }

std::string fixed(double value, int digits) {
  return std::isfinite(value) ? group(fixed_digits(value, digits)) : shortest_digits(value);
}

std::string decimal(double value, int digits) { return strip_zeros(fixed(value, digits)); }

std::string scientific(double value, int digits) {
  return value == 0 ? "0" : exponent_digits(value, digits);
}

std::string significant(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return shortest_digits(value);
  const auto [rounded, power] = round_to(value, digits);
  if (power < -4 || power > 14) return exponent_digits(value, digits - 1);
  // Whole numbers keep all their digits: 1,120 and not 1,12e3.
  return power >= digits - 1 ? fixed(value, 0) : strip_zeros(fixed(rounded, digits - 1 - power));
}

std::string compact(double count, int digits) {
  constexpr std::array<std::string_view, 5> suffixes{"", "K", "M", "B", "T"};
  double rounded = round_to(count, digits).first;
  std::size_t suffix = 0;
  double scale = 1;
  while (suffix + 1 < suffixes.size() && std::abs(rounded / scale) >= 1000) {
    scale *= 1000;
    ++suffix;
  }
  return significant(count / scale, digits) + std::string(suffixes[suffix]);
}

std::string compact_at_most(std::int64_t count, int digits) {
  std::int64_t scale = 1, least = 10;  // of numbers with more than `digits` digits
  for (int i = 1; i < digits; ++i) least *= 10;
  while (count / scale >= least) scale *= 10;
  return compact(static_cast<double>(count / scale * scale), digits);
}

std::string typed(double value) {
  if (std::abs(value) >= 1e6 && value == std::round(value)) {
    std::string text = exponent_digits(value, 6);
    const std::size_t e = text.find('e');
    const std::string mantissa = strip_zeros(text.substr(0, e));
    const int power = std::atoi(text.c_str() + e + 1);
    if (mantissa.size() <= 4 && round_to(value, 4).first == value)
      return mantissa + "e" + std::to_string(power);
    return fixed_digits(value, 0);
  }
  std::string text = shortest_digits(value);
  // 1e-06 is written 1e-6.
  if (const std::size_t e = text.find("e-0"); e != std::string::npos) text.erase(e + 2, 1);
  return text;
}

std::string bytes_text(Bytes bytes) { return grouped(bytes.count) + " B"; }

std::string gigabytes_text(Bytes bytes) {
  return significant(static_cast<double>(bytes.count) / 1e9) + " GB";
}

std::string gibibytes_text(Bytes bytes) {
  return significant(static_cast<double>(bytes.count) / 0x1p30) + " GiB";
}

std::string bytes_in_short(Bytes bytes) {
  constexpr std::array<std::string_view, 6> units{"B", "kB", "MB", "GB", "TB", "PB"};
  double value = static_cast<double>(bytes.count);
  std::size_t unit = 0;
  while (unit + 1 < units.size() && std::abs(round_to(value, 3).first) >= 1000) {
    value /= 1000;
    ++unit;
  }
  return significant(value) + " " + std::string(units[unit]);
}

std::string multiple_text(double factor, int digits) {
  const bool is_small = factor != 0 && std::abs(factor) < 0.1;
  return (is_small ? significant(factor) : fixed(factor, digits)) + "x";
}

std::string percent_text(double fraction) { return significant(fraction * 100) + "%"; }

std::string quantity(std::int64_t value, Unit unit, const Language& language) {
  const UnitRow& found = row(unit);
  if (!found.word)
    return grouped(value) + (found.symbol == "x" || found.symbol == "%" ? "" : " ") +
           std::string(found.symbol);
  const UnitWord& word = language.strings->units.*found.word;
  return grouped(value) + " " + std::string((value == 1 ? word.one : word.many).utf8);
}

std::string_view label(MemoryCategory category, const Language& language) {
  const CategoryStrings& c = language.strings->categories;
  const std::array<std::string_view, memory_category_count> labels{
      c.parameter,  c.master_weight,       c.gradient, c.optimizer_state,
      c.activation, c.activation_gradient, c.input,    c.temporary,
      c.cast_copy,  c.rng_state,           c.buffer,   c.other};
  return labels[static_cast<std::size_t>(category)];
}

std::string_view label(Phase phase, const Language& language) {
  const PhaseStrings& p = language.strings->phases;
  const std::array<std::string_view, 4> labels{p.none, p.forward, p.backward, p.optimizer_step};
  return labels[static_cast<std::size_t>(phase)];
}

}  // namespace tally
