#include "app/desktop_view.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/desktop_table.h"
#include "app/widgets.h"

namespace tally::app {
namespace {

/// A row of the list of lessons.
Touched draw_lesson_row(Look& look, Items& items, const LessonDescription& lesson, bool open,
                        const Rect& rect, const std::vector<std::string_view>& lines) {
  Touched touched;
  const ImRect box(rect.low(), rect.high());
  const ImGuiID id = ImGui::GetID(lesson.id.c_str());
  if (!ImGui::ItemAdd(box, id)) return touched;
  items.describe(id, text_in(lesson.title, look.language), "lesson", lesson.id);
  bool held = false;
  touched.pressed = ImGui::ButtonBehavior(box, id, &touched.hovered, &held);
  if (touched.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Theme& theme = look.theme;
  if (open || touched.hovered)
    list->AddRectFilled(rect.low(), rect.high(),
                        mix(theme.panel, theme.accent(), open ? 0.16f : 0.07f), look.px(5));
  const float pad = look.px(8), indent = look.px(28);
  draw_text(look, list, look.body(), {rect.left + pad, rect.top + look.px(6)},
            open ? theme.accent() : theme.muted(), std::to_string(lesson.number));
  draw_lines(look, list, look.body(), {rect.left + indent, rect.top + look.px(6)}, theme.text,
             lines);
  ImGui::RenderNavHighlight(box, id);
  return touched;
}

}  // namespace

DesktopView::DesktopView(Renderer& renderer, Description description, std::string language,
                         bool dark)
    : renderer_(renderer),
      description_(std::move(description)),
      language_(std::move(language)),
      theme_(builtin_theme(dark)) {
  for (const LessonDescription& lesson : description_.lessons)
    figures_.push_back(std::make_unique<Figure>(lesson));
  shown_.resize(figures_.size());
}

void DesktopView::open(std::string_view lesson) {
  for (std::size_t i = 0; i < figures_.size(); ++i)
    if (description_.lessons[i].id == lesson) open_ = i;
  to_top_ = true;
  ask();
}

void DesktopView::ask() {
  const LessonDescription& lesson = description_.lessons[open_];
  RunRequest request{lesson.id, language_, {}};
  for (const ParameterDescription& p : lesson.parameters)
    request.values.emplace_back(p.key, figures_[open_]->values().text(p));
  for (const auto& [key, text] : values_) {  // given on the command line
    std::erase_if(request.values, [&](const auto& value) { return value.first == key; });
    request.values.emplace_back(key, text);
  }
  values_.clear();
  request_ = std::move(request);
}

void DesktopView::show(RunResponse response) {
  for (std::size_t i = 0; i < figures_.size(); ++i)
    if (description_.lessons[i].id == response.lesson) {
      if (response.presentation) shown_[i] = response.presentation;
      figures_[i]->show(std::move(response), renderer_.fills);
      return;
    }
}

std::optional<RunRequest> DesktopView::take_request() {
  return std::exchange(request_, std::nullopt);
}

void DesktopView::draw(Items& items, ImVec2 size, float dpr) {
  if (figures_.empty()) return;
  Look look{theme_, renderer_.fonts, renderer_.fills, description_, language_, dpr};
  const float list_width = look.px(250);
  const Rect whole = {0, 0, size.x, size.y};
  Rect content = whole;
  if (size.x >= look.px(760)) {
    content.left = list_width;
    draw_list(look, items, {0, 0, list_width, size.y});
  } else {
    content.top = look.px(46);
    draw_top(look, items, {0, 0, size.x, content.top});
  }
  draw_content(look, items, content);
  draw_progress(look, items, content);
}

void DesktopView::draw_switches(Look& look, Items& items, float right, float top) {
  const float height = button_height(look);
  float x = right - height;
  const Rect moon = {x, top, right, top + height};
  const std::string_view next = theme_.dark ? "light" : "dark";
  if (draw_button(look, items, "theme", "", moon, ButtonKind::plain, true, "theme", next).pressed)
    theme_ = builtin_theme(!theme_.dark);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 middle = {(moon.left + moon.right) / 2, (moon.top + moon.bottom) / 2};
  const float radius = look.px(5);  // half of it filled: light and dark
  list->AddCircle(middle, radius, look.theme.text, 0, look.px(1.5f));
  list->PathArcTo(middle, radius, -IM_PI / 2, IM_PI / 2);
  list->PathFillConvex(look.theme.text);
  for (std::size_t i = description_.languages.size(); i-- > 0;) {
    const LanguageDescription& language = description_.languages[i];
    const float width = button_width(look, language.name);
    x -= look.px(6) + width;
    const bool on = language.tag == language_;
    if (draw_button(look, items, language.tag, language.name, {x, top, x + width, top + height},
                    on ? ButtonKind::chosen : ButtonKind::plain, true, "language", language.tag)
            .pressed &&
        !on) {
      language_ = language.tag;
      ask();
    }
  }
}

void DesktopView::draw_list(Look& look, Items& items, const Rect& rect) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(rect.low(), rect.high(), look.theme.panel);
  draw_vertical(look, list, rect.right, rect.top, rect.bottom, look.theme.grid);
  const float pad = look.px(14);
  float y = rect.top + pad;
  const auto title = wrap_text(look.body(), look.word("lecture_title"), rect.width() - 2 * pad);
  y += draw_lines(look, list, look.body(), {rect.left + pad, y}, look.theme.text, title) +
       look.px(14);
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    const LessonDescription& lesson = description_.lessons[i];
    const float left = rect.left + look.px(8), right = rect.right - look.px(8);
    const auto lines =
        wrap_text(look.body(), text_in(lesson.title, language_), right - left - look.px(36));
    const float height = look.body()->FontSize * static_cast<float>(lines.size()) + look.px(12);
    items.belong_to("lessons");
    if (draw_lesson_row(look, items, lesson, i == open_, {left, y, right, y + height}, lines)
            .pressed)
      open(lesson.id);
    y += height + look.px(2);
  }
  draw_switches(look, items, rect.right - pad, rect.bottom - pad - button_height(look));
}

