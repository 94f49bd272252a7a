// The few widgets that figures need, as an article's page shows them: flat, thin, quiet.
#pragma once

#include <string_view>

#include "app/items.h"
#include "app/look.h"

namespace tally::app {

/// What came of a widget in this frame.
struct Touched {
  bool pressed = false;
  bool hovered = false;
};

float button_height(const Look& look);
float button_width(const Look& look, std::string_view label);

enum class ButtonKind : std::uint8_t { plain, chosen, strong, quiet };

/// A text button; `quiet` has no frame. `enabled` = false: muted, does nothing.
Touched draw_button(Look& look, Items& items, std::string_view id, std::string_view label,
                    const Rect& rect, ButtonKind kind, bool enabled = true,
                    std::string_view role = "button", std::string_view value = {});

/// A round arrow that takes one parameter back to its default.
Touched draw_reset_icon(Look& look, Items& items, std::string_view label, ImVec2 at, float size);

/// A box with a tick; the label stands beside it and belongs to it.
Touched draw_checkbox(Look& look, Items& items, std::string_view label, bool on, const Rect& rect);

/// A track with a knob. `part` is 0 to 1; `tick` marks the default. Returns true when dragged, with
/// the new part; `keys` tells of arrow keys: -1, 1, or -10, 10 for Page Down and Page Up.
struct SliderTouch {
  bool dragged = false;
  double part = 0;
  int keys = 0;
  bool to_default = false;  // Backspace or Delete
};
SliderTouch draw_slider(Look& look, Items& items, std::string_view label, std::string_view value,
                        double part, double tick, const Rect& rect);

/// A button that opens a list of `labels`; returns the chosen index or -1.
int draw_dropdown(Look& look, Items& items, std::string_view label, std::string_view value,
                  const std::vector<std::string>& labels, int chosen, const Rect& rect);

/// A sentence in a panel beside the pointer.
void draw_tip(Look& look, std::string_view text, ImVec2 anchor, const Rect& bounds);

}  // namespace tally::app
