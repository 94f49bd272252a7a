// What a plot's series say together: positions, ranges, stacking, legend.
#pragma once

#include <optional>
#include <vector>

#include "app/axes.h"
#include "app/look.h"
#include "app/plot.h"

namespace tally::app {

/// Measured elsewhere, and laid over what the lesson shows: points of this colour.
inline bool is_overlay(const Series& series) { return series.color == "overlay"; }

/// The value of the series at exactly that position.
std::optional<double> value_at(const Series& series, double x);
/// The value on the straight lines between its points; 0 outside of them.
double value_between(const Series& series, double x);

struct PlotData {
  explicit PlotData(const Plot& plot);

  std::vector<double> positions;  // of all series, increasing, each once
  bool has_bars = false, has_areas = false;
  bool stacked = false;  // several bars stand on one position
  double x_low = 0, x_high = 1, y_low = 0, y_high = 1;
  std::vector<int> entry_of;   // the legend entry of each series: equal labels share one
  std::vector<int> marker_of;  // of points
  std::vector<int> use_of;     // which use of its colour a filled series is: 0 for the first

  Ink ink(const Look& look, const Plot& plot, std::size_t series) const;
  LegendEntry entry(const Look& look, const Plot& plot, std::size_t series) const;
  /// The frame's content; the legend is left out when there is only one thing to name.
  FrameSpec frame(const Look& look, const Plot& plot) const;
  /// Pixels from one bar to the next, and the width of a bar.
  float slot(const AxisMap& x) const;
  float bar_width(const AxisMap& x, float most) const;
  /// The series whose bar ends the stack at that position, or -1.
  int top_bar(const Plot& plot, double x) const;
  /// Notes which legend entry is pointed at, and whether another light falls on this plot.
  void set_light(const Look& look, const Plot& plot, PlotState& state, int entry) const;
  /// "layers: 8", or the category's name.
  std::string position_text(const Plot& plot, double x) const;
};

}  // namespace tally::app
