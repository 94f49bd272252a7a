#include "app/bars_across.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/plot_data.h"

namespace tally::app {
namespace {

constexpr std::size_t most_lines = 3;

/// Everything's place, from the top down.
struct Layout {
  std::vector<std::string_view> caption;
  std::vector<LegendEntry> legend;
  std::vector<std::vector<std::string_view>> names;
  float legend_top = 0, label_top = 0, marks_top = 0, bars_top = 0, bottom = 0;
  float value_width = 0;
  std::vector<float> row_tops;
};

float bar_height(const Look& look) { return look.px(18); }

Layout lay_out_across(const Look& look, const Plot& plot, const PlotData& data, float width) {
  const ImFont* small = look.small();
  Layout layout;
  const FrameSpec spec = data.frame(look, plot);
  layout.legend = spec.legend;
  float y = 0;
  if (!plot.caption.empty()) {
    layout.caption = wrap_text(look.body(), plot.caption, width);
    y += look.body()->FontSize * static_cast<float>(layout.caption.size()) + look.px(6);
  }
  layout.legend_top = y;
  if (!layout.legend.empty()) y += legend_height(look, layout.legend, width) + look.px(6);
  layout.label_top = y;
  if (!plot.y.label.empty()) y += small->FontSize + look.px(4);
  layout.marks_top = y;
  for (const Mark& mark : plot.marks)
    if (mark.along == Mark::Along::y) y += small->FontSize;
  layout.bars_top = y;
  for (std::size_t i = 0; i < plot.x.categories.size(); ++i) {
    layout.names.push_back(wrap_text(small, plot.x.categories[i], width));
    layout.row_tops.push_back(y);
    y += small->FontSize * static_cast<float>(layout.names.back().size()) + look.px(2) +
         bar_height(look) + look.px(8);
    double sum = 0;
    for (const Series& series : plot.series)
      if (!is_overlay(series)) sum += value_at(series, static_cast<double>(i)).value_or(0);
    layout.value_width =
        std::max(layout.value_width, text_width(small, short_text(sum, plot.y.unit)));
  }
  layout.bottom = std::round(y);
  return layout;
}

/// The longest piece that a line cannot break.
float widest_word(const ImFont* font, std::string_view text) {
  float widest = 0;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    const bool latin = std::all_of(word.begin(), word.end(), [](char c) { return c > 0; });
    widest = std::max(widest, latin ? text_width(font, word) : font->FontSize);
    text.remove_prefix(std::min(text.size(), space + 1));
  }
  return widest;
}

}  // namespace

bool needs_bars_across(const Look& look, const Plot& plot, float width) {
  if (plot.x.categories.empty() || plot.series.empty()) return false;
  for (const Series& series : plot.series)
    if (series.kind != SeriesKind::bars && !is_overlay(series)) return false;
  const float slot =
      (width - look.px(56)) / static_cast<float>(plot.x.categories.size()) - look.px(8);
  return std::any_of(plot.x.categories.begin(), plot.x.categories.end(),
                     [&](const std::string& name) {
                       return widest_word(look.small(), name) > slot ||
                              wrap_text(look.small(), name, slot).size() > most_lines;
                     });
}

float bars_across_height(const Look& look, const Plot& plot, float width) {
  return lay_out_across(look, plot, PlotData(plot), width).bottom;
}

