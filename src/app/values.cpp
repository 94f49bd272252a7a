#include "app/values.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/look.h"
#include "app/ticks.h"
#include "lecture/format.h"
#include "lecture/number.h"

namespace tally::app {
namespace {

Scale scale_of(const ParameterDescription& p) { return p.min > 0 ? p.scale : Scale::linear; }

double within(const ParameterDescription& p, double value) {
  if (p.kind != ParameterKind::real) value = std::round(value);
  return std::clamp(value, p.min, p.max);
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  if (read_real(text, value) != NumberProblem::none) return {};
  return value;
}

std::optional<std::vector<std::int64_t>> parse_list(std::string_view text) {
  std::vector<std::int64_t> list;
  while (!text.empty()) {
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc()) return {};
    list.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) break;
    if (text.front() != ',' || text.size() == 1) return {};
    text.remove_prefix(1);
  }
  return list;
}

std::string list_text(const std::vector<std::int64_t>& list) {
  std::string text;
  for (const std::int64_t value : list) text += (text.empty() ? "" : ",") + std::to_string(value);
  return text;
}

std::string number_text(const ParameterDescription& p, double value) {
  if (p.kind != ParameterKind::real) return std::to_string(std::llround(value));
  return typed(value);
}

double slider_part(const ParameterDescription& p, double value) {
  if (!(p.max > p.min)) return 0;
  double part = (value - p.min) / (p.max - p.min);
  if (scale_of(p) != Scale::linear)
    part = std::log(std::max(value, p.min) / p.min) / std::log(p.max / p.min);
  return std::clamp(part, 0.0, 1.0);
}

double slider_value(const ParameterDescription& p, double part) {
  part = std::clamp(part, 0.0, 1.0);
  if (part == 0) return p.min;
  if (part == 1) return p.max;
  const Scale scale = scale_of(p);
  if (scale == Scale::linear) {
    const double step = p.step > 0 ? p.step : (p.max - p.min) / 100;
    return within(p, p.min + std::round(part * (p.max - p.min) / step) * step);
  }
  const double value = p.min * std::pow(p.max / p.min, part);
  if (scale == Scale::log2) return within(p, std::exp2(std::round(std::log2(value))));
  const double digit = std::pow(10, std::floor(std::log10(value)) - 1);
  return within(p, std::round(value / digit) * digit);
}

double stepped(const ParameterDescription& p, double value, int by) {
  const Scale scale = scale_of(p);
  if (scale == Scale::linear) return within(p, value + by * (p.step > 0 ? p.step : 1));
  if (scale == Scale::log2) {
    const double power = std::log2(value);
    return within(p,
                  std::exp2(by > 0 ? std::floor(power + 1e-9) + 1 : std::ceil(power - 1e-9) - 1));
  }
  const double decade = std::pow(10, std::floor(std::log10(value) + 1e-9));
  const double digits[] = {decade / 2, decade, 2 * decade, 5 * decade, 10 * decade};
  if (by > 0) {
    for (const double next : digits)
      if (next > value * (1 + 1e-9)) return within(p, next);
  } else {
    for (std::size_t i = std::size(digits); i-- > 0;)
      if (digits[i] < value * (1 - 1e-9)) return within(p, digits[i]);
  }
  return within(p, value);
}

std::string value_label(const ParameterDescription& p, double value, std::string_view language) {
  std::string_view word = text_in(p.unit_label, language);
  if (value == 1 && !text_in(p.unit_one, language).empty()) word = text_in(p.unit_one, language);
  switch (p.unit) {
    case Unit::gigabytes:
    case Unit::gibibytes:
    case Unit::milliseconds:
    case Unit::percent:
    case Unit::multiple:
      return short_text(value, p.unit);
    default:
      break;
  }
  std::string text;
  if (p.unit == Unit::bytes)
    return short_text(value, p.unit);
  else if (std::abs(value) >= 1e6)
    text = compact(value);
  else if (p.kind == ParameterKind::real)
    text = typed(value);
  else
    text = grouped(std::llround(value));
  return word.empty() ? text : text + " " + std::string(word);
}

}  // namespace tally::app
