// How figures look: inks of categories and roles, surfaces, the page's font size. One palette
// (web/palette.json) for page and window; the page may override any colour.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "app/color.h"

namespace tally::app {

/// The numbers are those of shaders/pattern.glsl.
enum class Pattern : std::uint8_t { solid, rising, falling, dots, level, crossed, upright };

struct Ink {
  ImU32 color = IM_COL32_BLACK;
  Pattern pattern = Pattern::solid;
  int dash = 0;  // of lines: 0 none, 1 dashes, 2 dots
};

struct Theme {
  bool dark = false;
  bool reduced_motion = false;
  float font_size = 15;  // CSS pixels
  ImU32 text = 0, background = 0, panel = 0, grid = 0;
  std::map<std::string, Ink, std::less<>> inks;

  /// The ink of a ColorKey of presentation.h; that of "other" for a key it does not know.
  const Ink& ink(std::string_view key) const;
  ImU32 muted() const { return ink("muted").color; }
  ImU32 accent() const { return ink("measured").color; }

  /// The ink of the key's `nth` use in one plot (0 the first): the same colour in another pattern.
  Ink ink(std::string_view key, int nth) const;

  /// Black or white text, whichever is read better on a fill of that colour.
  ImU32 text_on(ImU32 fill) const;
};

/// The palette as it is in web/palette.json.
Theme builtin_theme(bool dark);

/// {"dark":true,"colors":{"parameter":"#5aa9ee",...},"font_size":15,"reduced_motion":false}; what
/// is left out keeps its built-in value. False when `json` is no JSON object.
bool read_theme(std::string_view json, Theme& theme);

/// ImGui's own widgets (popups, the window's tables) in the same colours; for the current context.
void apply_style(const Theme& theme, float dpr);

}  // namespace tally::app
