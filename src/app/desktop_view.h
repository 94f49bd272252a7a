// The desktop window's content: the list of lessons, and one lesson with its sentence, figure,
// notes and tables. What the reader asks for comes back as requests.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/figure.h"
#include "app/screen.h"

namespace tally::app {

class DesktopView {
 public:
  DesktopView(Renderer& renderer, Description description, std::string language, bool dark);

  const std::string& language() const { return language_; }
  const Theme& theme() const { return theme_; }
  void set_values(TextMap values) { values_ = std::move(values); }

  /// Opens a lesson: asks for its run.
  void open(std::string_view lesson);
  void show(RunResponse response);
  /// Negative at rest.
  void set_progress(float progress) { progress_ = progress; }

  /// Draws into the current window of `size` framebuffer pixels.
  void draw(Items& items, ImVec2 size, float dpr);

  /// A run that the reader's last action needs, once; or that it is given up.
  std::optional<RunRequest> take_request();
  bool take_cancel() { return std::exchange(cancel_, false); }

 private:
  void draw_list(Look& look, Items& items, const Rect& rect);
  void draw_top(Look& look, Items& items, const Rect& rect);
  void draw_switches(Look& look, Items& items, float right, float top);
  void draw_content(Look& look, Items& items, const Rect& rect);
  void draw_progress(Look& look, Items& items, const Rect& rect);
  void ask();

  Renderer& renderer_;
  Description description_;
  std::string language_;
  Theme theme_;
  std::vector<std::unique_ptr<Figure>> figures_;
  std::vector<std::optional<Presentation>> shown_;
  std::size_t open_ = 0;
  TextMap values_;  // of the open lesson, as chosen
  std::optional<RunRequest> request_;
  bool cancel_ = false;
  float progress_ = -1;
  bool to_top_ = false;
};

}  // namespace tally::app
