#include "app/controls_layout.h"

#include <algorithm>

#include "app/values.h"
#include "app/widgets.h"

namespace tally::app {

Sizes sizes(const Look& look, float width) {
  Sizes s{};
  s.gap_x = look.px(28);
  s.gap_y = look.px(12);
  s.columns = std::clamp(static_cast<int>((width + s.gap_x) / (look.px(196) + s.gap_x)), 1, 4);
  s.column = std::floor((width - s.gap_x * static_cast<float>(s.columns - 1)) /
                        static_cast<float>(s.columns));
  s.label = look.small()->FontSize + look.px(3);
  s.row = std::max(look.px(22), button_height(look));
  return s;
}

std::string choice_label(const Look& look, const ChoiceDescription& choice) {
  return std::string(text_in(choice.label, look.language));
}

std::vector<Rect> choice_places(const Look& look, const ParameterDescription& p, float width) {
  std::vector<Rect> places;
  float x = 0, y = 0;
  for (const ChoiceDescription& choice : p.choices) {
    const float w = std::min(button_width(look, choice_label(look, choice)), width);
    if (x > 0 && x + w > width) {
      x = 0;
      y += button_height(look) + look.px(5);
    }
    places.push_back({x, y, x + w, y + button_height(look)});
    x += w + look.px(5);
  }
  return places;
}

bool as_dropdown(const Look& look, const ParameterDescription& p, float width) {
  const auto places = choice_places(look, p, width);
  return p.choices.size() > 4 && !places.empty() &&
         places.back().bottom > 2 * button_height(look) + look.px(5);
}

std::vector<Rect> stepper_places(const Look& look, std::size_t count, float width) {
  std::vector<Rect> places;
  const float each = look.px(76), height = button_height(look);
  float x = 0, y = 0;
  for (std::size_t i = 0; i <= count; ++i) {
    const float w = i == count ? 2 * height + look.px(4) : each;
    if (x > 0 && x + w > width) {
      x = 0;
      y += height + look.px(5);
    }
    places.push_back({x, y, x + w, y + height});
    x += w + look.px(8);
  }
  return places;
}

namespace {

int span_of(const Look& look, const ParameterDescription& p, const ControlValues& values,
            const Sizes& s) {
  float wanted = 0;
  if (p.kind == ParameterKind::choice)
    for (const ChoiceDescription& choice : p.choices)
      wanted += button_width(look, choice_label(look, choice)) + look.px(5);
  if (p.kind == ParameterKind::integers) {
    const auto list = parse_list(values.text(p)).value_or(std::vector<std::int64_t>{});
    wanted = static_cast<float>(list.size() + 1) * look.px(84);
  }
  if (p.kind == ParameterKind::choice && as_dropdown(look, p, 2 * s.column + s.gap_x)) return 1;
  return wanted > s.column && s.columns > 1 ? 2 : 1;
}

}  // namespace

float control_height(const Look& look, const ParameterDescription& p, const ControlValues& values,
                     float width, const Sizes& s) {
  switch (p.kind) {
    case ParameterKind::choice: {
      if (p.choices.empty() || as_dropdown(look, p, width)) return s.row;
      return choice_places(look, p, width).back().bottom;
    }
    case ParameterKind::integers: {
      const auto list = parse_list(values.text(p)).value_or(std::vector<std::int64_t>{});
      return stepper_places(look, std::min(list.size(), most_steppers), width).back().bottom;
    }
    default:
      return s.row;
  }
}

std::vector<std::string_view> flag_lines(const Look& look, const ParameterDescription& p,
                                         float width) {
  return wrap_text(look.small(), text_in(p.label, look.language),
                   width - look.px(24) - look.px(22));
}

namespace {

float cell_height(const Look& look, const ParameterDescription& p, const ControlValues& values,
                  float width, const Sizes& s) {
  float height = s.label + control_height(look, p, values, width, s);
  if (p.kind == ParameterKind::flag)
    height = std::max(
        s.label, look.small()->FontSize * static_cast<float>(flag_lines(look, p, width).size()));
  if (const std::string* issue = values.issue(p.key))
    height += look.px(3) + look.small()->FontSize *
                               static_cast<float>(wrap_text(look.small(), *issue, width).size());
  return height;
}

}  // namespace

std::vector<Cell> lay_out_controls(const Look& look, const LessonDescription& lesson,
                                   const ControlValues& values, ImVec2 at, float width,
                                   float& height) {
  const Sizes s = sizes(look, width);
  std::vector<Cell> cells;
  int column = 0;
  float y = at.y, row_height = 0;
  const auto place = [&](const ParameterDescription* p, int span, float h_if_known) {
    if (column + span > s.columns) {
      column = 0;
      y += row_height + s.gap_y;
      row_height = 0;
    }
    const float left = at.x + static_cast<float>(column) * (s.column + s.gap_x);
    const float w = static_cast<float>(span) * s.column + static_cast<float>(span - 1) * s.gap_x;
    const float h = p ? cell_height(look, *p, values, w, s) : h_if_known;
    cells.push_back({p, {left, y, left + w, y + h}});
    row_height = std::max(row_height, h);
    column += span;
  };
  for (const ParameterDescription& p : lesson.parameters)
    place(&p, std::min(s.columns, span_of(look, p, values, s)), 0);
  if (lesson.parameters.size() > 1) place(nullptr, 1, s.row);
  height = y + row_height - at.y;
  return cells;
}

}  // namespace tally::app
