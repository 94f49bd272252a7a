#include "app/timeline.h"

#include <gtest/gtest.h>

namespace tally::app {
namespace {

TEST(FullestSample, IsTheOneInEffectWhenNoneBegins) {
  const std::vector<double> at = {0, 10, 20}, sums = {5, 1, 3};
  EXPECT_EQ(fullest_sample(at, sums, 12, 14), 1);
  EXPECT_EQ(fullest_sample(at, sums, 10, 11), 1);
  EXPECT_EQ(fullest_sample(at, sums, 25, 26), 2);
}

TEST(FullestSample, NeverHidesAPeak) {
  std::vector<double> at, sums;
  for (int i = 0; i < 1000; ++i) {
    at.push_back(i);
    sums.push_back(i == 777 ? 9 : 1);
  }
  int seen = 0;
  for (int column = 0; column < 100; ++column)
    seen += fullest_sample(at, sums, column * 10, column * 10 + 10) == 777;
  EXPECT_EQ(seen, 1);
}

TEST(FullestSample, IsNoneBeforeTheFirst) {
  EXPECT_EQ(fullest_sample({5}, {1}, 0, 4), -1);
  EXPECT_EQ(fullest_sample({5}, {1}, 4, 6), 0);
  EXPECT_EQ(fullest_sample({}, {}, 0, 4), -1);
}

}  // namespace
}  // namespace tally::app
