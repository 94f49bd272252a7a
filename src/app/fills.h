// What ImGui's triangles cannot draw: hatched rectangles and stacked areas, by the shaders in
// shaders/. They are queued as callbacks of an ImDrawList, so they keep their place in the drawing
// order.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/theme.h"

namespace tally::app {

/// The tops of stacked bands, one column per pixel: tops[band * columns + column], 0 to 1,
/// cumulative.
struct BandColumns {
  int columns = 0;
  int bands = 0;
  std::vector<float> tops;
};

class Fills {
 public:
  /// At most this many bands are drawn; the shader's arrays have that length.
  static constexpr int max_bands = 24;
  /// No WebGL2 implementation has narrower textures.
  static constexpr int max_columns = 2048;

  /// Compiles the shaders in the current context, which is OpenGL 3.3 or ES 3.0. Returns what went
  /// wrong, or an empty string.
  std::string start();
  void stop();
  /// Forgets the GL objects without freeing them: their context is lost.
  void forget();

  /// Forgets what the last frame queued. `display` is the framebuffer's size in pixels.
  void begin_frame(ImVec2 display, float dpr, const Theme& theme);

  /// Queues a rectangle; flush() hands those queued since the last flush to the list.
  void rectangle(ImVec2 low, ImVec2 high, const Ink& ink, float alpha = 1, float radius = 0,
                 bool lower_corners_too = false);
  void flush(ImDrawList* list);

  /// Draws stacked bands into the rectangle. `columns` is called only when `version` or the number
  /// of pixel columns differ from the last time for this `owner`; its texture is kept until then.
  using Columns = std::function<BandColumns(int columns)>;
  void bands(ImDrawList* list, const void* owner, std::uint64_t version, ImVec2 low, ImVec2 high,
             std::span<const Ink> inks, std::span<const float> alphas, bool slanted,
             const Columns& columns);

  /// Frees the textures of that owner.
  void release(const void* owner);

 private:
  struct Rectangle {
    float rect[4];
    ImU32 color;
    std::uint8_t style[4];
  };
  struct Texture {
    unsigned name = 0;
    std::uint64_t version = 0;
    int columns = 0, bands = 0;
  };
  struct Call {
    Fills* fills = nullptr;
    std::size_t first = 0, count = 0;  // rectangles
    unsigned texture = 0;              // bands
    int bands = 0;
    ImVec2 low, high;
    float color[max_bands][4];
    int pattern[max_bands];
  };

  static void draw(const ImDrawList* list, const ImDrawCmd* command);
  void draw_rectangles(const Call& call);
  void draw_bands(const Call& call);
  void add(ImDrawList* list, Call* call);

  unsigned rect_program_ = 0, band_program_ = 0, vertex_array_ = 0, buffer_ = 0, no_vertices_ = 0;
  ImVec2 display_;
  float dpr_ = 1;
  float stroke_[3] = {}, line_[3] = {};
  std::vector<Rectangle> rectangles_;
  std::size_t flushed_ = 0;
  bool uploaded_ = false;
  std::deque<Call> calls_;  // addresses stay while it grows
  std::map<const void*, Texture> textures_;
};

}  // namespace tally::app
