#include "app/fonts.h"

#include <imgui_internal.h>

#include <cmath>

#include "core/format_text.h"

namespace tally::app {
namespace {

// Noto Sans CJK's ascent plus descent in ems (1.160 + 0.288): ImGui's sizes are that height, CSS's
// are the em.
constexpr float line_per_em = 1.448f;
constexpr float small_per_body = 0.82f;
// The blocks of Unicode that a figure's strings are from; what the font holds of them is baked.
constexpr ImWchar blocks[] = {0x20,   0x3FF,  0x2000, 0x27FF, 0x3000, 0x30FF,
                              0x4E00, 0x9FFF, 0xFF00, 0xFFFD, 0};

}  // namespace

bool Fonts::update(float font_size, float dpr) {
  if (font_size == font_size_ && dpr == dpr_) return false;
  font_size_ = font_size;
  dpr_ = dpr;
  atlas_.Clear();
  atlas_.Flags = ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoPowerOfTwoHeight;
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = dpr < 1.5f ? 3 : 2;  // letters stand between whole pixels
  config.OversampleV = 1;
  config.GlyphRanges = blocks;
  const auto add = [&](float em) {
    return atlas_.AddFontFromMemoryTTF(const_cast<unsigned char*>(file_.data()),
                                       static_cast<int>(file_.size()),
                                       std::round(em * line_per_em * dpr), &config);
  };
  body_ = add(font_size);
  small_ = add(std::round(font_size * small_per_body * 2) / 2);
  return atlas_.Build();
}

void Fonts::note(const char* begin, const char* end) {
  while (begin < end) {
    unsigned c = 0;
    begin += ImTextCharFromUtf8(&c, begin, end);
    if (c >= ' ' && (c > 0xFFFF || !body_->FindGlyphNoFallback(static_cast<ImWchar>(c))))
      missing_.insert(c);
  }
}

std::string Fonts::missing() const {
  std::string list;
  for (const unsigned c : missing_) {
    std::string digits = hexadecimal(c).substr(2);
    for (char& digit : digits)
      if (digit >= 'a') digit = static_cast<char>(digit - 'a' + 'A');
    list += (list.empty() ? "U+" : " U+") + digits;
  }
  return list;
}

}  // namespace tally::app
