// One figure on an off-screen stage, driven as a reader drives it: pointer, keys, widgets by name.
#pragma once

#include <optional>
#include <string>

#include "app/figure.h"
#include "app/gl_window.h"
#include "app/screen.h"

namespace tally::app {

class Stage {
 public:
  Stage(const Description& description, std::string_view lesson, std::string language,
        bool dark = false, float dpr = 1);

  /// Why nothing can be drawn (no display); empty when all is well.
  const std::string& problem() const { return problem_; }

  void show(RunResponse response);
  /// Draws `frames` frames at that width (CSS pixels), as high as the figure wants.
  const Picture& draw(float width, int frames = 3);

  void move(float x, float y);  // CSS pixels
  void press(bool down);
  void key(ImGuiKey key);
  /// Moves to the middle of the item, presses and lets go.
  void click(const Item& item);
  /// The item of the last frame with that key, role and (unless empty) label.
  std::optional<Item> find(std::string_view key, std::string_view role,
                           std::string_view label = {}) const;

  Figure& figure() { return *figure_; }
  Renderer& renderer() { return *renderer_; }
  Theme theme;

 private:
  const Description& description_;
  std::string language_;
  float dpr_;
  float width_ = 700;
  std::string problem_;
  // In the order of their making: the screen goes before the renderer.
  std::optional<Renderer> renderer_;
  std::optional<Screen> screen_;
  std::optional<Figure> figure_;
  Picture picture_;
};

/// The hidden window that all stages share: a display without a screen starts anew when its last
/// window goes.
const GlWindow& shared_window();

/// The share of pixels that differ from the background, and the number of colours.
double inked(const Picture& picture, ImU32 background);
int colours(const Picture& picture);
/// The share of pixels of that colour (within 3 of each channel).
double share_of(const Picture& picture, ImU32 color);

}  // namespace tally::app
