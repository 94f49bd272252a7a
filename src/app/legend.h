// The legend of a plot and the read-out under its pointer.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/items.h"
#include "app/look.h"

namespace tally::app {

enum class Swatch : std::uint8_t { fill, line, points };

struct LegendEntry {
  std::string label;
  Ink ink;
  Swatch swatch = Swatch::fill;
  int marker = 0;  // of points
};

/// The height of a legend that wraps at `width`; 0 without entries.
float legend_height(const Look& look, std::span<const LegendEntry> entries, float width);

/// Draws it and returns the entry that the pointer is on, or -1.
int draw_legend(Look& look, Items& items, std::span<const LegendEntry> entries, ImVec2 at,
                float width);

/// What was measured elsewhere is a ring, so that what lies under it is seen.
inline constexpr int ring_marker = -1;

/// A point's mark: its shape differs from series to series, not only its colour.
void draw_marker(Look& look, ImDrawList* list, ImVec2 at, int marker, ImU32 color, float radius);

struct ReadoutRow {
  LegendEntry entry;
  std::string value;
};

/// A panel beside `anchor`, inside `bounds`, over everything else.
void draw_readout(Look& look, const std::string& head, std::span<const ReadoutRow> rows,
                  ImVec2 anchor, const Rect& bounds);

}  // namespace tally::app
