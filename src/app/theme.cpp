#include "app/theme.h"

#include <algorithm>

#include "app/embedded.h"
#include "formats/json_value.h"

namespace tally::app {
namespace {

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

std::string_view text_of(const JsonValue& row, std::string_view name) {
  const JsonValue* found = row.find(name);
  return found && found->text() ? std::string_view(*found->text()) : std::string_view();
}

bool is_set(const JsonValue& row, std::string_view name) {
  const JsonValue* found = row.find(name);
  return found && found->boolean() && *found->boolean();
}

/// The members of the object `name`; none when there is no such object.
const JsonValue::Object& members(const JsonValue& json, std::string_view name) {
  static const JsonValue::Object none;
  const JsonValue* found = json.find(name);
  return found && found->object() ? *found->object() : none;
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
  const JsonValue palette = JsonValue::parse(embedded_text("palette.json")).value_or(JsonValue());
  const auto color = [&](const JsonValue& row) {
    return parse_color(text_of(row, side)).value_or(IM_COL32_BLACK);
  };
  for (const auto& [name, row] : members(palette, "inks"))
    theme.inks[name] = {.color = color(row),
                        .pattern = pattern_named(text_of(row, "pattern")),
                        .dash = is_set(row, "dashed") ? 1 : 0};
  for (const auto& [name, row] : members(palette, "surfaces"))
    if (ImU32* place = surface(theme, name)) *place = color(row);
  return theme;
}

bool read_theme(std::string_view text, Theme& theme) {
  const std::optional<JsonValue> given = JsonValue::parse(text);
  if (!given || !given->object()) return false;
  theme = builtin_theme(is_set(*given, "dark"));
  const JsonValue* size = given->find("font_size");
  const double font_size = size ? size->number().value_or(15) : 15;
  theme.font_size = std::clamp(static_cast<float>(font_size), 8.0f, 40.0f);
  theme.reduced_motion = is_set(*given, "reduced_motion");
  for (const auto& [name, value] : members(*given, "colors")) {
    const auto color = value.text() ? parse_color(*value.text()) : std::nullopt;
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
