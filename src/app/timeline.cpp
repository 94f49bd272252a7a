#include "app/timeline.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace tally::app {
namespace {

std::vector<double> band_sums(const Timeline& timeline) {
  std::vector<double> sums(timeline.x_at.size(), 0);
  for (const Timeline::Band& band : timeline.bands)
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += band.bytes[i];
  return sums;
}

/// Bands of one category differ in pattern.
Ink band_ink(const Look& look, const Timeline& timeline, std::size_t band) {
  int use = 0;
  for (std::size_t i = 0; i < band; ++i)
    use += timeline.bands[i].color == timeline.bands[band].color;
  return look.theme.ink(timeline.bands[band].color, use);
}

Frame lay_out_timeline(const Look& look, const Timeline& timeline, ImVec2 at, float width) {
  FrameSpec spec;
  spec.caption = timeline.caption;
  spec.x_label = timeline.x.label;
  spec.y_label = timeline.y.label;
  spec.x_unit = timeline.x.unit;
  spec.y_unit = timeline.y.unit;
  for (const Timeline::Band& band : timeline.bands)
    spec.legend.push_back(
        {band.label, band_ink(look, timeline, spec.legend.size()), Swatch::fill, 0});
  double first = 0, last = 1;
  if (!timeline.x_at.empty()) {
    first = timeline.x_at.front();
    last = timeline.x_at.back() + 1;  // the last sample lasts until the end
  }
  for (const Timeline::Phase& phase : timeline.phases) last = std::max(last, phase.end);
  spec.x = {.low = first, .high = last};
  spec.y = {.low = 0, .high = timeline.peak_bytes > 0 ? timeline.peak_bytes * 1.1 : 1};
  spec.x_positions.assign(100, 0);           // too many to be ticks: round ones
  spec.top_labels.emplace_back(first, " ");  // one row, for the phases
  return lay_out(look, std::move(spec), at, width, 0, std::round(body_height(look, width) * 1.1f));
}

void draw_phases(Look& look, const Timeline& timeline, const Frame& frame) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImFont* small = look.small();
  bool tinted = false;
  for (const Timeline::Phase& phase : timeline.phases) {
    const float left = std::round(frame.spec.x.at(phase.begin));
    const float right = std::round(frame.spec.x.at(phase.end));
    if (tinted)
      list->AddRectFilled({left, frame.labels_top}, {right, frame.area.bottom}, look.theme.panel);
    tinted = !tinted;
    if (left > frame.area.left + 1)
      draw_vertical(look, list, left, frame.labels_top, frame.area.bottom, look.theme.grid);
    const float room = right - left - look.px(6);
    if (room < look.px(14)) continue;
    const std::string text = fit_text(small, phase.label, room);
    draw_text(look, list, small, {(left + right - text_width(small, text)) / 2, frame.labels_top},
              look.theme.text, text);
  }
}

BandColumns band_columns(const Timeline& timeline, const Frame& frame, int count) {
  const std::vector<double> sums = band_sums(timeline);
  // Bands past what the shader holds are drawn as a part of the last one.
  const std::size_t bands = std::min<std::size_t>(timeline.bands.size(), Fills::max_bands);
  BandColumns result{count, static_cast<int>(bands), {}};
  const auto columns = static_cast<std::size_t>(count);
  result.tops.assign(columns * bands, 0);
  const AxisMap& x = frame.spec.x;
  const auto edge = [&](std::size_t column) {
    return x.low + (x.high - x.low) * static_cast<double>(column) / static_cast<double>(columns);
  };
  for (std::size_t column = 0; column < columns; ++column) {
    const int sample = fullest_sample(timeline.x_at, sums, edge(column), edge(column + 1));
    if (sample < 0) continue;
    double sum = 0;
    for (std::size_t band = 0; band < timeline.bands.size(); ++band) {
      sum += timeline.bands[band].bytes[static_cast<std::size_t>(sample)];
      result.tops[std::min(band, bands - 1) * columns + column] =
          (frame.area.bottom - frame.spec.y.at(sum)) / frame.area.height();
    }
  }
  return result;
}

void draw_peak(Look& look, const Timeline& timeline, const Frame& frame) {
  if (!(timeline.peak_bytes > 0)) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 peak = {std::round(frame.spec.x.at(timeline.peak_at)),
                       std::round(frame.spec.y.at(timeline.peak_bytes))};
  const Ink& ink = look.theme.ink("limit");
  const float middle = look.hairline() == 1 ? 0.5f : 0;
  draw_line(look, list, {{frame.area.left, peak.y + middle}, {frame.area.right, peak.y + middle}},
            ink, 0.9f, look.hairline());
  draw_marker(look, list, peak, 0, ink.color, look.px(4));
  std::string text = timeline.peak_label;
  if (text.empty())
    text = std::string(look.word("peak")) + " " + exact_text(timeline.peak_bytes, timeline.y.unit);
  text = fit_text(look.small(), text, frame.area.width() - look.px(12));
  const float width = text_width(look.small(), text);
  float left = peak.x + look.px(8);
  if (left + width > frame.area.right - look.px(4)) left = peak.x - look.px(8) - width;
  left = std::clamp(left, frame.area.left + look.px(4),
                    std::max(frame.area.left + look.px(4), frame.area.right - width - look.px(4)));
  draw_plate(look, list, look.small(), {left, peak.y - look.small()->FontSize - look.px(3)},
             ink.color, text);
}

