#include "app/controls.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/controls_layout.h"
#include "app/ticks.h"
#include "app/values.h"
#include "app/widgets.h"

namespace tally::app {
namespace {

class Drawer {
 public:
  Drawer(Look& look, Items& items, ControlValues& values, std::vector<Change>& changes)
      : look_(look), items_(items), values_(values), changes_(changes) {}

  void draw(const ParameterDescription& p, const Rect& rect, const Sizes& s, const Rect& bounds) {
    ImGui::PushID(p.key.c_str());
    items_.belong_to(p.key);
    const std::string_view label = text_in(p.label, look_.language);
    if (p.kind == ParameterKind::flag)
      draw_flag(p, label, rect);
    else
      draw_labelled(p, label, rect, s);
    if (const std::string* issue = values_.issue(p.key)) {
      const auto lines = wrap_text(look_.small(), *issue, rect.width());
      const float height = look_.small()->FontSize * static_cast<float>(lines.size());
      draw_lines(look_, list(), look_.small(), {rect.left, rect.bottom - height},
                 look_.theme.ink("limit").color, lines);
    }
    const Rect head = {rect.left, rect.top, rect.left + text_width(look_.small(), label),
                       rect.top + s.label};
    if (p.kind != ParameterKind::flag && head.contains(ImGui::GetMousePos()) &&
        ImGui::IsWindowHovered())
      draw_tip(look_, std::string(text_in(p.help, look_.language)),
               {head.left, head.bottom + look_.px(4)}, bounds);
    ImGui::PopID();
  }

 private:
  ImDrawList* list() { return ImGui::GetWindowDrawList(); }

  void change(const ParameterDescription& p, const std::string& text) {
    if (text == values_.text(p)) return;
    values_.choose(p, text);
    changes_.push_back({p.key, text});
  }

  /// The way back, at the right end of the label's line; returns the room it takes.
  float reset(const ParameterDescription& p, const Rect& rect) {
    if (values_.is_default(p)) return 0;
    const float size = look_.small()->FontSize;
    const std::string_view word =
        look_.word(p.control == Control::button ? "back_to_start" : "reset");
    if (draw_reset_icon(look_, items_, word, {rect.right - size, rect.top}, size).pressed)
      change(p, p.default_text);
    return size + look_.px(5);
  }

  void draw_flag(const ParameterDescription& p, std::string_view label, const Rect& rect) {
    const bool on = values_.text(p) == "true" || values_.text(p) == "on" || values_.text(p) == "1";
    const float room = reset(p, rect);
    Rect box = rect;
    box.right -= std::max(room, look_.px(22));
    box.bottom = std::min(
        rect.bottom, rect.top + look_.small()->FontSize *
                                    static_cast<float>(flag_lines(look_, p, rect.width()).size()));
    if (draw_checkbox(look_, items_, label, on, box).pressed) change(p, on ? "false" : "true");
  }

  void draw_labelled(const ParameterDescription& p, std::string_view label, const Rect& rect,
                     const Sizes& s) {
    const float room = reset(p, rect);
    const ImFont* small = look_.small();
    const std::string& text = values_.text(p);
    const std::optional<double> number = parse_number(text);
    float right = rect.right - room;
    const bool press = p.control == Control::button;
    if ((p.kind == ParameterKind::integer || p.kind == ParameterKind::real) && !press) {
      const std::string shown = number ? value_label(p, *number, look_.language) : text;
      right -= text_width(small, shown);
      draw_text(look_, list(), small, {right, rect.top},
                number && !values_.issue(p.key) ? look_.theme.text : look_.theme.ink("limit").color,
                shown);
    }
    // A button says its own name; above it stands what it takes.
    if (press) label = text_in(p.limits, look_.language);
    draw_text(look_, list(), small, rect.low(), press ? look_.theme.muted() : look_.theme.text,
              fit_text(small, label, right - rect.left - look_.px(8)));
    const Rect control = {rect.left, rect.top + s.label, rect.right,
                          rect.top + s.label + control_height(look_, p, values_, rect.width(), s)};
    switch (p.kind) {
      case ParameterKind::choice:
        draw_choice(p, label, control);
        break;
      case ParameterKind::integers:
        draw_list(p, label, control);
        break;
      default:
        if (press)
          draw_press(p, text_in(p.label, look_.language), number.value_or(p.min), control);
        else
          draw_number(p, label, number.value_or(p.min), control);
    }
  }

