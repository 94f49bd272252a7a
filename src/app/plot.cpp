#include "app/plot.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/bars_across.h"
#include "app/plot_data.h"

namespace tally::app {
namespace {

void draw_areas(Look& look, const Plot& plot, const PlotData& data, const PlotState& state,
                std::uint64_t version, const Frame& frame) {
  std::vector<const Series*> areas;
  std::vector<Ink> inks;
  std::vector<float> alphas;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    if (series.kind != SeriesKind::area || series.x.empty()) continue;
    areas.push_back(&series);
    inks.push_back(data.ink(look, plot, i));
    alphas.push_back(state.alpha(data.entry_of[i], series.color));
    low = std::min(low, series.x.front());
    high = std::max(high, series.x.back());
  }
  if (areas.empty()) return;
  const AxisMap& x = frame.spec.x;
  const Rect area = {std::round(x.at(low)), frame.area.top, std::round(x.at(high)),
                     frame.area.bottom};
  const auto columns = [&](int count) {
    // Bands past what the shader holds are drawn as a part of the last one.
    const std::size_t bands = std::min<std::size_t>(areas.size(), Fills::max_bands);
    BandColumns result{count, static_cast<int>(bands), {}};
    result.tops.resize(static_cast<std::size_t>(count) * bands);
    for (int column = 0; column < count; ++column) {
      const float pixel = area.left + (static_cast<float>(column) + 0.5f) /
                                          static_cast<float>(count) * area.width();
      double sum = 0;
      for (std::size_t band = 0; band < areas.size(); ++band) {
        sum += value_between(*areas[band], x.value(pixel));
        const float top = frame.spec.y.at(sum);
        const std::size_t row = std::min(band, bands - 1);
        result.tops[row * static_cast<std::size_t>(count) + static_cast<std::size_t>(column)] =
            (area.bottom - top) / area.height();
      }
    }
    return result;
  };
  look.fills.bands(ImGui::GetWindowDrawList(), &state, version, area.low(), area.high(), inks,
                   alphas, true, columns);
}

struct BarLabel {
  ImVec2 at;
  ImU32 color;  // 0: the part is hatched, the label needs a plate
  std::string text;
};

/// Draws the parts of one stack; adds the labels of parts that are high enough. Returns the stack's
/// top, and its sum in `sum`.
float draw_stack(Look& look, const Plot& plot, const PlotData& data, const PlotState& state,
                 const Frame& frame, double x, float half, std::vector<BarLabel>& labels,
                 double& sum) {
  const ImFont* small = look.small();
  const float middle = std::round(frame.spec.x.at(x));
  const int last = data.top_bar(plot, x);
  float bottom = frame.area.bottom;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    const double value = series.kind == SeriesKind::bars ? value_at(series, x).value_or(0) : 0;
    if (value == 0) continue;
    const bool lowest = sum == 0, highest = static_cast<int>(i) == last;
    sum += value;
    const float top = std::round(frame.spec.y.at(sum));
    const Ink ink = data.ink(look, plot, i);
    const float seam = highest ? 0 : look.hairline();  // of background, between the parts
    look.fills.rectangle({middle - half, top + seam}, {middle + half, bottom}, ink,
                         state.alpha(data.entry_of[i], series.color), highest ? look.px(3) : 0);
    const std::string text = short_text(value, plot.y.unit);
    const float width = text_width(small, text);
    const bool alone = lowest && highest;  // the total says it
    if (!alone && bottom - top >= small->FontSize + look.px(2) && width <= 2 * half - look.px(4))
      labels.push_back({{middle - width / 2, (top + bottom - small->FontSize) / 2},
                        ink.pattern == Pattern::solid ? look.theme.text_on(ink.color) : 0,
                        text});
    bottom = top;
  }
  return bottom;
}

