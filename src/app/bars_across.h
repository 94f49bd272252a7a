// Bars that lie on their side, one below the other: where the names of the categories are too long
// to stand side by side (a phone, long Chinese or English names).
#pragma once

#include "app/items.h"
#include "app/look.h"
#include "app/plot.h"

namespace tally::app {

/// True for bars over categories whose names do not fit below upright ones in three lines.
bool needs_bars_across(const Look& look, const Plot& plot, float width);

float bars_across_height(const Look& look, const Plot& plot, float width);

void draw_bars_across(Look& look, Items& items, const Plot& plot, PlotState& state, ImVec2 at,
                      float width, const Rect& bounds);

}  // namespace tally::app
