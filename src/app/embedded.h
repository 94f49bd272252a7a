// What the build puts inside the program: shaders, the palette, and the font's subset.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tally::app {

/// The text of a file named in src/app/CMakeLists.txt ("palette.json", "bands.frag"); empty when
/// there is none of that name.
std::string_view embedded_text(std::string_view name);

/// The OpenType subset made by make_font.py.
std::span<const unsigned char> font_bytes();

/// The code points of that subset, in increasing order.
std::span<const std::uint16_t> font_code_points();

}  // namespace tally::app