/// The chosen instant: a line through the area with a handle on top.
void draw_instant(Look& look, const Timeline& timeline, const Frame& frame, int instant) {
  if (instant < 0 || instant >= static_cast<int>(timeline.x_at.size())) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float x = std::round(frame.spec.x.at(timeline.x_at[static_cast<std::size_t>(instant)]));
  const ImU32 color = look.theme.ink("yours").color;
  list->AddRectFilled({x - look.hairline(), frame.area.top},
                      {x + look.hairline(), frame.area.bottom}, color);
  const float half = look.px(6);
  list->AddTriangleFilled({x - half, frame.area.top - half}, {x + half, frame.area.top - half},
                          {x, frame.area.top + half}, color);
}

/// True while the pointer, pressed on the area, is held. The area then has the keys, too.
bool drag(bool hovered) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiID item = ImGui::GetID("area");
  if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    ImGui::SetActiveID(item, g.CurrentWindow);
    ImGui::FocusWindow(g.CurrentWindow);
    ImGui::SetFocusID(item, g.CurrentWindow);
    g.NavDisableHighlight = false;
  }
  if (g.ActiveId != item) return false;
  if (!g.IO.MouseDown[ImGuiMouseButton_Left]) ImGui::ClearActiveID();
  return true;
}

}  // namespace

int fullest_sample(const std::vector<double>& x_at, const std::vector<double>& sums, double from,
                   double to) {
  if (x_at.empty() || from < x_at.front()) {
    if (x_at.empty() || to <= x_at.front()) return -1;
  }
  const auto after = std::upper_bound(x_at.begin(), x_at.end(), from);
  auto best = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - x_at.begin() - 1, 0));
  for (std::size_t i = best + 1; i < x_at.size() && x_at[i] < to; ++i)
    if (sums[i] > sums[best]) best = i;
  return static_cast<int>(best);
}

float timeline_height(const Look& look, const Timeline& timeline, float width) {
  return lay_out_timeline(look, timeline, {0, 0}, width).whole.bottom;
}

void draw_timeline(Look& look, Items& items, const Timeline& timeline, PlotState& state,
                   std::uint64_t version, ImVec2 at, float width, const Rect& bounds) {
  ImGui::PushID(timeline.id.c_str());
  items.belong_to("plot:" + timeline.id);
  const Frame frame = lay_out_timeline(look, timeline, at, width);
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_phases(look, timeline, frame);
  state.lit = draw_frame(look, items, frame);
  const auto lights = [&](const Timeline::Band& band) { return band.color == look.light; };
  const bool falls_here = std::any_of(timeline.bands.begin(), timeline.bands.end(), lights);
  state.light = falls_here ? look.light : std::string();
  state.pointed =
      state.lit < 0 ? std::string() : timeline.bands[static_cast<std::size_t>(state.lit)].color;

  std::vector<Ink> inks;
  std::vector<float> alphas;
  for (std::size_t i = 0; i < timeline.bands.size(); ++i) {
    inks.push_back(band_ink(look, timeline, i));
    alphas.push_back(state.alpha(static_cast<int>(i), timeline.bands[i].color));
  }
  const Rect plot = {frame.area.left, frame.area.top, frame.area.right, frame.area.bottom};
  look.fills.bands(list, &state, version, plot.low(), plot.high(), inks, alphas, false,
                   [&](int columns) { return band_columns(timeline, frame, columns); });
  draw_peak(look, timeline, frame);
  draw_frame_front(look, frame);

  const auto count = static_cast<int>(timeline.x_at.size());
  const Pointed pointed =
      plot_item(items, frame.area, timeline.id, timeline.caption, count, state.instant);
  const ImVec2 pointer = ImGui::GetMousePos();
  const bool dragged = drag(pointed.hovered);
  if (pointed.hovered || dragged) {
    const float pixel = std::floor(std::clamp(pointer.x, frame.area.left, frame.area.right - 1));
    state.cursor = fullest_sample(timeline.x_at, band_sums(timeline), frame.spec.x.value(pixel),
                                  frame.spec.x.value(pixel + 1));
    if (dragged) state.instant = state.cursor;
  }
  draw_instant(look, timeline, frame, state.instant);
  const int told = pointed.hovered || dragged ? state.cursor : pointed.focused ? state.instant : -1;
  if (told >= 0 && told < count) {
    const auto sample = static_cast<std::size_t>(told);
    const double event = timeline.x_at[sample];
    const bool free = pointed.hovered && !dragged;  // beside the chosen instant
    const float x = free ? pointer.x : frame.spec.x.at(event);
    if (free) draw_vertical(look, list, x, frame.area.top, frame.area.bottom, look.theme.muted());
    std::vector<ReadoutRow> rows;
    double total = 0;
    for (std::size_t i = timeline.bands.size(); i-- > 0;) {
      const double bytes = timeline.bands[i].bytes[sample];
      total += bytes;
      if (bytes != 0)
        rows.push_back({{timeline.bands[i].label, inks[i], Swatch::fill, 0},
                        exact_text(bytes, timeline.y.unit)});
    }
    rows.push_back({{.label = "Σ", .ink = {0}}, exact_text(total, timeline.y.unit)});
    std::string head = timeline.x.label + " " + exact_text(event, Unit::none);
    for (const Timeline::Phase& phase : timeline.phases)
      if (event >= phase.begin && event < phase.end) head += " · " + phase.label;
    draw_readout(look, head, rows, {x, (frame.area.top + frame.area.bottom) / 2}, bounds);
  }
  ImGui::PopID();
}

}  // namespace tally::app
