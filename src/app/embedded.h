// What the build puts inside the program: shaders, the palette, and the window's font.
#pragma once

#include <span>
#include <string_view>

namespace tally::app {

/// The text of a file named in src/app/CMakeLists.txt ("palette.json", "bands.frag"); empty when
/// there is none of that name.
std::string_view embedded_text(std::string_view name);

/// The OpenType subset made by make_font.py with every string of every language: the window's. The
/// page fetches a smaller one of its language.
std::span<const unsigned char> font_bytes();

}  // namespace tally::app
