// Draws a Timeline: live bytes in stacked bands over the events of a run, phases along the top, the
// peak marked, a read-out under the pointer, and a cursor at an instant that the reader drags or
// moves with the arrow keys.
#pragma once

#include "app/plot.h"

namespace tally::app {

float timeline_height(const Look& look, const Timeline& timeline, float width);

void draw_timeline(Look& look, Items& items, const Timeline& timeline, PlotState& state,
                   std::uint64_t version, ImVec2 at, float width, const Rect& bounds);

/// Of the samples in effect in [from, to) the one with the most bytes, so that a column of pixels
/// never hides a peak; -1 without samples. `sums` are those of the bands.
int fullest_sample(const std::vector<double>& x_at, const std::vector<double>& sums, double from,
                   double to);

}  // namespace tally::app
