#include "app/widgets.h"

#include <imgui_internal.h>

#include <algorithm>

namespace tally::app {
namespace {

ImGuiID id_of(std::string_view id) {
  return ImGui::GetCurrentWindow()->GetID(id.data(), id.data() + id.size());
}

/// Keys go to it: it was clicked last, or reached by arrow keys.
bool takes_keys(ImGuiID id) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.NavId == id && g.NavWindow == g.CurrentWindow;
}

bool has_focus(ImGuiID id) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.NavId == id && !g.NavDisableHighlight;
}

void draw_focus(Look& look, ImGuiID id, const Rect& rect, float radius) {
  if (!has_focus(id)) return;
  const float out = look.px(2);
  ImGui::GetWindowDrawList()->AddRect({rect.left - out, rect.top - out},
                                      {rect.right + out, rect.bottom + out}, look.theme.accent(),
                                      radius + out, 0, look.px(1.5f));
}

/// A filled plate with a hairline around it, crisp at any density.
void draw_framed(Look& look, const Rect& r, ImU32 line, ImU32 fill, float radius) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float w = look.hairline();
  list->AddRectFilled(r.low(), r.high(), line, radius);
  list->AddRectFilled({r.left + w, r.top + w}, {r.right - w, r.bottom - w}, fill,
                      std::max(0.0f, radius - w));
}

bool behave(ImGuiID id, const Rect& rect, bool enabled, Touched& touched) {
  const ImRect box(rect.low(), rect.high());
  if (!ImGui::ItemAdd(box, id, nullptr, enabled ? 0 : ImGuiItemFlags_Disabled)) return false;
  if (!enabled) return true;
  bool held = false;
  touched.pressed = ImGui::ButtonBehavior(box, id, &touched.hovered, &held);
  if (touched.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return true;
}

}  // namespace

float button_height(const Look& look) { return look.small()->FontSize + look.px(8); }
float button_width(const Look& look, std::string_view label) {
  return text_width(look.small(), label) + look.px(18);
}

Touched draw_button(Look& look, Items& items, std::string_view id, std::string_view label,
                    const Rect& rect, ButtonKind kind, bool enabled, std::string_view role,
                    std::string_view value) {
  Touched touched;
  const ImGuiID item = id_of(id);
  if (!behave(item, rect, enabled, touched)) return touched;
  items.describe(item, label, role, value);
  const Theme& theme = look.theme;
  ImU32 fill = theme.background, text = theme.text;
  ImU32 line = mix(theme.grid, theme.text, touched.hovered ? 0.5f : 0.2f);
  if (kind == ButtonKind::chosen || kind == ButtonKind::strong) {
    fill = touched.hovered && kind == ButtonKind::strong ? mix(theme.accent(), theme.text, 0.15f)
                                                         : theme.accent();
    line = fill;
    text = theme.text_on(fill);
  } else if (touched.hovered) {
    fill = mix(theme.background, theme.accent(), 0.10f);
  }
  if (!enabled) {
    fill = theme.panel;
    line = theme.grid;
    text = mix(theme.panel, theme.muted(), 0.7f);
  }
  const float radius = look.px(5);
  if (kind == ButtonKind::quiet)
    text = touched.hovered ? theme.accent() : enabled ? theme.muted() : text;
  else
    draw_framed(look, rect, line, fill, radius);
  const std::string shown = fit_text(look.small(), label, rect.width() - look.px(4));
  draw_text(look, ImGui::GetWindowDrawList(), look.small(),
            {rect.left + (rect.width() - text_width(look.small(), shown)) / 2,
             rect.top + (rect.height() - look.small()->FontSize) / 2},
            text, shown);
  draw_focus(look, item, rect, radius);
  return touched;
}

Touched draw_reset_icon(Look& look, Items& items, std::string_view label, ImVec2 at, float size) {
  Touched touched;
  const ImGuiID item = id_of("reset");
  const Rect rect = {at.x, at.y, at.x + size, at.y + size};
  if (!behave(item, rect, true, touched)) return touched;
  items.describe(item, label, "button");
  const ImU32 color = touched.hovered ? look.theme.accent() : look.theme.muted();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 middle = {at.x + size / 2, at.y + size / 2};
  const float radius = size * 0.30f;
  list->PathArcTo(middle, radius, -2.2f, 2.6f);
  list->PathStroke(color, 0, look.px(1.5f));
  const ImVec2 tip = {middle.x + radius * std::cos(-2.2f), middle.y + radius * std::sin(-2.2f)};
  const float a = size * 0.2f;
  list->AddTriangleFilled({tip.x - a, tip.y - a * 0.2f}, {tip.x + a * 0.6f, tip.y - a * 0.9f},
                          {tip.x + a * 0.5f, tip.y + a}, color);
  draw_focus(look, item, rect, look.px(3));
  return touched;
}

