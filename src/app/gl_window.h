// A GLFW window with an OpenGL 3.3 (or else ES 3.0) context; an off-screen picture of any size;
// PNG.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

struct GLFWwindow;

namespace tally::app {

class GlWindow {
 public:
  /// `visible` = false: a context to draw off screen with. See problem().
  GlWindow(int width, int height, const char* title, bool visible);
  ~GlWindow();
  GlWindow(const GlWindow&) = delete;
  GlWindow& operator=(const GlWindow&) = delete;

  GLFWwindow* handle() const { return window_; }
  /// Why there is no window (no display, no OpenGL); empty when there is one.
  const std::string& problem() const { return problem_; }

 private:
  GLFWwindow* window_ = nullptr;
  std::string problem_;
  bool started_ = false;
};

/// RGB, rows from the top.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

/// What `draw` draws into a framebuffer of that size. Needs a current context.
Picture draw_offscreen(int width, int height, const std::function<void()>& draw);

/// Writes a PNG, or a PPM when the name ends in ".ppm"; what went wrong, or an empty string.
std::string write_picture(const Picture& picture, const std::string& file);

}  // namespace tally::app
