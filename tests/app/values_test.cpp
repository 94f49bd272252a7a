#include "app/values.h"

#include <gtest/gtest.h>

namespace tally::app {
namespace {

ParameterDescription parameter(ParameterKind kind, double min, double max, double step,
                               Scale scale) {
  ParameterDescription p;
  p.kind = kind;
  p.min = min;
  p.max = max;
  p.step = step;
  p.scale = scale;
  return p;
}

TEST(Values, NumbersAreReadWhole) {
  EXPECT_EQ(parse_number("1e9"), 1e9);
  EXPECT_FALSE(parse_number(""));
  EXPECT_FALSE(parse_number("8 layers"));
  EXPECT_FALSE(parse_number("inf"));
}

TEST(Values, ListsAreReadAndWritten) {
  EXPECT_EQ(parse_list("6,4,3"), (std::vector<std::int64_t>{6, 4, 3}));
  EXPECT_EQ(parse_list(""), std::vector<std::int64_t>{});
  EXPECT_FALSE(parse_list("6,"));
  EXPECT_FALSE(parse_list("6;4"));
  EXPECT_EQ(list_text({6, 4, 3}), "6,4,3");
}

TEST(Values, SlidersStandOnTheParametersSteps) {
  const auto layers = parameter(ParameterKind::integer, 1, 64, 1, Scale::linear);
  EXPECT_EQ(slider_value(layers, 0), 1);
  EXPECT_EQ(slider_value(layers, 1), 64);
  EXPECT_EQ(slider_value(layers, 0.5), 33);
  const auto even = parameter(ParameterKind::integer, 2, 10, 4, Scale::linear);
  EXPECT_EQ(slider_value(even, 0.4), 6);
  const auto rate = parameter(ParameterKind::real, 0, 1, 0.25, Scale::linear);
  EXPECT_EQ(slider_value(rate, 0.3), 0.25);
}

TEST(Values, EveryStepOfASliderIsReachedAndStays) {
  const auto layers = parameter(ParameterKind::integer, 1, 64, 1, Scale::linear);
  for (int i = 1; i <= 64; ++i) EXPECT_EQ(slider_value(layers, slider_part(layers, i)), i);
  const auto batch = parameter(ParameterKind::integer, 1, 4096, 1, Scale::log2);
  for (int i = 1; i <= 4096; i *= 2) EXPECT_EQ(slider_value(batch, slider_part(batch, i)), i);
}

TEST(Values, LogarithmicSlidersKeepTwoDigits) {
  const auto count = parameter(ParameterKind::integer, 1e6, 1e13, 1, Scale::log10);
  EXPECT_EQ(slider_value(count, slider_part(count, 7.04e9)), 7e9);
  EXPECT_EQ(slider_part(count, 1e13), 1);
}

TEST(Values, ArrowKeysStep) {
  const auto layers = parameter(ParameterKind::integer, 1, 64, 1, Scale::linear);
  EXPECT_EQ(stepped(layers, 8, 1), 9);
  EXPECT_EQ(stepped(layers, 64, 1), 64);
  const auto batch = parameter(ParameterKind::integer, 1, 4096, 1, Scale::log2);
  EXPECT_EQ(stepped(batch, 32, -1), 16);
  EXPECT_EQ(stepped(batch, 33, 1), 64);
  EXPECT_EQ(stepped(batch, 33, -1), 32);
  const auto count = parameter(ParameterKind::integer, 1e6, 1e13, 1, Scale::log10);
  EXPECT_EQ(stepped(count, 7e9, 1), 1e10);
  EXPECT_EQ(stepped(count, 1e10, 1), 2e10);
  EXPECT_EQ(stepped(count, 1e10, -1), 5e9);
  EXPECT_EQ(stepped(count, 1e6, -1), 1e6);
}

TEST(Values, LabelsCarryTheUnit) {
  auto layers = parameter(ParameterKind::integer, 1, 64, 1, Scale::linear);
  layers.unit = Unit::layers;
  layers.unit_label = {{"zh", "层"}, {"en", "layers"}};
  EXPECT_EQ(value_label(layers, 8, "en"), "8 layers");
  EXPECT_EQ(value_label(layers, 8, "zh"), "8 层");
  EXPECT_EQ(value_label(layers, 1, "en"), "1 layers");
  layers.unit_one = {{"zh", "层"}, {"en", "layer"}};
  EXPECT_EQ(value_label(layers, 1, "en"), "1 layer");
  auto memory = parameter(ParameterKind::integer, 1, 1000, 1, Scale::linear);
  memory.unit = Unit::gigabytes;
  memory.unit_label = {{"en", "GB"}};
  EXPECT_EQ(value_label(memory, 80, "en"), "80 GB");
}

}  // namespace
}  // namespace tally::app