Touched draw_checkbox(Look& look, Items& items, std::string_view label, bool on, const Rect& rect) {
  Touched touched;
  const ImGuiID item = id_of("checkbox");
  if (!behave(item, rect, true, touched)) return touched;
  items.describe(item, label, "checkbox", on ? "true" : "false");
  const Theme& theme = look.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float size = look.px(16);
  const float line_height = look.small()->FontSize;
  const float top = rect.top + std::round(std::max(0.0f, line_height - size) / 2);
  const Rect box = {rect.left, top, rect.left + size, top + size};
  const ImU32 line =
      on ? theme.accent() : mix(theme.grid, theme.text, touched.hovered ? 0.6f : 0.35f);
  draw_framed(look, box, line, on ? theme.accent() : theme.background, look.px(4));
  if (on) {
    const ImVec2 tick[] = {{box.left + size * 0.24f, box.top + size * 0.52f},
                           {box.left + size * 0.43f, box.top + size * 0.71f},
                           {box.left + size * 0.77f, box.top + size * 0.31f}};
    list->AddPolyline(tick, 3, theme.text_on(theme.accent()), 0, look.px(2));
  }
  const float indent = size + look.px(8);
  const auto lines = wrap_text(look.small(), label, rect.width() - indent);
  draw_lines(look, list, look.small(), {rect.left + indent, rect.top}, theme.text, lines);
  draw_focus(look, item, box, look.px(4));
  return touched;
}

SliderTouch draw_slider(Look& look, Items& items, std::string_view label, std::string_view value,
                        double part, double tick, const Rect& rect) {
  SliderTouch touch;
  const ImGuiID item = id_of("slider");
  const ImRect box(rect.low(), rect.high());
  if (!ImGui::ItemAdd(box, item)) return touch;
  items.describe(item, label, "slider", value);
  bool hovered = false, held = false;
  ImGui::ButtonBehavior(box, item, &hovered, &held,
                        ImGuiButtonFlags_PressedOnClick | ImGuiButtonFlags_NoKeyModifiers);
  const float radius = look.px(7);
  const float from = rect.left + radius, to = rect.right - radius;
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (held && g.ActiveIdSource == ImGuiInputSource_Mouse) {
    touch.dragged = true;
    touch.part =
        std::clamp(static_cast<double>((ImGui::GetMousePos().x - from) / (to - from)), 0.0, 1.0);
    part = touch.part;
  }
  if (hovered || held) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (takes_keys(item)) {
    const std::pair<ImGuiKey, int> keys[] = {{ImGuiKey_LeftArrow, -1},
                                             {ImGuiKey_RightArrow, 1},
                                             {ImGuiKey_PageDown, -10},
                                             {ImGuiKey_PageUp, 10}};
    for (const auto& [key, by] : keys) {
      ImGui::SetKeyOwner(key, item);
      if (ImGui::IsKeyPressed(key, item, ImGuiInputFlags_Repeat)) touch.keys = by;
    }
    touch.to_default =
        ImGui::IsKeyPressed(ImGuiKey_Backspace) || ImGui::IsKeyPressed(ImGuiKey_Delete);
  }

  ImDrawList* list = ImGui::GetWindowDrawList();
  const Theme& theme = look.theme;
  const float middle = std::round((rect.top + rect.bottom) / 2);
  const float half = look.px(2);
  const float knob = std::round(from + static_cast<float>(part) * (to - from));
  list->AddRectFilled({rect.left, middle - half}, {rect.right, middle + half},
                      mix(theme.grid, theme.text, 0.12f), half);
  list->AddRectFilled({rect.left, middle - half}, {knob, middle + half}, theme.accent(), half);
  if (tick >= 0) {
    const float x = from + static_cast<float>(tick) * (to - from);
    draw_vertical(look, list, x, middle + half + look.px(2), middle + half + look.px(6),
                  theme.muted());
  }
  const bool lit = hovered || held || has_focus(item);
  if (lit)
    list->AddCircleFilled({knob, middle}, radius + look.px(4), with_alpha(theme.accent(), 0.22f));
  list->AddCircleFilled({knob, middle}, radius, theme.accent());
  list->AddCircleFilled({knob, middle}, radius - look.px(2.5f), theme.background);
  if (has_focus(item))
    list->AddCircle({knob, middle}, radius + look.px(4), theme.accent(), 0, look.px(1.5f));
  return touch;
}

