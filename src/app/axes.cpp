#include "app/axes.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace tally::app {
namespace {

double transformed(double value, Scale scale) {
  return scale == Scale::linear ? value : std::log(std::max(value, 1e-300));
}

/// Assigns labels that stand above the area to rows, left to right, so that none overlap.
std::vector<Frame::TopLabel> place_top_labels(const Look& look, const FrameSpec& spec,
                                              const Rect& area, int& rows) {
  std::vector<Frame::TopLabel> placed;
  std::vector<float> ends;  // of each row
  auto labels = spec.top_labels;
  std::stable_sort(labels.begin(), labels.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [at, full] : labels) {
    const std::string text = fit_text(look.small(), full, area.width());
    const float width = text_width(look.small(), text);
    const float middle = spec.x.at(at);
    const float left =
        std::clamp(middle - width / 2, area.left, std::max(area.left, area.right - width));
    std::size_t row = 0;
    while (row < ends.size() && left < ends[row] + look.px(10)) ++row;
    if (row == ends.size()) ends.push_back(0);
    ends[row] = left + width;
    placed.push_back({std::round(left), static_cast<int>(row), text});
  }
  rows = static_cast<int>(ends.size());
  return placed;
}

/// Drops the labels of ticks that would touch their neighbour.
void thin_out(const Look& look, const AxisMap& x, std::vector<Tick>& ticks) {
  float end = -1e9f;
  for (Tick& tick : ticks) {
    if (tick.label.empty()) continue;
    const float half = text_width(look.small(), tick.label) / 2;
    if (x.at(tick.at) - half < end + look.px(6))
      tick.label.clear();
    else
      end = x.at(tick.at) + half;
  }
}

}  // namespace

double AxisMap::part(double value) const {
  const double a = transformed(low, scale), b = transformed(high, scale);
  return b > a ? (transformed(value, scale) - a) / (b - a) : 0.5;
}

double AxisMap::value(float pixel) const {
  const double t = (pixel - from) / (to - from);
  const double a = transformed(low, scale), b = transformed(high, scale);
  const double v = a + (b - a) * t;
  return scale == Scale::linear ? v : std::exp(v);
}

float body_height(const Look& look, float width) {
  return std::round(std::clamp(width * 0.46f, look.px(150), look.px(250)));
}

Frame lay_out(const Look& look, FrameSpec spec, ImVec2 at, float width, float header, float body) {
  const ImFont* small = look.small();
  Frame frame;
  frame.whole = {at.x, at.y, at.x + width, at.y};

  int most = std::max(2, static_cast<int>(body / look.px(42)));
  frame.y_ticks = round_ticks(spec.y.low, spec.y.high, spec.y.scale, spec.y_unit, most);
  float margin = 0;
  for (const Tick& tick : frame.y_ticks) margin = std::max(margin, text_width(small, tick.label));
  frame.area.left = at.x + margin + look.px(8);
  frame.area.right = at.x + width - look.px(2);
  spec.x.from = frame.area.left + spec.side_inset;
  spec.x.to = frame.area.right - spec.side_inset;

  float y = at.y;
  if (!spec.caption.empty()) {
    frame.caption_lines = wrap_text(look.body(), spec.caption, width);
    y += look.body()->FontSize * static_cast<float>(frame.caption_lines.size()) + look.px(6);
  }
  frame.legend_top = y;
  if (!spec.legend.empty()) y += legend_height(look, spec.legend, width) + look.px(8);
  frame.top_labels = place_top_labels(look, spec, frame.area, spec.top_rows);
  float above = static_cast<float>(spec.top_rows) * small->FontSize + look.px(6);
  if (!spec.y_label.empty()) above += small->FontSize + look.px(2);
  frame.area.top = std::max(y + above, at.y + header);
  frame.labels_top =
      frame.area.top - look.px(4) - static_cast<float>(spec.top_rows) * small->FontSize;
  frame.y_label_top = frame.labels_top - look.px(2) - small->FontSize;
  frame.area.bottom = frame.area.top + body;
  spec.y.from = frame.area.bottom;
  spec.y.to = frame.area.top + spec.top_inset;

  y = frame.area.bottom + look.px(5);
  if (!spec.categories.empty()) {
    const float slot = (spec.x.to - spec.x.from) / static_cast<float>(spec.categories.size());
    std::size_t lines = 1;
    for (const std::string& category : spec.categories) {
      frame.category_lines.push_back(wrap_text(small, category, slot - look.px(8)));
      lines = std::max(lines, frame.category_lines.back().size());
    }
    y += small->FontSize * static_cast<float>(lines);
  } else {
    const auto& positions = spec.x_positions;
    if (positions.size() <= 20) {
      for (const double position : positions)
        frame.x_ticks.push_back({position, short_text(position, spec.x_unit)});
    }
    const auto fits = [&] {
      auto thinned = frame.x_ticks;
      thin_out(look, spec.x, thinned);
      return std::none_of(thinned.begin(), thinned.end(),
                          [](const Tick& t) { return t.label.empty(); });
    };
    if (frame.x_ticks.empty() || !fits()) {
      most = std::max(2, static_cast<int>(frame.area.width() / look.px(72)));
      frame.x_ticks = round_ticks(spec.x.low, spec.x.high, spec.x.scale, spec.x_unit, most);
      thin_out(look, spec.x, frame.x_ticks);
    }
    y += small->FontSize;
  }
  if (!spec.x_label.empty()) y += small->FontSize;
  frame.whole.bottom = std::round(y + look.px(2));
  frame.spec = std::move(spec);
  return frame;
}