void draw_bars(Look& look, const Plot& plot, const PlotData& data, const PlotState& state,
               const Frame& frame, LabelPlaces& places) {
  if (!data.has_bars) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImFont* small = look.small();
  const float half = std::max(1.0f, std::round(data.bar_width(frame.spec.x, look.px(64)) / 2));
  std::vector<BarLabel> parts, totals;
  bool totals_fit = true;
  for (const double x : data.positions) {
    double sum = 0;
    const float top = draw_stack(look, plot, data, state, frame, x, half, parts, sum);
    if (sum == 0) continue;
    const float middle = std::round(frame.spec.x.at(x));
    places.avoid({middle - half, top, middle + half, frame.area.bottom});
    const std::string text = short_text(sum, plot.y.unit);
    const float width = text_width(small, text);
    totals_fit = totals_fit && width <= data.slot(frame.spec.x) - look.px(2);
    const bool ringed =
        std::any_of(plot.series.begin(), plot.series.end(),
                    [x](const Series& each) { return is_overlay(each) && value_at(each, x); });
    totals.push_back({{middle - width / 2, top - small->FontSize - look.px(ringed ? 8 : 1)},
                      look.theme.text,
                      text});
  }
  look.fills.flush(list);
  if (state.lit >= 0 || !state.light.empty())
    return;  // one series is looked at, the labels are of all
  if (!totals_fit) totals.clear();
  for (const BarLabel& label : parts)
    if (label.color)
      draw_text(look, list, small, label.at, label.color, label.text);
    else
      draw_plate(look, list, small, label.at, look.theme.text, label.text);
  for (const BarLabel& label : totals) {
    draw_text(look, list, small, label.at, label.color, label.text);
    places.block({label.at.x, label.at.y, label.at.x + text_width(small, label.text),
                  label.at.y + small->FontSize});
  }
}

std::vector<ImVec2> pixels_of(const Series& series, const Frame& frame) {
  std::vector<ImVec2> points;
  for (std::size_t k = 0; k < series.x.size(); ++k)
    points.push_back({frame.spec.x.at(series.x[k]), frame.spec.y.at(series.y[k])});
  return points;
}

/// How many later lines cover this one: it is drawn wider, so that all are seen.
int covering_lines(const Plot& plot, const Frame& frame, std::size_t series,
                   const std::vector<ImVec2>& points) {
  int count = 0;
  for (std::size_t i = series + 1; i < plot.series.size(); ++i) {
    if (plot.series[i].kind != SeriesKind::line || plot.series[i].x != plot.series[series].x)
      continue;
    const std::vector<ImVec2> other = pixels_of(plot.series[i], frame);
    count += std::equal(points.begin(), points.end(), other.begin(),
                        [](ImVec2 a, ImVec2 b) { return std::abs(a.y - b.y) < 2; });
  }
  return count;
}

/// Marks' labels keep off the line.
void block_line(LabelPlaces& places, const std::vector<ImVec2>& points, float step) {
  for (std::size_t k = 1; k < points.size(); ++k) {
    const ImVec2 a = points[k - 1], b = points[k];
    const int parts = std::min(200, 1 + static_cast<int>(std::hypot(b.x - a.x, b.y - a.y) / step));
    for (int i = 0; i < parts; ++i) {
      const float t = (static_cast<float>(i) + 0.5f) / static_cast<float>(parts);
      const ImVec2 at = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
      places.block({at.x - 1, at.y - 1, at.x + 1, at.y + 1});
    }
  }
}

void draw_lines_and_points(Look& look, const Plot& plot, const PlotData& data,
                           const PlotState& state, const Frame& frame, LabelPlaces& places) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const SeriesKind kind : {SeriesKind::line, SeriesKind::points})
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      const Series& series = plot.series[i];
      if (series.kind != kind) continue;
      const std::vector<ImVec2> points = pixels_of(series, frame);
      const Ink ink = data.ink(look, plot, i);
      const float alpha = state.alpha(data.entry_of[i], series.color);
      if (kind == SeriesKind::line) {
        const int covered = covering_lines(plot, frame, i, points);
        draw_line(look, list, points, ink, alpha, look.px(static_cast<float>(2 + 4 * covered)));
        block_line(places, points, look.px(6));
        continue;
      }
      const float radius = look.px(series.color == "yours" ? 5.5f : points.size() > 40 ? 2.5f : 4);
      for (const ImVec2 point : points) {
        draw_marker(look, list, point, data.marker_of[i], with_alpha(ink.color, alpha), radius);
        places.block({point.x - radius, point.y - radius, point.x + radius, point.y + radius});
      }
    }
}

