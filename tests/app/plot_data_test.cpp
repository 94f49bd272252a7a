#include "app/plot_data.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tally::app {
namespace {

Plot bars() {
  Plot plot;
  plot.x.categories = {"a", "b"};
  plot.series = {{"p", "parameters", "parameter", SeriesKind::bars, {0, 1}, {4, 2}},
                 {"g", "gradients", "gradient", SeriesKind::bars, {0, 1}, {4, 0}}};
  return plot;
}

TEST(PlotData, StacksReachTheSum) {
  const PlotData data(bars());
  EXPECT_TRUE(data.stacked);
  EXPECT_EQ(data.y_low, 0);
  EXPECT_GE(data.y_high, 8);
  EXPECT_LT(data.y_high, 9);
  EXPECT_EQ(data.top_bar(bars(), 0), 1);
  EXPECT_EQ(data.top_bar(bars(), 1), 0) << "an empty bar is no top";
  EXPECT_EQ(data.x_low, -0.5);
  EXPECT_EQ(data.x_high, 1.5);
}

TEST(PlotData, WhatIsMeasuredElsewhereLiesOverTheBarsAndIsNoneOfThem) {
  Plot plot = bars();
  plot.series.push_back({"overlay", "measured", "overlay", SeriesKind::points, {0, 1}, {12, 2}});
  const PlotData data(plot);
  EXPECT_TRUE(is_overlay(plot.series[2]));
  EXPECT_EQ(data.marker_of[2], ring_marker);
  EXPECT_EQ(data.top_bar(plot, 0), 1);
  EXPECT_GE(data.y_high, 12) << "it is seen where it is higher";
  EXPECT_LT(data.y_high, 13) << "and not added to the bars";
}

TEST(PlotData, AMarkNearTheDataIsInRangeAndAFarOneIsNot) {
  Plot plot = bars();
  plot.marks = {{Mark::Along::y, 12, "near", "limit"}};
  EXPECT_GE(PlotData(plot).y_high, 12);
  plot.marks = {{Mark::Along::y, 1000, "far", "limit"}};
  EXPECT_LT(PlotData(plot).y_high, 10);
}

TEST(PlotData, EqualLabelsShareALegendEntry) {
  Plot plot;
  plot.series = {{"m", "measured", "measured", SeriesKind::line, {1, 2}, {1, 2}},
                 {"f", "formula", "formula", SeriesKind::line, {1, 2}, {1, 2}},
                 {"mp", "measured", "measured", SeriesKind::points, {1, 2}, {1, 2}}};
  const PlotData data(plot);
  EXPECT_EQ(data.entry_of, (std::vector<int>{0, 1, 0}));
}

TEST(PlotData, LogarithmicRangesEndAtPowersBelow) {
  Plot plot;
  plot.y.scale = Scale::log10;
  plot.series = {{"m", "m", "measured", SeriesKind::line, {1, 2}, {30, 4000}}};
  EXPECT_NEAR(PlotData(plot).y_low, 10, 1e-9);
  EXPECT_GE(PlotData(plot).y_high, 4000);
}

TEST(PlotData, EmptyPlotsHaveARange) {
  const PlotData data{Plot{}};
  EXPECT_LT(data.y_low, data.y_high);
  EXPECT_LT(data.x_low, data.x_high);
}

TEST(PlotData, AreasAreReadBetweenTheirPoints) {
  const Series series{"s", "s", "input", SeriesKind::area, {1, 3}, {10, 20}};
  EXPECT_EQ(value_between(series, 2), 15);
  EXPECT_EQ(value_between(series, 1), 10);
  EXPECT_EQ(value_between(series, 4), 0);
}

TEST(AxisMap, GoesBothWays) {
  const AxisMap log{.low = 1, .high = 100, .scale = Scale::log10, .from = 0, .to = 200};
  EXPECT_NEAR(log.at(10), 100, 1e-3);
  EXPECT_NEAR(log.value(100), 10, 1e-3);
  const AxisMap up{.low = 0, .high = 10, .scale = Scale::linear, .from = 300, .to = 100};
  EXPECT_FLOAT_EQ(up.at(5), 200);
}

TEST(LabelPlaces, KeepApart) {
  LabelPlaces places({0, 0, 100, 100});
  const ImVec2 offers[] = {{10, 10}, {10, 40}};
  const ImVec2 first = places.take(offers, {30, 10}), second = places.take(offers, {30, 10});
  EXPECT_EQ(first.y, 10);
  EXPECT_EQ(second.y, 40);
  const ImVec2 outside[] = {{95, 98}};
  const ImVec2 third = places.take(outside, {30, 10});
  EXPECT_EQ(third.x, 70);
  EXPECT_EQ(third.y, 90);
}

}  // namespace
}  // namespace tally::app
