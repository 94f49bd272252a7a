#include "app/ticks.h"

#include <gtest/gtest.h>

#include <limits>

namespace tally::app {
namespace {

std::vector<std::string> labels(double low, double high, Scale scale, Unit unit, int most) {
  std::vector<std::string> result;
  for (const Tick& tick : round_ticks(low, high, scale, unit, most))
    if (!tick.label.empty()) result.push_back(tick.label);
  return result;
}
using Labels = std::vector<std::string>;

TEST(Ticks, LinearOnesAreRoundInTheUnitOfTheirLabel) {
  EXPECT_EQ(labels(0, 16, Scale::linear, Unit::layers, 4), (Labels{"0", "5", "10", "15"}));
  EXPECT_EQ(labels(0, 2228224, Scale::linear, Unit::bytes, 5),
            (Labels{"0", "0.5 MB", "1 MB", "1.5 MB", "2 MB"}));
  EXPECT_EQ(labels(0, 900, Scale::linear, Unit::bytes, 5),
            (Labels{"0", "200 B", "400 B", "600 B", "800 B"}));
  EXPECT_EQ(labels(0, 3.5, Scale::linear, Unit::multiple, 4), (Labels{"0", "1x", "2x", "3x"}));
  EXPECT_EQ(labels(0, 2.4e8, Scale::linear, Unit::flops, 3), (Labels{"0", "100M", "200M"}));
}

TEST(Ticks, CountsHaveNoFractions) {
  EXPECT_EQ(labels(0, 2, Scale::linear, Unit::gpus, 10), (Labels{"0", "1", "2"}));
  EXPECT_EQ(labels(0, 0.2, Scale::linear, Unit::milliseconds, 2),
            (Labels{"0", "0.1 ms", "0.2 ms"}));
}

TEST(Ticks, LogarithmicOnesArePowers) {
  EXPECT_EQ(labels(1e6, 1e13, Scale::log10, Unit::parameters, 8),
            (Labels{"1M", "10M", "100M", "1B", "10B", "100B", "1T", "10T"}));
  EXPECT_EQ(labels(1e6, 1e13, Scale::log10, Unit::parameters, 4),
            (Labels{"1M", "100M", "10B", "1T"}));
  EXPECT_EQ(labels(1, 64, Scale::log2, Unit::layers, 9),
            (Labels{"1", "2", "4", "8", "16", "32", "64"}));
  EXPECT_EQ(labels(1e-9, 1e-3, Scale::log10, Unit::none, 3), (Labels{"1e-9", "1e-6", "0.001"}));
  EXPECT_EQ(labels(1, 12, Scale::log10, Unit::gigabytes, 6),
            (Labels{"1 GB", "2 GB", "5 GB", "10 GB"}));
}

TEST(Ticks, NothingComesOfAnEmptyRange) {
  EXPECT_TRUE(round_ticks(1, 1, Scale::linear, Unit::none, 5).empty());
  EXPECT_TRUE(round_ticks(0, 10, Scale::log10, Unit::none, 5).empty());
}

TEST(Ticks, NumbersAreExactInReadOutsAndShortOnBars) {
  EXPECT_EQ(exact_text(2228224, Unit::bytes), "2,228,224 B");
  EXPECT_EQ(short_text(2228224, Unit::bytes), "2.23 MB");
  EXPECT_EQ(exact_text(6480, Unit::gigabytes), "6,480 GB");
  EXPECT_EQ(short_text(40e9, Unit::parameters), "40B");
  EXPECT_EQ(exact_text(2.9375, Unit::multiple), "2.9375x");
  EXPECT_EQ(exact_text(std::numeric_limits<double>::quiet_NaN(), Unit::none), "—");
}

}  // namespace
}  // namespace tally::app