void DesktopView::draw_top(Look& look, Items& items, const Rect& rect) {
  draw_horizontal(look, ImGui::GetWindowDrawList(), rect.left, rect.right, rect.bottom - 1,
                  look.theme.grid);
  const float size = button_height(look), top = rect.top + (rect.height() - size) / 2;
  float x = rect.left + look.px(8);
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    const LessonDescription& lesson = description_.lessons[i];
    if (draw_button(look, items, lesson.id, std::to_string(lesson.number),
                    {x, top, x + size, top + size},
                    i == open_ ? ButtonKind::chosen : ButtonKind::plain, true, "lesson", lesson.id)
            .pressed)
      open(lesson.id);
    x += size + look.px(4);
  }
  draw_switches(look, items, rect.right - look.px(8), top);
}

void DesktopView::draw_content(Look& look, Items& items, const Rect& rect) {
  ImGui::SetCursorScreenPos(rect.low());
  const float pad = rect.width() > look.px(500) ? look.px(28) : look.px(16);
  ImGui::BeginChild("content", {rect.width(), rect.height()}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NavFlattened);
  if (to_top_) ImGui::SetScrollY(0);
  to_top_ = false;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->_FringeScale = 1;
  const float width = std::min(rect.width() - 2 * pad, look.px(1040));
  ImVec2 at = ImGui::GetCursorScreenPos();
  at = {std::round(at.x + pad), std::round(at.y + pad)};
  const float top = at.y;

  Figure& figure = *figures_[open_];
  const LessonDescription& lesson = figure.lesson();
  const auto paragraph = [&](const ImFont* font, std::string_view text, ImU32 color, float after) {
    const auto lines = wrap_text(font, text, std::min(width, look.px(760)));
    at.y += draw_lines(look, list, font, at, color, lines) + look.px(after);
  };
  paragraph(look.body(),
            std::to_string(lesson.number) + " · " + std::string(text_in(lesson.title, language_)),
            look.theme.accent(), 8);
  const std::optional<Presentation>& shown = shown_[open_];
  if (shown) paragraph(look.body(), shown->sentence, look.theme.text, 16);
  figure.draw(look, items, at, width, rect);
  at.y += figure.height(look, width) + look.px(16);
  if (shown) {
    for (const std::string& note : shown->notes)
      paragraph(look.small(), note, look.theme.muted(), 6);
    at.y += look.px(10);
    for (const Table& table : shown->tables) {
      ImGui::SetCursorScreenPos(at);
      ImGui::BeginGroup();
      draw_table(look, table, width);
      ImGui::EndGroup();
      at.y += ImGui::GetItemRectSize().y + look.px(22);
    }
  }
  ImGui::SetCursorScreenPos({at.x, top});
  ImGui::Dummy({1, at.y - top + pad});
  if (!figure.take_changes().empty()) ask();
  ImGui::EndChild();
}

void DesktopView::draw_progress(Look& look, Items& items, const Rect& rect) {
  if (progress_ < 0) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const float height = look.px(3);
  list->AddRectFilled(
      rect.low(),
      {rect.left + rect.width() * std::clamp(progress_, 0.02f, 1.0f), rect.top + height},
      look.theme.accent());
  const std::string_view word = look.word("cancel");
  const float width = button_width(look, word);
  const float right = rect.right - look.px(16), top = rect.top + look.px(10);
  items.belong_to("progress");
  if (draw_button(look, items, "cancel", word,
                  {right - width, top, right, top + button_height(look)}, ButtonKind::plain)
          .pressed)
    cancel_ = true;
  const std::string said = std::string(look.word("running")) + " " +
                           std::to_string(static_cast<int>(progress_ * 100)) + "%";
  draw_plate(look, list, look.small(),
             {right - width - look.px(10) - text_width(look.small(), said), top + look.px(4)},
             look.theme.muted(), said);
}

}  // namespace tally::app