void draw_marks(Look& look, const Plot& plot, const PlotData& data, const Frame& frame,
                LabelPlaces& places) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImFont* small = look.small();
  std::vector<const Mark*> marks;
  for (const Mark& mark : plot.marks) marks.push_back(&mark);
  std::stable_sort(marks.begin(), marks.end(),
                   [](const Mark* a, const Mark* b) { return a->at > b->at; });
  for (const Mark* mark : marks) {
    const Ink& ink = look.theme.ink(mark->color);
    if (mark->along == Mark::Along::x) {
      const float x = std::round(frame.spec.x.at(mark->at)) + (look.hairline() == 1 ? 0.5f : 0);
      draw_line(look, list, {{x, frame.area.top - look.px(4)}, {x, frame.area.bottom}}, ink,
                mark->color == "muted" ? 0.7f : 1,
                mark->color == "muted" ? look.hairline() : look.px(1.5f));
      continue;
    }
    const std::string text = fit_text(small, mark->label, frame.area.width() - look.px(8));
    const ImVec2 size = {text_width(small, text), small->FontSize};
    const bool above = mark->at > data.y_high;  // off the scale: said at the top
    const float y = above ? frame.area.top : std::round(frame.spec.y.at(mark->at)) + 0.5f;
    if (!above)
      draw_line(look, list, {{frame.area.left, y}, {frame.area.right, y}}, ink, 1, look.px(1.5f));
    const float right = frame.area.right - size.x - look.px(4), left = frame.area.left + look.px(4);
    const float over = y - size.y - look.px(2), under = y + look.px(2);
    std::vector<ImVec2> offers;  // from the right end to the left one, over the line or under it
    for (const float part : {0.0f, 1.0f, 0.25f, 0.5f, 0.75f, 0.12f, 0.88f})
      for (const float top : {over, under}) offers.push_back({right + (left - right) * part, top});
    draw_plate(look, list, small, places.take(offers, size), ink.color,
               above ? fit_text(small, "↑ " + mark->label, frame.area.width()) : text);
  }
}

/// The position nearest to that pixel.
int nearest(const PlotData& data, const AxisMap& x, float pixel) {
  int best = -1;
  float distance = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < data.positions.size(); ++i) {
    const float d = std::abs(x.at(data.positions[i]) - pixel);
    if (d < distance) {
      distance = d;
      best = static_cast<int>(i);
    }
  }
  return best;
}

void draw_pointed(Look& look, const Plot& plot, const PlotData& data, const Frame& frame,
                  double position, ImVec2 pointer, const Rect& bounds) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float x = frame.spec.x.at(position);
  if (!data.has_bars)
    draw_vertical(look, list, x, frame.area.top, frame.area.bottom, look.theme.muted());
  std::vector<ReadoutRow> rows;
  double total = 0;
  int stacked = 0;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    const std::optional<double> value = value_at(series, position);
    if (!value) continue;
    LegendEntry entry = data.entry(look, plot, i);
    if (series.kind == SeriesKind::bars || series.kind == SeriesKind::area) {
      total += *value;
      ++stacked;
    } else {
      draw_marker(look, list, {x, frame.spec.y.at(*value)}, data.marker_of[i], entry.ink.color,
                  look.px(5));
    }
    const bool repeated = std::any_of(rows.begin(), rows.end(), [&](const ReadoutRow& row) {
      return row.entry.label == entry.label && row.value == exact_text(*value, plot.y.unit);
    });
    if (!repeated) rows.push_back({entry, exact_text(*value, plot.y.unit)});
  }
  if (rows.empty()) return;
  if (stacked > 1) rows.push_back({{.label = "Σ", .ink = {0}}, exact_text(total, plot.y.unit)});
  draw_readout(look, data.position_text(plot, position), rows, {x, pointer.y}, bounds);
}

