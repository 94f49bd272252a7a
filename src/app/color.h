// Colours as ImGui packs them, and the arithmetic of contrast.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>

namespace tally::app {

/// "#rgb", "#rrggbb", "rgb(1, 2, 3)" or "rgba(1, 2, 3, .5)" (alpha left out); nothing for other
/// texts.
std::optional<ImU32> parse_color(std::string_view text);

/// `t` = 0 gives a, 1 gives b. Alpha is mixed too.
ImU32 mix(ImU32 a, ImU32 b, float t);

ImU32 with_alpha(ImU32 color, float alpha);

/// WCAG 2's ratio of relative luminances, 1 to 21.
float contrast(ImU32 a, ImU32 b);

}  // namespace tally::app
