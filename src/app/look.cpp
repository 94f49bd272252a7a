#include "app/look.h"

#include <imgui_internal.h>

#include <algorithm>

namespace tally::app {
namespace {

bool is_wide(unsigned c) {  // scripts that break between any two characters
  return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFF00 && c <= 0xFFEF);
}

bool may_not_begin_line(unsigned c) {
  constexpr unsigned closing[] = {0x3001, 0x3002, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F,
                                  0xFF09, 0x300D, 0x300F, 0x300B, 0x201D, 0x2019, ',',
                                  '.',    ';',    ':',    ')',    ']',    '%',    0xB7};
  return std::find(std::begin(closing), std::end(closing), c) != std::end(closing);
}

bool may_not_end_line(unsigned c) {
  return c == 0xFF08 || c == 0x300C || c == 0x300A || c == 0x201C || c == '(' || c == '[';
}

float advance(const ImFont* font, unsigned c) {
  return c > 0xFFFF ? font->FallbackAdvanceX : font->GetCharAdvance(static_cast<ImWchar>(c));
}

}  // namespace

float text_width(const ImFont* font, std::string_view text) {
  float width = 0;
  const char* end = text.data() + text.size();
  for (const char* p = text.data(); p < end;) {
    unsigned c = 0;
    p += ImTextCharFromUtf8(&c, p, end);
    width += advance(font, c);
  }
  return std::ceil(width);
}

std::vector<std::string_view> wrap_text(const ImFont* font, std::string_view text, float width) {
  std::vector<std::string_view> lines;
  const char* const end = text.data() + text.size();
  const char* start = text.data();
  const char* break_end = nullptr;    // where the line would end at the last chance to break
  const char* break_start = nullptr;  // and where the next would begin
  float x = 0;
  unsigned before = 0;
  for (const char* p = start; p < end;) {
    unsigned c = 0;
    const char* next = p + ImTextCharFromUtf8(&c, p, end);
    if (c == '\n') {
      lines.emplace_back(start, p - start);
      start = p = next;
      break_end = nullptr;
      x = 0;
      before = 0;
      continue;
    }
    if (c == ' ') {
      break_end = p;
      break_start = next;
    } else if (p != start && before != ' ' && (is_wide(c) || is_wide(before)) &&
               !may_not_begin_line(c) && !may_not_end_line(before)) {
      break_end = break_start = p;
    }
    x += advance(font, c);
    if (x > width && c != ' ' && p != start) {
      if (!break_end) break_end = break_start = p;  // a word wider than the line
      lines.emplace_back(start, break_end - start);
      start = break_start;
      p = start;
      break_end = nullptr;
      x = 0;
      before = 0;
      continue;
    }
    before = c;
    p = next;
  }
  if (start < end || lines.empty()) lines.emplace_back(start, end - start);
  return lines;
}

std::string fit_text(const ImFont* font, std::string_view text, float width) {
  if (text_width(font, text) <= width) return std::string(text);
  const float room = width - text_width(font, "…");
  float x = 0;
  const char* end = text.data() + text.size();
  const char* p = text.data();
  while (p < end) {
    unsigned c = 0;
    const int length = ImTextCharFromUtf8(&c, p, end);
    x += advance(font, c);
    if (x > room) break;
    p += length;
  }
  return std::string(text.data(), p) + "…";
}

std::string_view text_in(const TextMap& texts, std::string_view language) {
  for (const auto& [tag, text] : texts)
    if (tag == language) return text;
  return {};
}

std::string_view Look::word(std::string_view name) const {
  for (const auto& [tag, words] : description.ui)
    if (tag == language)
      if (const std::string_view word = text_in(words, name); !word.empty()) return word;
  return name;
}

void draw_text(Look& look, ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 color,
               std::string_view text) {
  look.fonts.note(text.data(), text.data() + text.size());
  list->AddText(font, font->FontSize, {std::round(at.x), std::round(at.y)}, color, text.data(),
                text.data() + text.size());
}

float draw_lines(Look& look, ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 color,
                 const std::vector<std::string_view>& lines) {
  for (const std::string_view line : lines) {
    draw_text(look, list, font, at, color, line);
    at.y += font->FontSize;
  }
  return font->FontSize * static_cast<float>(lines.size());
}

void draw_plate(Look& look, ImDrawList* list, const ImFont* font, ImVec2 at, ImU32 color,
                std::string_view text) {
  const float side = look.px(3);
  list->AddRectFilled({at.x - side, at.y},
                      {at.x + text_width(font, text) + side, at.y + font->FontSize},
                      with_alpha(look.theme.background, 0.86f), look.px(3));
  draw_text(look, list, font, at, color, text);
}

void draw_line(Look& look, ImDrawList* list, const std::vector<ImVec2>& points, const Ink& ink,
               float alpha, float width) {
  const ImU32 color = with_alpha(ink.color, alpha);
  if (points.size() < 2) return;
  if (ink.dash == 0) {
    list->AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, width);
    return;
  }
  const float on = look.px(ink.dash == 1 ? 6 : 2), off = look.px(4);
  float left = on;
  bool drawing = true;
  std::vector<ImVec2> dash = {points[0]};
  const auto finish = [&] {
    if (dash.size() > 1)
      list->AddPolyline(dash.data(), static_cast<int>(dash.size()), color, 0, width);
    dash.clear();
  };
  for (std::size_t i = 1; i < points.size(); ++i) {
    ImVec2 a = points[i - 1];
    const ImVec2 b = points[i];
    float length = std::hypot(b.x - a.x, b.y - a.y);
    while (length > left) {
      const float t = left / length;
      a = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
      length -= left;
      if (drawing) {
        dash.push_back(a);
        finish();
      } else {
        dash = {a};
      }
      drawing = !drawing;
      left = drawing ? on : off;
    }
    left -= length;
    if (drawing) dash.push_back(b);
  }
  finish();
}

void draw_horizontal(Look& look, ImDrawList* list, float left, float right, float y, ImU32 color) {
  const float top = std::round(y - look.hairline() / 2);
  list->AddRectFilled({std::round(left), top}, {std::round(right), top + look.hairline()}, color);
}

void draw_vertical(Look& look, ImDrawList* list, float x, float top, float bottom, ImU32 color) {
  const float left = std::round(x - look.hairline() / 2);
  list->AddRectFilled({left, std::round(top)}, {left + look.hairline(), std::round(bottom)}, color);
}

}  // namespace tally::app
