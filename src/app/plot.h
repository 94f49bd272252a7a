// Draws any Plot of a presentation: stacked bars, stacked areas, lines and points over number or
// category axes, with marks, a legend and a read-out. One module serves every figure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/axes.h"
#include "app/items.h"
#include "app/look.h"

namespace tally::app {

/// What is remembered of a plot between frames. Its address names its textures.
struct PlotState {
  int lit = -1;         // the legend entry pointed at
  std::string pointed;  // its colour, or ""
  std::string light;    // the colour that alone is lit for another reason, or ""
  int cursor = -1;      // the position that the arrow keys chose, when the plot has the focus
  int instant = -1;     // of a timeline: the sample that the reader chose

  /// How strongly a series of that legend entry and colour is drawn.
  float alpha(int entry, std::string_view color) const {
    const bool dim = lit >= 0 ? lit != entry : !light.empty() && light != color;
    return dim ? 0.22f : 1.0f;
  }
};

/// From the top to the area of data, and the whole, in framebuffer pixels.
float plot_header(const Look& look, const Plot& plot, float width);
float plot_height(const Look& look, const Plot& plot, float width, float header);

/// `version` changes with the plot's data.
void draw_plot(Look& look, Items& items, const Plot& plot, PlotState& state, std::uint64_t version,
               ImVec2 at, float width, float header, const Rect& bounds);

/// The item of a plot's area: hovered, or focused with arrow keys that move `cursor` among `count`
/// positions. Returns true when a read-out is due, `nearest` being the position for `pointer`.
struct Pointed {
  bool hovered = false;
  bool focused = false;
};
Pointed plot_item(Items& items, const Rect& area, std::string_view id, std::string_view label,
                  int count, int& cursor);

}  // namespace tally::app