Frame lay_out_plot(const Look& look, const Plot& plot, const PlotData& data, ImVec2 at, float width,
                   float header) {
  return lay_out(look, data.frame(look, plot), at, width, header, body_height(look, width));
}

}  // namespace

float plot_header(const Look& look, const Plot& plot, float width) {
  if (needs_bars_across(look, plot, width)) return 0;
  const Frame frame = lay_out_plot(look, plot, PlotData(plot), {0, 0}, width, 0);
  return frame.area.top;
}

float plot_height(const Look& look, const Plot& plot, float width, float header) {
  if (needs_bars_across(look, plot, width)) return bars_across_height(look, plot, width);
  return lay_out_plot(look, plot, PlotData(plot), {0, 0}, width, header).whole.bottom;
}

void draw_plot(Look& look, Items& items, const Plot& plot, PlotState& state, std::uint64_t version,
               ImVec2 at, float width, float header, const Rect& bounds) {
  ImGui::PushID(plot.id.c_str());
  items.belong_to("plot:" + plot.id);
  if (needs_bars_across(look, plot, width)) {
    draw_bars_across(look, items, plot, state, at, width, bounds);
    ImGui::PopID();
    return;
  }
  const PlotData data(plot);
  const Frame frame = lay_out_plot(look, plot, data, at, width, header);
  data.set_light(look, plot, state, draw_frame(look, items, frame));
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect({frame.area.left - look.px(8), frame.area.top - look.px(8)},
                     {frame.area.right + look.px(8), frame.area.bottom + look.px(6)}, true);
  draw_areas(look, plot, data, state, version, frame);
  LabelPlaces places(frame.area);
  draw_bars(look, plot, data, state, frame, places);
  draw_lines_and_points(look, plot, data, state, frame, places);
  draw_marks(look, plot, data, frame, places);
  list->PopClipRect();
  draw_frame_front(look, frame);

  const Pointed pointed = plot_item(items, frame.area, plot.id, plot.caption,
                                    static_cast<int>(data.positions.size()), state.cursor);
  const ImVec2 pointer = ImGui::GetMousePos();
  int position = -1;
  if (pointed.hovered)
    position = state.cursor = nearest(data, frame.spec.x, pointer.x);
  else if (pointed.focused)
    position = state.cursor;
  if (position >= 0 && position < static_cast<int>(data.positions.size())) {
    const float y = pointed.hovered ? pointer.y : (frame.area.top + frame.area.bottom) / 2;
    draw_pointed(look, plot, data, frame, data.positions[static_cast<std::size_t>(position)],
                 {pointer.x, y}, bounds);
  }
  ImGui::PopID();
}

Pointed plot_item(Items& items, const Rect& area, std::string_view id, std::string_view label,
                  int count, int& cursor) {
  const ImRect box(area.low(), area.high());
  const ImGuiID item = ImGui::GetID("area");
  if (!ImGui::ItemAdd(box, item)) return {};
  items.describe(item, label.empty() ? id : label, "plot");
  Pointed pointed;
  pointed.hovered = ImGui::ItemHoverable(box, item, ImGuiItemFlags_None);
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  pointed.focused = g.NavId == item && !g.NavDisableHighlight;
  if (pointed.focused && count > 0) {
    cursor = std::clamp(cursor, 0, count - 1);
    for (const auto& [key, by] :
         {std::pair(ImGuiKey_LeftArrow, -1), std::pair(ImGuiKey_RightArrow, 1)}) {
      ImGui::SetKeyOwner(key, item);
      if (ImGui::IsKeyPressed(key, item, ImGuiInputFlags_Repeat))
        cursor = std::clamp(cursor + by, 0, count - 1);
    }
    ImGui::RenderNavHighlight(box, item);
  }
  return pointed;
}

}  // namespace tally::app