int draw_dropdown(Look& look, Items& items, std::string_view label, std::string_view value,
                  const std::vector<std::string>& labels, int chosen, const Rect& rect) {
  Touched touched;
  const ImGuiID item = id_of("dropdown");
  if (!behave(item, rect, true, touched)) return -1;
  items.describe(item, label, "list", value);
  const Theme& theme = look.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_framed(look, rect, mix(theme.grid, theme.text, touched.hovered ? 0.5f : 0.2f),
              theme.background, look.px(5));
  const std::string_view shown =
      chosen >= 0 ? std::string_view(labels[static_cast<std::size_t>(chosen)]) : value;
  draw_text(look, list, look.small(),
            {rect.left + look.px(9), rect.top + (rect.height() - look.small()->FontSize) / 2},
            theme.text, fit_text(look.small(), shown, rect.width() - look.px(30)));
  const ImVec2 arrow = {rect.right - look.px(12), std::round((rect.top + rect.bottom) / 2)};
  const float a = look.px(4);
  list->AddTriangleFilled({arrow.x - a, arrow.y - a / 2}, {arrow.x + a, arrow.y - a / 2},
                          {arrow.x, arrow.y + a * 0.7f}, theme.muted());
  draw_focus(look, item, rect, look.px(5));

  if (touched.pressed) ImGui::OpenPopup("list");
  int result = -1;
  // Below the button if the list fits there, else where there is more room.
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float row = look.small()->FontSize + look.px(6);
  const float wanted = row * static_cast<float>(labels.size()) + look.px(10);
  const float below = display.y - rect.bottom - look.px(6), above = rect.top - look.px(6);
  const bool under = wanted <= below || below >= above;
  const float height = std::min(wanted, std::max(under ? below : above, row * 2));
  float width = rect.width();
  for (const std::string& text : labels)
    width = std::max(width, text_width(look.small(), text) + look.px(24));
  width = std::min(width, display.x);
  ImGui::SetNextWindowPos({std::clamp(rect.left, 0.0f, display.x - width),
                           under ? rect.bottom + look.px(3) : rect.top - look.px(3) - height});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(5), look.px(5)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(4), look.px(6)});
  ImGui::PushFont(look.small());
  if (ImGui::BeginPopup("list", ImGuiWindowFlags_NoMove)) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const bool is_chosen = static_cast<int>(i) == chosen;
      look.fonts.note(labels[i].data(), labels[i].data() + labels[i].size());
      if (ImGui::Selectable(labels[i].c_str(), is_chosen)) result = static_cast<int>(i);
      if (is_chosen && ImGui::IsWindowAppearing()) ImGui::SetItemDefaultFocus();
    }
    ImGui::EndPopup();
  }
  ImGui::PopFont();
  ImGui::PopStyleVar(2);
  return result;
}

void draw_tip(Look& look, std::string_view text, ImVec2 anchor, const Rect& bounds) {
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const float pad = look.px(8);
  const auto lines =
      wrap_text(look.small(), text, std::min(look.px(260), bounds.width() - 2 * pad));
  float width = 0;
  for (const std::string_view line : lines) width = std::max(width, text_width(look.small(), line));
  const float height = look.small()->FontSize * static_cast<float>(lines.size());
  const float left = std::round(
      std::clamp(anchor.x, bounds.left, std::max(bounds.left, bounds.right - width - 2 * pad)));
  float top = std::round(anchor.y);
  if (top + height + 2 * pad > bounds.bottom)
    top = std::max(bounds.top, bounds.bottom - height - 2 * pad);
  const float line = look.hairline();
  const ImVec2 low = {left, top}, high = {left + width + 2 * pad, top + height + 2 * pad};
  list->AddRectFilled(low, high, mix(look.theme.grid, look.theme.text, 0.25f), look.px(5));
  list->AddRectFilled({low.x + line, low.y + line}, {high.x - line, high.y - line},
                      look.theme.background, look.px(5) - line);
  draw_lines(look, list, look.small(), {left + pad, top + pad}, look.theme.text, lines);
}

}  // namespace tally::app
