#include "app/theme.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/embedded.h"

namespace tally::app {
namespace {

using nlohmann::json;

Pattern pattern_named(std::string_view name) {
  constexpr std::string_view names[] = {"solid", "rising",  "falling", "dots",
                                        "level", "crossed", "upright"};
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (names[i] == name) return static_cast<Pattern>(i);
  return Pattern::solid;
}

ImU32* surface(Theme& theme, std::string_view name) {
  if (name == "text") return &theme.text;
  if (name == "background") return &theme.background;
  if (name == "panel") return &theme.panel;
  if (name == "grid") return &theme.grid;
  return nullptr;
}

}  // namespace

const Ink& Theme::ink(std::string_view key) const {
  static const Ink none;
  auto found = inks.find(key);
  if (found == inks.end()) found = inks.find("other");
  return found == inks.end() ? none : found->second;
}

Ink Theme::ink(std::string_view key, int nth) const {
  constexpr int patterns = static_cast<int>(Pattern::upright) + 1;
  Ink result = ink(key);
  result.pattern = static_cast<Pattern>((static_cast<int>(result.pattern) + nth) % patterns);
  return result;
}

ImU32 Theme::text_on(ImU32 fill) const {
  const ImU32 white = IM_COL32(255, 255, 255, 255), black = IM_COL32(16, 18, 22, 255);
  return contrast(white, fill) >= contrast(black, fill) ? white : black;
}

Theme builtin_theme(bool dark) {
  Theme theme;
  theme.dark = dark;
  const char* side = dark ? "dark" : "light";
  const json palette = json::parse(embedded_text("palette.json"), nullptr, false);
  if (palette.is_discarded()) return theme;
  for (const auto& [name, row] : palette["inks"].items())
    theme.inks[name] = {.color = parse_color(row.value(side, "")).value_or(IM_COL32_BLACK),
                        .pattern = pattern_named(row.value("pattern", "solid")),
                        .dashed = row.value("dashed", false)};
  for (const auto& [name, row] : palette["surfaces"].items())
    if (ImU32* color = surface(theme, name))
      *color = parse_color(row.value(side, "")).value_or(IM_COL32_BLACK);
  return theme;
}

bool read_theme(std::string_view text, Theme& theme) {
  const json given = json::parse(text, nullptr, false);
  if (!given.is_object()) return false;
  theme = builtin_theme(given.value("dark", false));
  theme.font_size = std::clamp(given.value("font_size", 15.0f), 8.0f, 40.0f);
  theme.reduced_motion = given.value("reduced_motion", false);
  const auto colors = given.find("colors");
  if (colors == given.end() || !colors->is_object()) return true;
  for (const auto& [name, value] : colors->items()) {
    const auto color = value.is_string() ? parse_color(value.get<std::string>()) : std::nullopt;
    if (!color) continue;
    if (ImU32* place = surface(theme, name))
      *place = *color;
    else if (auto found = theme.inks.find(name); found != theme.inks.end())
      found->second.color = *color;
  }
  return true;
}

void apply_style(const Theme& theme, float dpr) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.PopupRounding = style.FrameRounding = style.GrabRounding = style.ScrollbarRounding = 5;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.FramePadding = {10, 5};
  style.CellPadding = {8, 4};
  style.ScrollbarSize = 10;
  style.ScaleAllSizes(dpr);
  style.CircleTessellationMaxError = 0.2f;

  const auto set = [&](ImGuiCol slot, ImU32 color) {
    style.Colors[slot] = ImGui::ColorConvertU32ToFloat4(color);
  };
  const ImU32 clear = with_alpha(theme.background, 0);
  const ImU32 lit = mix(theme.panel, theme.accent(), 0.14f);
  for (int slot = 0; slot < ImGuiCol_COUNT; ++slot) set(slot, clear);
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.muted());
  set(ImGuiCol_PopupBg, theme.background);
  set(ImGuiCol_Border, mix(theme.grid, theme.text, 0.15f));
  set(ImGuiCol_Header, lit);
  set(ImGuiCol_HeaderHovered, lit);
  set(ImGuiCol_HeaderActive, mix(theme.panel, theme.accent(), 0.25f));
  set(ImGuiCol_NavHighlight, theme.accent());
  set(ImGuiCol_ScrollbarGrab, mix(theme.grid, theme.text, 0.2f));
  set(ImGuiCol_ScrollbarGrabHovered, mix(theme.grid, theme.text, 0.35f));
  set(ImGuiCol_ScrollbarGrabActive, mix(theme.grid, theme.text, 0.5f));
  set(ImGuiCol_TableBorderLight, theme.grid);
  set(ImGuiCol_TableBorderStrong, theme.grid);
  set(ImGuiCol_TableHeaderBg, theme.panel);
}

}  // namespace tally::app
