#include "app/color.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tally::app {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<ImU32> parse_hex(std::string_view digits) {
  std::array<int, 6> d{};
  if (digits.size() != 3 && digits.size() != 6) return {};
  for (std::size_t i = 0; i < 6; ++i) d[i] = hex_digit(digits[digits.size() == 3 ? i / 2 : i]);
  if (std::any_of(d.begin(), d.end(), [](int digit) { return digit < 0; })) return {};
  return IM_COL32(d[0] * 16 + d[1], d[2] * 16 + d[3], d[4] * 16 + d[5], 255);
}

float luminance(ImU32 color) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  const auto linear = [](float v) {
    return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
  };
  return 0.2126f * linear(c.x) + 0.7152f * linear(c.y) + 0.0722f * linear(c.z);
}

}  // namespace

std::optional<ImU32> parse_color(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.starts_with('#')) return parse_hex(text.substr(1));
  if (!text.starts_with("rgb")) return {};
  std::array<int, 3> channel{};
  std::size_t i = text.find('(');
  if (i == std::string_view::npos) return {};
  for (int& value : channel) {
    while (i < text.size() && (text[i] < '0' || text[i] > '9')) ++i;
    if (i == text.size()) return {};
    while (i < text.size() && text[i] >= '0' && text[i] <= '9' && value < 256)
      value = value * 10 + (text[i++] - '0');
    if (value > 255) return {};
    while (i < text.size() && text[i] != ',' && text[i] != ' ') ++i;  // a fraction
  }
  return IM_COL32(channel[0], channel[1], channel[2], 255);
}

ImU32 mix(ImU32 a, ImU32 b, float t) {
  const ImVec4 x = ImGui::ColorConvertU32ToFloat4(a), y = ImGui::ColorConvertU32ToFloat4(b);
  return ImGui::ColorConvertFloat4ToU32(
      {x.x + (y.x - x.x) * t, x.y + (y.y - x.y) * t, x.z + (y.z - x.z) * t, x.w + (y.w - x.w) * t});
}

ImU32 with_alpha(ImU32 color, float alpha) {
  const auto a = static_cast<ImU32>(std::clamp(alpha, 0.0f, 1.0f) * 255.0f + 0.5f);
  return (color & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

float contrast(ImU32 a, ImU32 b) {
  const float x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05f) / (std::min(x, y) + 0.05f);
}

}  // namespace tally::app
