#include "app/ticks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lecture/format.h"

namespace tally::app {
namespace {

bool counts(Unit unit) {  // only whole values mean something
  switch (unit) {
    case Unit::bytes:
    case Unit::parameters:
    case Unit::flops:
    case Unit::layers:
    case Unit::samples:
    case Unit::tokens:
    case Unit::steps:
    case Unit::gpus:
    case Unit::events:
      return true;
    default:
      return false;
  }
}

double nice_step(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

/// 1.00e-06 is 1e-6.
std::string tidy(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  std::string mantissa = text.substr(0, e);
  if (mantissa.find('.') != std::string::npos) {
    while (mantissa.back() == '0') mantissa.pop_back();
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  return mantissa + "e" + std::to_string(std::atoi(text.c_str() + e + 1));
}

std::string with_unit(std::string text, Unit unit) {
  switch (unit) {
    case Unit::gigabytes:
      return text + " GB";
    case Unit::gibibytes:
      return text + " GiB";
    case Unit::bytes:
      return text + " B";
    case Unit::milliseconds:
      return text + " ms";
    case Unit::percent:
      return text + "%";
    case Unit::multiple:
      return text + "x";
    default:
      return text;
  }
}

/// A tick's number with as many decimals as its step needs.
std::string at_step(double value, double step) {
  const int decimals = std::clamp(-static_cast<int>(std::floor(std::log10(step) + 1e-9)), 0, 6);
  return value == 0 ? "0" : decimal(value, decimals);
}

std::string linear_label(double value, double step, double high, Unit unit) {
  if (value == 0) return "0";
  if (unit == Unit::bytes) {  // one decimal unit for the whole axis
    constexpr const char* names[] = {" B", " kB", " MB", " GB", " TB", " PB"};
    std::size_t power = 0;
    double scale = 1;
    for (; power + 1 < std::size(names) && high >= 1000 * scale; ++power) scale *= 1000;
    return at_step(value / scale, step / scale) + names[power];
  }
  if (unit == Unit::parameters || unit == Unit::flops || high >= 1e6) return compact(value);
  return with_unit(at_step(value, step), unit);
}

std::vector<Tick> linear_ticks(double low, double high, Unit unit, int most) {
  std::vector<Tick> ticks;
  if (!(high > low)) return ticks;
  double step = nice_step((high - low) / std::max(most, 1));
  if (counts(unit)) step = std::max(step, 1.0);
  for (double i = std::ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i)
    ticks.push_back({i * step, linear_label(i * step, step, high, unit)});
  return ticks;
}

std::vector<Tick> power_ticks(double low, double high, double base, Unit unit, int most) {
  std::vector<Tick> ticks;
  if (!(low > 0) || !(high > low)) return ticks;
  const double log_base = std::log(base);
  const int first = static_cast<int>(std::ceil(std::log(low) / log_base - 1e-9));
  const int last = static_cast<int>(std::floor(std::log(high) / log_base + 1e-9));
  const int stride = std::max(1, (last - first + std::max(most, 1)) / std::max(most, 1));
  // Few decades: label 2 and 5 as well, where there is room for them.
  const bool between = base == 10 && last - first <= 1 && most >= 3 * (last - first + 1);
  for (int power = first - 1; power <= last; ++power) {
    const double at = std::pow(base, power);
    for (int digit = 1; digit < (base == 10 ? 10 : 2); ++digit) {
      const double value = at * digit;
      if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
      const bool labelled =
          (digit == 1 && (power - first) % stride == 0) || (between && (digit == 2 || digit == 5));
      if (labelled)
        ticks.push_back({value, short_text(value, unit)});
      else if (stride == 1)
        ticks.push_back({value, ""});
    }
  }
  return ticks;
}

}  // namespace

std::vector<Tick> round_ticks(double low, double high, Scale scale, Unit unit, int most) {
  if (scale == Scale::log10) return power_ticks(low, high, 10, unit, most);
  if (scale == Scale::log2) return power_ticks(low, high, 2, unit, most);
  return linear_ticks(low, high, unit, most);
}

double round_up(double value, Scale scale) {
  if (!(value > 0)) return 1;
  if (scale == Scale::log10) return std::pow(10, std::ceil(std::log10(value) - 1e-9));
  if (scale == Scale::log2) return std::pow(2, std::ceil(std::log2(value) - 1e-9));
  return nice_step(value);
}

std::string short_text(double value, Unit unit) {
  switch (unit) {
    case Unit::bytes:
      return bytes_in_short(Bytes{std::llround(value)});
    case Unit::parameters:
    case Unit::flops:
      return compact(value);
    default:
      if (std::abs(value) >= 1e6) return with_unit(compact(value), unit);
      return with_unit(tidy(significant(value)), unit);
  }
}

std::string exact_text(double value, Unit unit) {
  if (!std::isfinite(value)) return "—";
  if (std::abs(value) < 1e15 && value == std::round(value))
    return with_unit(grouped(static_cast<std::int64_t>(value)), unit);
  return with_unit(tidy(significant(value, 5)), unit);
}

}  // namespace tally::app
