// ImGui contexts on one GL context: they share the font atlas, its texture and the GL objects, so
// that each figure of a page costs a context and nothing else.
#pragma once

#include <imgui.h>

#include <functional>
#include <span>
#include <string>

#include "app/fills.h"
#include "app/fonts.h"
#include "app/items.h"
#include "app/theme.h"

namespace tally::app {

/// The GL objects of all screens. One for each GL context.
class Renderer {
 public:
  explicit Renderer(std::span<const unsigned char> font) : fonts(font) {}
  ~Renderer();
  /// Makes the GL objects in the current GL context. Returns what went wrong, or an empty string.
  std::string start();
  /// The GL context was lost, and its objects with it.
  void lose();
  /// Makes them again in the context that came back.
  std::string restart();
  /// Bakes the fonts when size or density changed.
  void prepare(const Theme& theme, float dpr);

  Fonts fonts;
  Fills fills;

 private:
  friend class Screen;
  ImGuiContext* root_ = nullptr;  // owns the backend's data
};

class Screen {
 public:
  explicit Screen(Renderer& renderer);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  void make_current() { ImGui::SetCurrentContext(context_); }

  /// Draws one frame into the upper left `size` pixels of the bound framebuffer of `framebuffer`
  /// pixels: `content` runs inside a window that covers them. With more `passes` ImGui is run so
  /// many times, and what the last one made is drawn.
  void frame(ImVec2 size, ImVec2 framebuffer, float dpr, const Theme& theme, double seconds,
             const std::function<void()>& content, int passes = 1);

  Items items;

 private:
  void pass(ImVec2 size, ImVec2 framebuffer, float dpr, const Theme& theme,
            const std::function<void()>& content);

  Renderer& renderer_;
  ImGuiContext* context_ = nullptr;
};

}  // namespace tally::app
