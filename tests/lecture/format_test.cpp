// The one place where numbers become text.
#include "lecture/format.h"

#include <gtest/gtest.h>

#include <set>

namespace tally {
namespace {

TEST(Format, GroupsThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(-1000), "-1,000");
  EXPECT_EQ(grouped(-100), "-100");
  EXPECT_EQ(grouped(2'097'168), "2,097,168");
  EXPECT_EQ(fixed(1120.4, 1), "1,120.4");
  EXPECT_EQ(fixed(2.9375, 2), "2.94");
}

TEST(Format, GigabytesAndGibibytesAreDifferent) {
  EXPECT_EQ(gigabytes_text({112'000'000'000}), "112 GB");
  EXPECT_EQ(gibibytes_text({112'000'000'000}), "104 GiB");
  EXPECT_EQ(gigabytes_text({6'480'000'000'000}), "6,480 GB");
  EXPECT_EQ(gigabytes_text({1'984'000'000}), "1.98 GB");
  EXPECT_EQ(bytes_text({2'097'168}), "2,097,168 B");
  EXPECT_EQ(bytes_in_short({512}), "512 B");
  EXPECT_EQ(bytes_in_short({1'048'576}), "1.05 MB");
  EXPECT_EQ(bytes_in_short({999'999}), "1 MB");
}

TEST(Format, ShortCounts) {
  EXPECT_EQ(compact(40e9), "40B");
  EXPECT_EQ(compact(53'333'333'328.0, 2), "53B");
  EXPECT_EQ(compact(14'545'454'545.0), "14.5B");
  EXPECT_EQ(compact(124e6), "124M");
  EXPECT_EQ(compact(1.5e9), "1.5B");
  EXPECT_EQ(compact(1e13), "10T");
  EXPECT_EQ(compact(999.6e6), "1B");
  EXPECT_EQ(compact(7), "7");
}

TEST(Format, WhatFitsIsNeverRoundedUp) {
  EXPECT_EQ(compact_at_most(53'666'666'666, 2), "53B");
  EXPECT_EQ(compact_at_most(53'666'666'666), "53.6B");
  EXPECT_EQ(compact_at_most(666'666'666), "666M");
  EXPECT_EQ(compact_at_most(999'999'999), "999M");
  EXPECT_EQ(compact_at_most(40'000'000'000, 2), "40B");
  EXPECT_EQ(compact_at_most(9'999), "9.99K");
  EXPECT_EQ(compact_at_most(7), "7");
  EXPECT_EQ(compact_at_most(0), "0");
}

TEST(Format, SignificantDigitsKeepWholeNumbersWhole) {
  EXPECT_EQ(significant(1120), "1,120");
  EXPECT_EQ(significant(0.00123), "0.00123");
  EXPECT_EQ(significant(3.75), "3.75");
  EXPECT_EQ(significant(2), "2");
  EXPECT_EQ(significant(0), "0");
  EXPECT_EQ(scientific(2.04e-10, 2), "2.04e-10");
  EXPECT_EQ(multiple_text(2.9375), "2.94x");
  EXPECT_EQ(multiple_text(0.078125), "0.0781x");
  EXPECT_EQ(multiple_text(0.5), "0.50x");
  EXPECT_EQ(percent_text(0.06901), "6.9%");
}

TEST(Format, TypedNumbersAreShortAndExact) {
  EXPECT_EQ(typed(64), "64");
  EXPECT_EQ(typed(0.001), "0.001");
  EXPECT_EQ(typed(1e13), "1e13");
  EXPECT_EQ(typed(1e-6), "1e-6");
  EXPECT_EQ(typed(7e9), "7e9");
  EXPECT_EQ(typed(1'234'567), "1234567");
  EXPECT_EQ(typed(100'000), "100000");
}

TEST(Format, UnitsHaveIdsAndFollowTheNumber) {
  std::set<std::string_view> ids;
  for (int u = 0; u <= static_cast<int>(Unit::events); ++u)
    ids.insert(unit_id(static_cast<Unit>(u)));
  EXPECT_EQ(ids.size(), 17u);
  const Language& english = *find_language("en");
  EXPECT_EQ(quantity(1, Unit::layers, english), "1 layer");
  EXPECT_EQ(quantity(8, Unit::layers, english), "8 layers");
  EXPECT_EQ(quantity(8, Unit::layers, *find_language("zh")), "8 层");
  EXPECT_EQ(quantity(2048, Unit::bytes, english), "2,048 B");
  EXPECT_EQ(unit_label(Unit::gibibytes, english), "GiB");
}

}  // namespace
}  // namespace tally
