#include "app/plot_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tally::app {

std::optional<double> value_at(const Series& series, double x) {
  for (std::size_t i = 0; i < series.x.size(); ++i)
    if (series.x[i] == x) return series.y[i];
  return {};
}

double value_between(const Series& series, double x) {
  const auto& xs = series.x;
  if (xs.empty() || x < xs.front() || x > xs.back()) return 0;
  const auto after = std::lower_bound(xs.begin(), xs.end(), x);
  const auto i = static_cast<std::size_t>(after - xs.begin());
  if (i == 0 || xs[i] == x) return series.y[i];
  const double t = (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
  return series.y[i - 1] + (series.y[i] - series.y[i - 1]) * t;
}

namespace {
bool is_filled(const Series& series) {
  return series.kind == SeriesKind::bars || series.kind == SeriesKind::area;
}
}  // namespace

PlotData::PlotData(const Plot& plot) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double low = infinity, high = -infinity;
  int markers = 0;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    has_bars |= series.kind == SeriesKind::bars;
    has_areas |= series.kind == SeriesKind::area;
    positions.insert(positions.end(), series.x.begin(), series.x.end());
    int entry = static_cast<int>(i);
    for (std::size_t k = 0; k < i; ++k)
      if (plot.series[k].label == series.label && plot.series[k].color == series.color)
        entry = entry_of[k];
    entry_of.push_back(entry);
    const bool first = entry == static_cast<int>(i);
    use_of.push_back(first ? 0 : use_of[static_cast<std::size_t>(entry)]);
    if (first && is_filled(series))
      for (std::size_t k = 0; k < i; ++k)
        use_of[i] += is_filled(plot.series[k]) && plot.series[k].color == series.color &&
                     entry_of[k] == static_cast<int>(k);
    if (is_overlay(series))
      marker_of.push_back(ring_marker);
    else
      marker_of.push_back(first ? markers++ : marker_of[static_cast<std::size_t>(entry)]);
    for (const double y : series.y)
      if (std::isfinite(y) && (plot.y.scale == Scale::linear || y > 0)) {
        low = std::min(low, y);
        high = std::max(high, y);
      }
  }
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());

  // Stacks reach higher than each of their parts.
  for (const double x : positions) {
    double bars = 0, areas = 0;
    int parts = 0;
    for (const Series& series : plot.series) {
      const auto value = value_at(series, x);
      if (series.kind == SeriesKind::bars && value) {
        bars += *value;
        ++parts;
      }
      if (series.kind == SeriesKind::area) areas += value_between(series, x);
    }
    stacked |= parts > 1;
    high = std::max({high, bars, areas});
  }
  if (!(high >= low)) low = 0, high = 1;

  const double data_high = high;
  for (const Mark& mark : plot.marks)
    if (mark.along == Mark::Along::y &&
        (plot.y.scale != Scale::linear || mark.at <= 2.5 * data_high))
      high = std::max(high, mark.at);
  if (plot.y.scale == Scale::linear) {
    y_low = std::min(low, 0.0);
    y_high = high > y_low ? high + (high - y_low) * 0.04 : y_low + 1;
  } else {
    const double base = plot.y.scale == Scale::log2 ? 2 : 10;
    for (const Mark& mark : plot.marks)
      if (mark.along == Mark::Along::y && mark.at > 0) low = std::min(low, mark.at);
    y_low = std::pow(base, std::floor(std::log(low) / std::log(base) + 1e-9));
    if (has_bars && y_low >= low) y_low /= base;  // the lowest bar is seen too
    y_high = high * (base == 2 ? 1.3 : 2);
  }

  if (!plot.x.categories.empty()) {
    x_low = -0.5;
    x_high = static_cast<double>(plot.x.categories.size()) - 0.5;
    return;
  }
  if (positions.empty()) return;
  x_low = positions.front();
  x_high = positions.back();
  for (const Mark& mark : plot.marks)
    if (mark.along == Mark::Along::x) {
      x_low = std::min(x_low, mark.at);
      x_high = std::max(x_high, mark.at);
    }
  if (x_low == x_high) {
    x_low = plot.x.scale == Scale::linear ? x_low - 1 : x_low / 2;
    x_high = plot.x.scale == Scale::linear ? x_high + 1 : x_high * 2;
  }
}

