// The figures' font in two sizes, baked for one pixel density, shared by every ImGui context; and
// which characters were drawn that it does not hold.
#pragma once

#include <imgui.h>

#include <set>
#include <span>
#include <string>

namespace tally::app {

class Fonts {
 public:
  /// `file`: an OpenType font, which outlives this.
  explicit Fonts(std::span<const unsigned char> file) : file_(file) {}

  /// Bakes the atlas when size (CSS pixels) or density changed; true when it did: textures made of
  /// the atlas must be made again. Not between NewFrame and Render.
  bool update(float font_size, float dpr);

  ImFontAtlas* atlas() { return &atlas_; }
  ImFont* body() const { return body_; }
  ImFont* small() const { return small_; }

  /// Notes the characters of `text` that the font lacks.
  void note(const char* begin, const char* end);
  /// "U+4E00 U+4E01", or empty when every character asked for was there.
  std::string missing() const;

 private:
  std::span<const unsigned char> file_;
  ImFontAtlas atlas_;
  ImFont* body_ = nullptr;
  ImFont* small_ = nullptr;
  float font_size_ = 0, dpr_ = 0;
  std::set<unsigned> missing_;
};

}  // namespace tally::app
