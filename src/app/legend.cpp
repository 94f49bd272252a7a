#include "app/legend.h"

#include <imgui_internal.h>

#include <algorithm>

namespace tally::app {
namespace {

float swatch_width(const Look& look) { return look.px(14); }
float entry_width(const Look& look, const LegendEntry& entry) {
  return swatch_width(look) + look.px(5) + text_width(look.small(), entry.label);
}
float row_height(const Look& look) { return look.small()->FontSize + look.px(3); }

void draw_swatch(Look& look, ImDrawList* list, const LegendEntry& entry, ImVec2 at) {
  const float middle = std::round(at.y + look.small()->FontSize / 2);
  const float width = swatch_width(look);
  switch (entry.swatch) {
    case Swatch::fill: {
      const float half = look.px(5);
      look.fills.rectangle({at.x + look.px(2), middle - half}, {at.x + width, middle + half},
                           entry.ink, 1, look.px(2), true);
      look.fills.flush(list);
      break;
    }
    case Swatch::line:
      draw_line(look, list, {{at.x, middle}, {at.x + width, middle}}, entry.ink, 1, look.px(2));
      break;
    case Swatch::points:
      draw_marker(look, list, {at.x + width / 2, middle}, entry.marker, entry.ink.color,
                  look.px(4));
      break;
  }
}

}  // namespace

float legend_height(const Look& look, std::span<const LegendEntry> entries, float width) {
  if (entries.empty()) return 0;
  float x = 0, rows = 1;
  for (const LegendEntry& entry : entries) {
    const float w = entry_width(look, entry);
    if (x > 0 && x + w > width) {
      x = 0;
      ++rows;
    }
    x += w + look.px(16);
  }
  return rows * row_height(look);
}

int draw_legend(Look& look, Items& items, std::span<const LegendEntry> entries, ImVec2 at,
                float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  int pointed = -1;
  float x = 0, y = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const float w = entry_width(look, entries[i]);
    if (x > 0 && x + w > width) {
      x = 0;
      y += row_height(look);
    }
    const ImVec2 place = {at.x + x, at.y + y};
    const ImRect box(place, {place.x + w, place.y + row_height(look)});
    const ImGuiID id = ImGui::GetCurrentWindow()->GetID(static_cast<int>(i));
    if (ImGui::ItemAdd(box, id, nullptr, ImGuiItemFlags_NoNav)) {
      items.describe(id, entries[i].label, "legend");
      if (ImGui::ItemHoverable(box, id, ImGuiItemFlags_NoNav)) pointed = static_cast<int>(i);
    }
    draw_swatch(look, list, entries[i], place);
    draw_text(look, list, look.small(), {place.x + swatch_width(look) + look.px(5), place.y},
              look.theme.text,
              fit_text(look.small(), entries[i].label, width - swatch_width(look)));
    x += w + look.px(16);
  }
  return pointed;
}

void draw_marker(Look& look, ImDrawList* list, ImVec2 at, int marker, ImU32 color, float radius) {
  if (marker == ring_marker) {
    list->AddCircle(at, radius + look.px(2), look.theme.background, 0, look.px(4));
    list->AddCircle(at, radius + look.px(2), color, 0, look.px(2));
    return;
  }
  const float ring = radius + look.px(1.5f);
  const auto shape = [&](float r, ImU32 c) {
    switch (marker % 4) {
      case 0:
        list->AddCircleFilled(at, r, c);
        break;
      case 1:
        list->AddNgonFilled(at, r * 1.3f, c, 4);
        break;  // diamond
      case 2:
        list->AddRectFilled({at.x - r * 0.9f, at.y - r * 0.9f}, {at.x + r * 0.9f, at.y + r * 0.9f},
                            c);
        break;
      default:
        list->AddTriangleFilled({at.x, at.y - r * 1.2f}, {at.x + r * 1.1f, at.y + r * 0.8f},
                                {at.x - r * 1.1f, at.y + r * 0.8f}, c);
    }
  };
  shape(ring, look.theme.background);
  shape(radius, color);
}

void draw_readout(Look& look, const std::string& head, std::span<const ReadoutRow> rows,
                  ImVec2 anchor, const Rect& bounds) {
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImFont* font = look.small();
  const float pad = look.px(8), gap = look.px(14), step = row_height(look);
  const float label_at = swatch_width(look) + look.px(6);
  float labels = 0, values = 0;
  for (const ReadoutRow& row : rows) {
    labels = std::max(labels, text_width(font, row.entry.label));
    values = std::max(values, text_width(font, row.value));
  }
  const float most = bounds.width() - 2 * pad;
  labels = std::min(labels, std::max(look.px(40), most - label_at - gap - values));
  const float width =
      std::min(most, std::max(text_width(font, head), label_at + labels + gap + values));
  const float height = step * static_cast<float>(rows.size() + 1);

  const float outer = width + 2 * pad;
  float left = anchor.x + look.px(12);
  if (left + outer > bounds.right) left = anchor.x - look.px(12) - outer;
  left = std::round(std::clamp(left, bounds.left, std::max(bounds.left, bounds.right - outer)));
  float top = std::round(anchor.y - height / 2 - pad);
  top = std::clamp(top, bounds.top, std::max(bounds.top, bounds.bottom - height - 2 * pad));

  const ImVec2 low = {left, top}, high = {left + outer, top + height + 2 * pad};
  const float line = look.hairline();
  list->AddRectFilled(low, high, mix(look.theme.grid, look.theme.text, 0.25f), look.px(5));
  list->AddRectFilled({low.x + line, low.y + line}, {high.x - line, high.y - line},
                      look.theme.background, look.px(5) - line);
  ImVec2 at = {left + pad, top + pad};
  draw_text(look, list, font, at, look.theme.muted(), fit_text(font, head, width));
  for (const ReadoutRow& row : rows) {
    at.y += step;
    if (row.entry.ink.color) draw_swatch(look, list, row.entry, at);
    draw_text(look, list, font, {at.x + label_at, at.y}, look.theme.text,
              fit_text(font, row.entry.label, labels));
    draw_text(look, list, font, {left + pad + width - text_width(font, row.value), at.y},
              look.theme.text, row.value);
  }
}

}  // namespace tally::app