  void draw_number(const ParameterDescription& p, std::string_view label, double value,
                   const Rect& rect) {
    const ImFont* small = look_.small();
    const std::string low = short_limit(p, p.min), high = short_limit(p, p.max);
    const float y = rect.top + (rect.height() - small->FontSize) / 2;
    const float low_width = text_width(small, low), high_width = text_width(small, high);
    draw_text(look_, list(), small, {rect.left, y}, look_.theme.muted(), low);
    draw_text(look_, list(), small, {rect.right - high_width, y}, look_.theme.muted(), high);
    const Rect track = {rect.left + low_width + look_.px(6), rect.top,
                        rect.right - high_width - look_.px(6), rect.bottom};
    const std::optional<double> usual = parse_number(p.default_text);
    const SliderTouch touch =
        draw_slider(look_, items_, label, values_.text(p), slider_part(p, value),
                    usual ? slider_part(p, *usual) : -1, track);
    if (touch.dragged) change(p, number_text(p, slider_value(p, touch.part)));
    if (touch.keys) {
      double next = value;
      for (int i = 0; i < std::abs(touch.keys); ++i)
        next = stepped(p, next, touch.keys > 0 ? 1 : -1);
      change(p, number_text(p, next));
    }
    if (touch.to_default) change(p, p.default_text);
  }

  static std::string short_limit(const ParameterDescription& p, double value) {
    if (p.unit == Unit::bytes || value >= 1e5)
      return short_text(value, p.unit == Unit::bytes ? Unit::bytes : Unit::parameters);
    return exact_text(value, Unit::none);
  }

  void draw_choice(const ParameterDescription& p, std::string_view label, const Rect& rect) {
    const std::string& text = values_.text(p);
    int chosen = -1;
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < p.choices.size(); ++i) {
      labels.push_back(choice_label(look_, p.choices[i]));
      if (p.choices[i].id == text) chosen = static_cast<int>(i);
    }
    int picked = -1;
    if (as_dropdown(look_, p, rect.width())) {
      picked = draw_dropdown(look_, items_, label, text, labels, chosen, rect);
    } else {
      const auto places = choice_places(look_, p, rect.width());
      for (std::size_t i = 0; i < places.size(); ++i) {
        const bool on = static_cast<int>(i) == chosen;
        if (draw_button(look_, items_, p.choices[i].id, labels[i], moved(places[i], rect),
                        on ? ButtonKind::chosen : ButtonKind::plain, true, "choice",
                        p.choices[i].id)
                .pressed)
          picked = static_cast<int>(i);
      }
    }
    if (picked >= 0) change(p, p.choices[static_cast<std::size_t>(picked)].id);
  }

  void draw_press(const ParameterDescription& p, std::string_view label, double value,
                  const Rect& rect) {
    const Rect button = {rect.left, rect.top,
                         rect.left + std::max(button_width(look_, label), look_.px(90)),
                         rect.top + button_height(look_)};
    if (draw_button(look_, items_, "press", label, button, ButtonKind::strong, value < p.max,
                    "button", values_.text(p))
            .pressed)
      change(p, number_text(p, stepped(p, value, 1)));
    draw_text(
        look_, list(), look_.small(),
        {button.right + look_.px(10), button.top + (button.height() - look_.small()->FontSize) / 2},
        look_.theme.text, value_label(p, value, look_.language));
  }

  void draw_list(const ParameterDescription& p, std::string_view label, const Rect& rect) {
    const auto parsed = parse_list(values_.text(p));
    std::vector<std::int64_t> numbers = parsed.value_or(std::vector<std::int64_t>{});
    const std::size_t shown = std::min(numbers.size(), most_steppers);
    const auto places = stepper_places(look_, shown, rect.width());
    const auto low = static_cast<std::int64_t>(p.min), high = static_cast<std::int64_t>(p.max);
    bool changed = false;
    for (std::size_t i = 0; i < shown; ++i) {
      ImGui::PushID(static_cast<int>(i));
      const Rect place = moved(places[i], rect);
      const float side = place.height();
      const std::string number = std::to_string(numbers[i]);
      const std::string name = std::string(label) + " " + std::to_string(i + 1);
      if (draw_button(look_, items_, "less", "−",
                      {place.left, place.top, place.left + side, place.bottom}, ButtonKind::plain,
                      numbers[i] > low, "less", name)
              .pressed)
        --numbers[i], changed = true;
      if (draw_button(look_, items_, "more", "+",
                      {place.right - side, place.top, place.right, place.bottom}, ButtonKind::plain,
                      numbers[i] < high, "more", name)
              .pressed)
        ++numbers[i], changed = true;
      draw_text(look_, list(), look_.small(),
                {(place.left + place.right - text_width(look_.small(), number)) / 2,
                 place.top + (place.height() - look_.small()->FontSize) / 2},
                look_.theme.text, number);
      ImGui::PopID();
    }
    const Rect ends = moved(places.back(), rect);
    const float side = ends.height();
    if (numbers.empty())
      draw_text(look_, list(), look_.small(),
                {ends.left + side + look_.px(8), ends.top + (side - look_.small()->FontSize) / 2},
                look_.theme.muted(), look_.word("none"));
    if (draw_button(look_, items_, "lengthen", "+",
                    {ends.left, ends.top, ends.left + side, ends.bottom}, ButtonKind::plain,
                    numbers.size() < most_steppers, "lengthen")
            .pressed)
      numbers.push_back(std::max<std::int64_t>(low, 1)), changed = true;
    if (!numbers.empty() && draw_button(look_, items_, "shorten", "×",
                                        {ends.right - side, ends.top, ends.right, ends.bottom},
                                        ButtonKind::quiet, true, "shorten")
                                .pressed)
      numbers.pop_back(), changed = true;
    if (changed) change(p, list_text(numbers));
  }

