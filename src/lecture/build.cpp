#include "lecture/build.h"

#include <cmath>

#include "lecture/format.h"
#include "lecture/number.h"

namespace tally {
namespace {

std::string with_unit(std::string_view label, Unit unit, const Language& language) {
  const std::string_view word = unit_label(unit, language);
  if (word.empty() || label.find(word) != std::string_view::npos) return std::string(label);
  return std::string(label) + " (" + std::string(word) + ")";
}

/// Whether a cell's text is not all of its number: 2.94x of 2.9375, 53B of 53,333,333,333.
bool is_rounded(const Cell& cell) {
  std::string digits;
  for (const char c : cell.text)
    if (c != ',') digits += c;
  double scale = 1;
  constexpr std::string_view suffixes = "xKMBT";
  if (const std::size_t at = digits.empty() ? suffixes.npos : suffixes.find(digits.back());
      at != suffixes.npos) {
    scale = std::pow(1000.0, static_cast<double>(at));
    digits.pop_back();
  }
  double shown = 0;
  if (read_real(digits, shown) != NumberProblem::none) return false;
  const auto* whole = std::get_if<std::int64_t>(&cell.value);
  const double value = whole ? static_cast<double>(*whole) : std::get<double>(cell.value);
  return std::abs(shown * scale - value) > 1e-12 * std::abs(value);
}

}  // namespace

Cell cell(std::int64_t value) { return {value, grouped(value)}; }
Cell cell(Bytes value) { return {value.count, grouped(value.count)}; }
Cell cell(Flops value) { return {value.count, grouped(value.count)}; }
Cell cell(double value, int digits) { return {value, decimal(value, digits)}; }
Cell cell(double value, std::string text) { return {value, std::move(text)}; }
Cell cell(std::string_view text) { return {std::monostate{}, std::string(text)}; }
Cell cell(const Shape& shape) { return {std::monostate{}, to_string(shape)}; }
Cell cell(Dtype dtype) { return cell(name(dtype)); }
Cell no_cell() { return cell("–"); }

std::string expression_part(Bytes value) { return bytes_text(value); }
std::string expression_part(double value) { return significant(value, 5); }
std::string expression_part(std::string_view text) { return std::string(text); }

std::string expression(const Shape& shape, Dtype dtype) {
  std::string text = shape.empty() ? "1 × " : "";
  for (const std::int64_t size : shape) text += grouped(size) + " × ";
  return text + bytes_text(itemsize(dtype));
}

std::string sum_of(const std::vector<Bytes>& terms) {
  std::string text;
  for (const Bytes term : terms) text += (text.empty() ? "" : " + ") + grouped(term.count);
  return terms.empty() ? "0 B" : text + " B";
}

std::string sum_of(const BytesByCategory& bytes) {
  std::vector<Bytes> terms;
  for (const Bytes each : bytes)
    if (each.count != 0) terms.push_back(each);
  return sum_of(terms);
}

Cell with_formula(Cell cell, std::string_view derivation, std::string_view unit) {
  cell.formula = std::string(derivation) + (is_rounded(cell) ? " ≈ " : " = ") + cell.text;
  if (!unit.empty()) cell.formula += " " + std::string(unit);
  return cell;
}

Column column(std::string_view key, std::string_view label, Unit unit, const Language& language) {
  // A factor is written with its x in the cell.
  if (unit == Unit::multiple) return {std::string(key), std::string(label), unit};
  return {std::string(key), with_unit(label, unit, language), unit};
}

Column column(std::string_view key, std::string_view label) {
  return {std::string(key), std::string(label), Unit::none};
}

Axis axis(std::string_view label, Unit unit, const Language& language, Scale scale) {
  return {with_unit(label, unit, language), unit, scale, {}};
}

Axis axis(std::string_view label, std::vector<std::string> categories) {
  return {std::string(label), Unit::none, Scale::linear, std::move(categories)};
}

std::vector<Series> stacked_bars(
    const std::vector<std::array<Bytes, memory_category_count>>& stacks, double bytes_per_unit,
    const Language& language) {
  std::vector<Series> result;
  for (std::size_t c = 0; c < memory_category_count; ++c) {
    const auto category = static_cast<MemoryCategory>(c);
    Series series{std::string(id(category)),
                  std::string(label(category, language)),
                  std::string(id(category)),
                  SeriesKind::bars,
                  {},
                  {}};
    bool seen = false;
    for (std::size_t i = 0; i < stacks.size(); ++i) {
      series.x.push_back(static_cast<double>(i));
      series.y.push_back(static_cast<double>(stacks[i][c].count) / bytes_per_unit);
      seen |= stacks[i][c].count != 0;
    }
    if (seen) result.push_back(std::move(series));
  }
  return result;
}

}  // namespace tally
