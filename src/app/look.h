// What every drawing function needs: theme, fonts, fills, pixel density and language. All positions
// are whole pixels of the framebuffer, so that edges and text are sharp at any density.
#pragma once

#include <imgui.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/fills.h"
#include "app/fonts.h"
#include "app/theme.h"
#include "lecture/description.h"
#include "lecture/presentation.h"

namespace tally::app {

/// The text in that language; "" when there is none.
std::string_view text_in(const TextMap& texts, std::string_view language);

struct Rect {
  float left = 0, top = 0, right = 0, bottom = 0;
  float width() const { return right - left; }
  float height() const { return bottom - top; }
  ImVec2 low() const { return {left, top}; }
  ImVec2 high() const { return {right, bottom}; }
  bool contains(ImVec2 p) const { return p.x >= left && p.x < right && p.y >= top && p.y < bottom; }
};

struct Look {
  const Theme& theme;
  Fonts& fonts;
  Fills& fills;
  const Description& description;
  std::string language;
  float dpr = 1;
  std::string light = {};  // the colour that alone is lit, a category's id; "" for none

  /// CSS pixels as whole pixels of the framebuffer; at least one for what is not zero.
  float px(float css) const {
    const float n = std::round(css * dpr);
    return n == 0 && css > 0 ? 1 : n;
  }
  /// The thinnest crisp line: one CSS pixel, rounded down.
  float hairline() const { return std::max(1.0f, std::floor(dpr)); }

  ImFont* body() const { return fonts.body(); }
  ImFont* small() const { return fonts.small(); }
  /// A word that views need (Strings.ui by field name), or its name when the description lacks it.
  std::string_view word(std::string_view name) const;
};

/// Width of one line.
float text_width(const ImFont* font, std::string_view text);

/// Lines no wider than `width`, broken at spaces and between Chinese characters; closing
/// punctuation does not begin a line. Views into `text`.
std::vector<std::string_view> wrap_text(const ImFont* font, std::string_view text, float width);

/// `text`, or as much of it as fits with an ellipsis.
std::string fit_text(const ImFont* font, std::string_view text, float width);

/// Draws one line with its upper left corner at `at` (whole pixels).
void draw_text(Look& look, ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 color,
               std::string_view text);

/// Draws lines below each other and returns their height.
float draw_lines(Look& look, ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 color,
                 const std::vector<std::string_view>& lines);

/// Text on a plate of the background, so that it is read over areas and lines.
void draw_plate(Look& look, ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 color,
                std::string_view text);

/// A polyline, dashed or dotted when the ink is.
void draw_line(Look& look, ImDrawList* list, const std::vector<ImVec2>& points, const Ink& ink,
               float alpha, float width);

/// Horizontal and vertical hairlines on whole pixels.
void draw_horizontal(Look& look, ImDrawList* list, float left, float right, float y, ImU32 color);
void draw_vertical(Look& look, ImDrawList* list, float x, float top, float bottom, ImU32 color);

}  // namespace tally::app