int draw_frame(Look& look, Items& items, const Frame& frame) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const FrameSpec& spec = frame.spec;
  const Theme& theme = look.theme;
  const ImFont* small = look.small();
  const float right = frame.whole.right;
  draw_lines(look, list, look.body(), frame.whole.low(), theme.text, frame.caption_lines);
  int pointed = -1;
  if (!spec.legend.empty())
    pointed = draw_legend(look, items, spec.legend, {frame.whole.left, frame.legend_top},
                          frame.whole.width());
  draw_text(look, list, small, {frame.whole.left, frame.y_label_top}, theme.muted(),
            fit_text(small, spec.y_label, frame.whole.width()));

  for (const Tick& tick : frame.y_ticks) {
    const float y = std::round(spec.y.at(tick.at));
    if (y < frame.area.top - 1) continue;
    const bool minor = tick.label.empty();
    draw_horizontal(look, list, frame.area.left, frame.area.right, y,
                    minor ? with_alpha(theme.grid, 0.5f) : theme.grid);
    draw_text(
        look, list, small,
        {frame.area.left - look.px(8) - text_width(small, tick.label), y - small->FontSize / 2},
        theme.muted(), tick.label);
  }

  float y = frame.area.bottom + look.px(5);
  std::size_t lines = 1;
  if (!spec.categories.empty()) {
    for (std::size_t i = 0; i < frame.category_lines.size(); ++i) {
      float line_y = y;
      for (const std::string_view line : frame.category_lines[i]) {
        draw_text(look, list, small,
                  {spec.x.at(static_cast<double>(i)) - text_width(small, line) / 2, line_y},
                  theme.text, line);
        line_y += small->FontSize;
      }
      lines = std::max(lines, frame.category_lines[i].size());
    }
  } else {
    for (const Tick& tick : frame.x_ticks) {
      const float x = spec.x.at(tick.at);
      if (x < frame.area.left - 1 || x > frame.area.right + 1) continue;
      draw_vertical(look, list, x, frame.area.bottom,
                    frame.area.bottom + look.px(tick.label.empty() ? 2 : 4),
                    mix(theme.grid, theme.text, 0.4f));
      const float width = text_width(small, tick.label);
      draw_text(look, list, small, {std::clamp(x - width / 2, frame.whole.left, right - width), y},
                theme.muted(), tick.label);
    }
  }
  y += small->FontSize * static_cast<float>(lines);
  const std::string label = fit_text(small, spec.x_label, frame.whole.width());
  draw_text(look, list, small, {right - text_width(small, label), y}, theme.muted(), label);
  return pointed;
}

void draw_frame_front(Look& look, const Frame& frame) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_horizontal(look, list, frame.area.left, frame.area.right, frame.area.bottom,
                  mix(look.theme.grid, look.theme.text, 0.5f));
  for (const Frame::TopLabel& label : frame.top_labels)
    draw_text(
        look, list, look.small(),
        {label.left, frame.labels_top + static_cast<float>(label.row) * look.small()->FontSize},
        look.theme.text, label.text);
}

ImVec2 LabelPlaces::take(std::span<const ImVec2> offered, ImVec2 size) {
  const auto inside = [&](ImVec2 at) {
    return ImVec2{std::clamp(at.x, bounds_.left, std::max(bounds_.left, bounds_.right - size.x)),
                  std::clamp(at.y, bounds_.top, std::max(bounds_.top, bounds_.bottom - size.y))};
  };
  const auto is_free = [&](ImVec2 at, const std::vector<Rect>& of) {
    return std::none_of(of.begin(), of.end(), [&](const Rect& r) {
      return at.x < r.right && at.x + size.x > r.left && at.y < r.bottom && at.y + size.y > r.top;
    });
  };
  std::vector<ImVec2> free;
  for (const ImVec2 offer : offered)
    if (is_free(inside(offer), taken_)) free.push_back(inside(offer));
  const auto best =
      std::find_if(free.begin(), free.end(), [&](ImVec2 at) { return is_free(at, avoided_); });
  const ImVec2 chosen = best != free.end() ? *best : free.empty() ? inside(offered[0]) : free[0];
  taken_.push_back({chosen.x, chosen.y, chosen.x + size.x, chosen.y + size.y});
  return chosen;
}

}  // namespace tally::app
