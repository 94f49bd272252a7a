// The frame of a plot: caption, legend, axes with round ticks, marks with labels that keep apart.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/legend.h"
#include "app/look.h"
#include "app/ticks.h"

namespace tally::app {

/// A range of values on a stretch of pixels.
struct AxisMap {
  double low = 0, high = 1;
  Scale scale = Scale::linear;
  float from = 0, to = 1;

  /// 0 at low, 1 at high; may leave [0, 1].
  double part(double value) const;
  float at(double value) const { return from + static_cast<float>(part(value)) * (to - from); }
  /// The value at that pixel.
  double value(float pixel) const;
};

/// What a frame holds besides the data.
struct FrameSpec {
  std::string_view caption;
  std::vector<LegendEntry> legend;
  std::string_view x_label, y_label;
  std::vector<std::string> categories;  // of x; empty for a number axis
  AxisMap x, y;                         // ranges; pixels are filled by lay_out
  Unit x_unit = Unit::none, y_unit = Unit::none;
  std::vector<double> x_positions;  // where x ticks stand if few enough; round ones otherwise
  float side_inset = 0;             // room between the area's sides and the outermost values
  float top_inset = 0;              // room above the highest value, for labels
  std::vector<std::pair<double, std::string>> top_labels;  // of marks along x, above the area
  int top_rows = 0;                                        // filled by lay_out
};

struct Frame {
  FrameSpec spec;
  std::vector<std::string_view> caption_lines;
  std::vector<Tick> x_ticks, y_ticks;
  std::vector<std::vector<std::string_view>> category_lines;
  struct TopLabel {
    float left = 0;
    int row = 0;
    std::string text;
  };
  std::vector<TopLabel> top_labels;
  Rect whole;  // everything
  Rect area;   // where data is drawn
  float legend_top = 0, y_label_top = 0, labels_top = 0;
};

/// Lays a frame out with its upper left corner at `at`. `header` is the least distance from there
/// to the area's top, so that plots side by side stand on one line; `body` the area's height.
Frame lay_out(const Look& look, FrameSpec spec, ImVec2 at, float width, float header, float body);

/// Caption, legend, grid, ticks and labels. Returns the legend entry pointed at, or -1.
int draw_frame(Look& look, Items& items, const Frame& frame);
/// The base line and the labels above the area; after the data.
void draw_frame_front(Look& look, const Frame& frame);

/// Labels that keep apart: takes the first of the places offered that is free.
class LabelPlaces {
 public:
  explicit LabelPlaces(Rect bounds) : bounds_(bounds) {}
  /// No label may stand there.
  void block(const Rect& rect) { taken_.push_back(rect); }
  /// A label stands there only where no other place is free.
  void avoid(const Rect& rect) { avoided_.push_back(rect); }
  /// The upper left corner, moved inside the bounds.
  ImVec2 take(std::span<const ImVec2> offered, ImVec2 size);

 private:
  Rect bounds_;
  std::vector<Rect> taken_, avoided_;
};

/// How high the area of a plot of that width is.
float body_height(const Look& look, float width);

}  // namespace tally::app