void draw_bars_across(Look& look, Items& items, const Plot& plot, PlotState& state, ImVec2 at,
                      float width, const Rect& bounds) {
  const PlotData data(plot);
  const Layout layout = lay_out_across(look, plot, data, width);
  const Theme& theme = look.theme;
  const ImFont* small = look.small();
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_lines(look, list, look.body(), at, theme.text, layout.caption);
  const int lit = layout.legend.empty() ? -1
                                        : draw_legend(look, items, layout.legend,
                                                      {at.x, at.y + layout.legend_top}, width);
  data.set_light(look, plot, state, lit);
  draw_text(look, list, small, {at.x, at.y + layout.label_top}, theme.muted(),
            fit_text(small, plot.y.label, width));

  AxisMap map{.low = data.y_low,
              .high = data.y_high,
              .scale = plot.y.scale,
              .from = at.x,
              .to = at.x + width - layout.value_width - look.px(8)};
  const float first = at.y + layout.bars_top;
  const Rect area = {at.x, first, at.x + width, at.y + layout.bottom};
  float label_y = at.y + layout.marks_top;
  for (const Mark& mark : plot.marks) {
    if (mark.along != Mark::Along::y) continue;
    const Ink& ink = theme.ink(mark.color);
    const float x = std::min(map.at(mark.at), at.x + width - 1);
    const std::string text = fit_text(small, mark.label, width);
    const float text_x =
        std::clamp(x - text_width(small, text) / 2, at.x, at.x + width - text_width(small, text));
    draw_text(look, list, small, {text_x, label_y}, ink.color, text);
    label_y += small->FontSize;
    draw_line(look, list, {{x, label_y}, {x, area.bottom - look.px(8)}}, ink, 1, look.px(1.5f));
  }

  std::vector<float> ends;
  for (std::size_t i = 0; i < layout.names.size(); ++i) {
    const auto position = static_cast<double>(i);
    float y = at.y + layout.row_tops[i];
    y += draw_lines(look, list, small, {at.x, y}, theme.text, layout.names[i]) + look.px(2);
    look.fills.rectangle({at.x, y}, {map.to, y + bar_height(look)}, {theme.panel}, 1, look.px(2),
                         true);
    const int last = data.top_bar(plot, position);
    float left = at.x;
    double sum = 0;
    for (std::size_t k = 0; k < plot.series.size(); ++k) {
      const double value = value_at(plot.series[k], position).value_or(0);
      if (value == 0 || is_overlay(plot.series[k])) continue;
      sum += value;
      const float right = std::round(map.at(sum));
      const float seam = static_cast<int>(k) == last ? 0 : look.hairline();
      const float alpha = lit < 0 || lit == data.entry_of[k] ? 1.0f : 0.22f;
      look.fills.rectangle({left, y}, {right - seam, y + bar_height(look)}, data.ink(look, plot, k),
                           alpha);
      left = right;
    }
    look.fills.flush(list);
    bool has_ring = false;
    for (const Series& series : plot.series) {
      const auto value = is_overlay(series) ? value_at(series, position) : std::nullopt;
      if (!value) continue;
      draw_marker(look, list, {map.at(*value), y + bar_height(look) / 2}, ring_marker, theme.text,
                  look.px(4));
      has_ring = true;
    }
    if (has_ring) left += look.px(8);
    draw_text(look, list, small, {left + look.px(6), y + (bar_height(look) - small->FontSize) / 2},
              theme.text, short_text(sum, plot.y.unit));
    ends.push_back(y + bar_height(look) + look.px(8));
  }

  const Pointed pointed = plot_item(items, area, plot.id, plot.caption,
                                    static_cast<int>(layout.names.size()), state.cursor);
  const ImVec2 pointer = ImGui::GetMousePos();
  if (pointed.hovered)
    state.cursor =
        static_cast<int>(std::lower_bound(ends.begin(), ends.end(), pointer.y) - ends.begin());
  if ((!pointed.hovered && !pointed.focused) || state.cursor < 0 ||
      state.cursor >= static_cast<int>(ends.size()))
    return;
  const auto at_cursor = static_cast<std::size_t>(state.cursor);
  std::vector<ReadoutRow> rows;
  double total = 0;
  int stacked = 0;
  for (std::size_t k = 0; k < plot.series.size(); ++k)
    if (const auto value = value_at(plot.series[k], static_cast<double>(state.cursor))) {
      rows.push_back({data.entry(look, plot, k), exact_text(*value, plot.y.unit)});
      if (is_overlay(plot.series[k])) continue;
      total += *value;
      ++stacked;
    }
  if (stacked > 1) rows.push_back({{.label = "Σ", .ink = {0}}, exact_text(total, plot.y.unit)});
  const ImVec2 anchor = {pointed.hovered ? pointer.x : at.x + width / 2, ends[at_cursor]};
  draw_readout(look, plot.x.categories[at_cursor], rows, anchor, bounds);
}

}  // namespace tally::app