  static Rect moved(const Rect& place, const Rect& by) {
    return {by.left + place.left, by.top + place.top, by.left + place.right, by.top + place.bottom};
  }

  Look& look_;
  Items& items_;
  ControlValues& values_;
  std::vector<Change>& changes_;
};

}  // namespace

const std::string& ControlValues::text(const ParameterDescription& p) const {
  if (const auto found = chosen.find(p.key); found != chosen.end()) return found->second.back();
  if (const auto found = answered.find(p.key); found != answered.end()) return found->second;
  return p.default_text;
}

void ControlValues::choose(const ParameterDescription& p, const std::string& text_chosen) {
  constexpr std::size_t most = 64;
  const std::string now = text(p);
  std::vector<std::string>& list = chosen[p.key];
  if (list.empty()) list.push_back(now);
  if (list.size() == most) list.erase(list.begin());
  list.push_back(text_chosen);
}

void ControlValues::answer(const TextMap& values, bool is_held) {
  answered.clear();
  for (const auto& [key, text] : values) answered[key] = text;
  std::erase_if(chosen, [&](auto& choice) {
    auto& [key, list] = choice;
    const auto now = answered.find(key);
    if (now == answered.end()) return true;
    const auto same = std::find(list.rbegin(), list.rend(), now->second);
    if (same == list.rend()) return !is_held;
    list.erase(list.begin(), same.base());
    return list.empty();
  });
}

bool ControlValues::is_default(const ParameterDescription& p) const {
  const std::string& now = text(p);
  if (now == p.default_text) return true;
  const auto a = parse_number(now), b = parse_number(p.default_text);  // "1e9" is "1000000000"
  return a && b && *a == *b;
}

const std::string* ControlValues::issue(std::string_view key) const {
  for (const Issue& issue : issues)
    if (issue.key == key) return &issue.message;
  return nullptr;
}

float controls_height(const Look& look, const LessonDescription& lesson,
                      const ControlValues& values, float width) {
  if (lesson.parameters.empty()) return 0;
  float height = 0;
  lay_out_controls(look, lesson, values, {0, 0}, width, height);
  return height;
}

void draw_controls(Look& look, Items& items, const LessonDescription& lesson, ControlValues& values,
                   ImVec2 at, float width, const Rect& bounds, std::vector<Change>& changes) {
  if (lesson.parameters.empty()) return;
  const Sizes s = sizes(look, width);
  float height = 0;
  const std::vector<Cell> cells = lay_out_controls(look, lesson, values, at, width, height);
  Drawer drawer(look, items, values, changes);
  bool all_default = true;
  for (const Cell& cell : cells) {
    if (cell.parameter) {
      drawer.draw(*cell.parameter, cell.rect, s, bounds);
      all_default = all_default && values.is_default(*cell.parameter);
      continue;
    }
    items.belong_to("");
    const std::string_view word = look.word("reset_all");
    const Rect button = {cell.rect.left, cell.rect.bottom - button_height(look),
                         cell.rect.left + button_width(look, word), cell.rect.bottom};
    if (draw_button(look, items, "reset_all", word, button, ButtonKind::plain, !all_default)
            .pressed)
      for (const ParameterDescription& p : lesson.parameters)
        if (!values.is_default(p)) {
          values.choose(p, p.default_text);
          changes.push_back({p.key, p.default_text});
        }
  }
}

}  // namespace tally::app
