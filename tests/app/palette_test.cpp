// The palette: read by everybody, in light and dark.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/theme.h"

namespace tally::app {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

// Machado, Oliveira, Fernandes 2009, severity 1: protanopia, deuteranopia, tritanopia; and none.
constexpr Matrix visions[] = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                              {{{0.152286, 1.052583, -0.204868},
                                {0.114503, 0.786281, 0.099216},
                                {-0.003882, -0.048116, 1.051998}}},
                              {{{0.367322, 0.860646, -0.227968},
                                {0.280085, 0.672501, 0.047413},
                                {-0.011820, 0.042940, 0.968881}}},
                              {{{1.255528, -0.076749, -0.178779},
                                {-0.078411, 0.930809, 0.147602},
                                {0.004733, 0.691367, 0.303900}}}};

std::array<double, 3> lab(ImU32 color, const Matrix& vision) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  std::array<double, 3> linear{}, seen{};
  const float channels[] = {c.x, c.y, c.z};
  for (std::size_t i = 0; i < 3; ++i)
    linear[i] = channels[i] <= 0.04045f ? channels[i] / 12.92
                                        : std::pow((channels[i] + 0.055) / 1.055, 2.4);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) seen[i] += vision[i][k] * linear[k];
  for (double& v : seen) v = std::clamp(v, 0.0, 1.0);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
  const double y = f(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
  const double z = f((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// The least difference (CIE 1976) that anybody sees.
double least_difference(ImU32 a, ImU32 b) {
  double least = 1e9;
  for (const Matrix& vision : visions) {
    const auto p = lab(a, vision), q = lab(b, vision);
    least = std::min(least, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return least;
}

constexpr const char* categories[] = {"parameter",       "master_weight", "gradient",
                                      "optimizer_state", "activation",    "activation_gradient",
                                      "input",           "temporary",     "cast_copy",
                                      "rng_state",       "buffer",        "other"};

class Palette : public testing::TestWithParam<bool> {};

TEST_P(Palette, EveryInkIsSeenOnTheBackground) {
  const Theme theme = builtin_theme(GetParam());
  ASSERT_EQ(theme.inks.size(), 17u);
  for (const auto& [name, ink] : theme.inks) {
    EXPECT_GE(contrast(ink.color, theme.background), 3) << name;
    EXPECT_GE(contrast(theme.text_on(ink.color), ink.color), 4) << name;
  }
  EXPECT_GE(contrast(theme.text, theme.background), 7);
  EXPECT_GE(contrast(theme.text, theme.panel), 7);
  EXPECT_GE(contrast(theme.muted(), theme.background), 4.5f);
  EXPECT_GE(contrast(theme.muted(), theme.panel), 4.3f);
}

TEST_P(Palette, CategoriesThatSomeEyesSeeAlikeDifferInPattern) {
  const Theme theme = builtin_theme(GetParam());
  for (const char* a : categories)
    for (const char* b : categories) {
      if (std::string_view(a) >= b) continue;
      const Ink &x = theme.inks.at(a), &y = theme.inks.at(b);
      if (x.pattern != y.pattern) continue;
      EXPECT_GE(least_difference(x.color, y.color), 13) << a << " and " << b;
    }
}

INSTANTIATE_TEST_SUITE_P(Themes, Palette, testing::Bool(),
                         [](const auto& row) { return row.param ? "dark" : "light"; });

TEST(Theme, TakesThePagesColours) {
  Theme theme;
  ASSERT_TRUE(read_theme(R"j({"dark":true,"font_size":18,"colors":{"parameter":"#0a0b0c",)j"
                         R"j("text":"rgb(1, 2, 3)","gradient":"no colour"}})j",
                         theme));
  EXPECT_TRUE(theme.dark);
  EXPECT_EQ(theme.font_size, 18);
  EXPECT_EQ(theme.ink("parameter").color, IM_COL32(10, 11, 12, 255));
  EXPECT_EQ(theme.text, IM_COL32(1, 2, 3, 255));
  EXPECT_EQ(theme.ink("gradient").color, builtin_theme(true).ink("gradient").color);
  EXPECT_EQ(theme.ink("no such key").color, theme.ink("other").color);
  EXPECT_FALSE(read_theme("[", theme));
}

TEST(Color, ReadsCss) {
  EXPECT_EQ(parse_color("#fff"), IM_COL32(255, 255, 255, 255));
  EXPECT_EQ(parse_color(" #0B62A8 "), IM_COL32(11, 98, 168, 255));
  EXPECT_EQ(parse_color("rgba(10 20 30 / 0.5)"), IM_COL32(10, 20, 30, 255));
  EXPECT_FALSE(parse_color("#12345"));
  EXPECT_FALSE(parse_color("#12345g"));
  EXPECT_FALSE(parse_color("rgb(256, 0, 0)"));
  EXPECT_FALSE(parse_color("rgb(1, 2)"));
  EXPECT_FALSE(parse_color("red"));
}

}  // namespace
}  // namespace tally::app