Ink PlotData::ink(const Look& look, const Plot& plot, std::size_t i) const {
  if (is_overlay(plot.series[i])) return {look.theme.text};
  Ink ink = look.theme.ink(plot.series[i].color, use_of[i]);
  // The second line is dashed and the third dotted, so that they are told apart without colour.
  if (plot.series[i].kind == SeriesKind::line)
    for (std::size_t k = 0; k < i; ++k)
      if (plot.series[k].kind == SeriesKind::line) ink.dash = (ink.dash + 1) % 3;
  return ink;
}

LegendEntry PlotData::entry(const Look& look, const Plot& plot, std::size_t i) const {
  const Series& series = plot.series[i];
  Swatch swatch = Swatch::fill;
  if (series.kind == SeriesKind::line) swatch = Swatch::line;
  if (series.kind == SeriesKind::points) swatch = Swatch::points;
  return {series.label, ink(look, plot, i), swatch, marker_of[i]};
}

FrameSpec PlotData::frame(const Look& look, const Plot& plot) const {
  FrameSpec spec;
  spec.caption = plot.caption;
  spec.x_label = plot.x.label;
  spec.y_label = plot.y.label;
  spec.categories = plot.x.categories;
  spec.x_unit = plot.x.unit;
  spec.y_unit = plot.y.unit;
  spec.x = {.low = x_low, .high = x_high, .scale = plot.x.scale};
  spec.y = {.low = y_low, .high = y_high, .scale = plot.y.scale};
  spec.x_positions = positions;
  if (has_bars)
    spec.top_inset =
        look.small()->FontSize +
        (std::any_of(plot.series.begin(), plot.series.end(), is_overlay) ? look.px(7) : 0);
  if (plot.x.categories.empty())
    spec.side_inset = has_bars    ? look.px(positions.size() > 24 ? 8 : 16)
                      : has_areas ? 0
                                  : look.px(8);
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    if (entry_of[i] == static_cast<int>(i)) spec.legend.push_back(entry(look, plot, i));
  if (spec.legend.size() == 1) spec.legend.clear();
  for (const Mark& mark : plot.marks)
    if (mark.along == Mark::Along::x) spec.top_labels.emplace_back(mark.at, mark.label);
  return spec;
}

float PlotData::slot(const AxisMap& x) const {
  float gap = x.to - x.from;
  for (std::size_t i = 1; i < positions.size(); ++i)
    gap = std::min(gap, x.at(positions[i]) - x.at(positions[i - 1]));
  return gap;
}

float PlotData::bar_width(const AxisMap& x, float most) const {
  return std::min(most, slot(x) * (slot(x) > 24 ? 0.62f : 0.78f));
}

int PlotData::top_bar(const Plot& plot, double x) const {
  for (std::size_t i = plot.series.size(); i-- > 0;)
    if (plot.series[i].kind == SeriesKind::bars && value_at(plot.series[i], x).value_or(0) != 0)
      return static_cast<int>(i);
  return -1;
}

void PlotData::set_light(const Look& look, const Plot& plot, PlotState& state, int entry) const {
  state.lit = entry;
  state.pointed.clear();
  state.light.clear();
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (entry >= 0 && entry_of[i] == entry) state.pointed = plot.series[i].color;
    if (plot.series[i].color == look.light) state.light = look.light;
  }
}

std::string PlotData::position_text(const Plot& plot, double x) const {
  const auto i = static_cast<std::size_t>(std::max(x, 0.0));
  if (!plot.x.categories.empty())
    return i < plot.x.categories.size() ? plot.x.categories[i] : std::string();
  return (plot.x.label.empty() ? "" : plot.x.label + ": ") + exact_text(x, plot.x.unit);
}

}  // namespace tally::app
