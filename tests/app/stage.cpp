#include "tests/app/stage.h"

#include <cstdlib>
#include <set>

#include "app/embedded.h"

namespace tally::app {

const GlWindow& shared_window() {
  static const GlWindow window(64, 64, "test", false);
  return window;
}

Stage::Stage(const Description& description, std::string_view lesson, std::string language,
             bool dark, float dpr)
    : theme(builtin_theme(dark)),
      description_(description),
      language_(std::move(language)),
      dpr_(dpr) {
  problem_ = shared_window().problem();
  if (!problem_.empty()) return;
  renderer_.emplace(font_bytes());
  problem_ = renderer_->start();
  if (!problem_.empty()) return;
  screen_.emplace(*renderer_);
  for (const LessonDescription& info : description.lessons)
    if (info.id == lesson) figure_.emplace(info);
  if (!figure_) problem_ = "there is no lesson " + std::string(lesson);
}

void Stage::show(RunResponse response) {
  screen_->make_current();
  figure_->show(std::move(response), renderer_->fills);
}

const Picture& Stage::draw(float width, int frames) {
  width_ = width;
  renderer_->prepare(theme, dpr_);
  Look look{theme, renderer_->fonts, renderer_->fills, description_, language_, dpr_};
  const ImVec2 size = {std::round(width * dpr_), figure_->height(look, std::round(width * dpr_))};
  picture_ = draw_offscreen(static_cast<int>(size.x), static_cast<int>(size.y), [&] {
    for (int i = 0; i < frames; ++i)
      screen_->frame(size, size, dpr_, theme, 1.0 / 60, [&] {
        figure_->draw(look, screen_->items, {0, 0}, size.x, {0, 0, size.x, size.y});
      });
  });
  return picture_;
}

void Stage::move(float x, float y) {
  screen_->make_current();
  ImGui::GetIO().AddMousePosEvent(x * dpr_, y * dpr_);
  draw(width_, 2);
}

void Stage::press(bool down) {
  screen_->make_current();
  ImGui::GetIO().AddMouseButtonEvent(0, down);
  draw(width_, 2);
}

void Stage::key(ImGuiKey key) {
  for (const bool down : {true, false}) {
    screen_->make_current();
    ImGui::GetIO().AddKeyEvent(key, down);
    draw(width_, 2);
  }
}

void Stage::click(const Item& item) {
  move((item.low.x + item.high.x) / 2 / dpr_, (item.low.y + item.high.y) / 2 / dpr_);
  press(true);
  press(false);
}

std::optional<Item> Stage::find(std::string_view key, std::string_view role,
                                std::string_view label) const {
  for (const Item& item : screen_->items.all())
    if (item.key == key && item.role == role && (label.empty() || item.label == label)) return item;
  return {};
}

double inked(const Picture& picture, ImU32 background) { return 1 - share_of(picture, background); }

int colours(const Picture& picture) {
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i + 2 < picture.rgb.size(); i += 3)
    seen.insert(static_cast<std::uint32_t>(picture.rgb[i] << 16 | picture.rgb[i + 1] << 8 |
                                           picture.rgb[i + 2]));
  return static_cast<int>(seen.size());
}

double share_of(const Picture& picture, ImU32 color) {
  std::size_t same = 0;
  for (std::size_t i = 0; i + 2 < picture.rgb.size(); i += 3) {
    bool near = true;
    for (std::size_t c = 0; c < 3; ++c)
      near = near && std::abs(static_cast<int>(picture.rgb[i + c]) -
                              static_cast<int>(color >> (8 * c) & 0xFF)) <= 3;
    same += near;
  }
  return static_cast<double>(same) * 3 / static_cast<double>(picture.rgb.size());
}

}  // namespace tally::app
