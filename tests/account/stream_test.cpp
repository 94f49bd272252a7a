// A stream in which a part repeats: found from two runs, and walked as if it were written out.
#include "account/stream.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

Change allocated(std::int64_t bytes) { return {bytes, MemoryCategory::activation, {}}; }
Change freed(std::int64_t bytes) { return {-bytes, MemoryCategory::activation, {}}; }

Changes joined(const Changes& before, const Changes& unit, int times, const Changes& after) {
  Changes all = before;
  for (int i = 0; i < times; ++i) all.insert(all.end(), unit.begin(), unit.end());
  all.insert(all.end(), after.begin(), after.end());
  return all;
}

TEST(Stream, ARepetitionIsWalkedAsIfWrittenOut) {
  const Changes before{allocated(5)}, after{allocated(40), freed(40)};
  const Changes rising{allocated(9), freed(6), allocated(1)};
  const Changes falling{allocated(2), freed(7)};
  for (const Changes& unit : {rising, falling})
    for (int more = 0; more < 6; ++more) {
      const auto repeated = RepeatedChanges::between(joined(before, unit, 2, after),
                                                     joined(before, unit, 3, after), more);
      ASSERT_TRUE(repeated);
      Walk short_way, long_way;
      short_way.begin_peak();
      long_way.begin_peak();
      short_way.apply(*repeated);
      long_way.apply(RepeatedChanges::once(joined(before, unit, 2 + more, after)));
      EXPECT_EQ(short_way.total, long_way.total);
      EXPECT_EQ(short_way.now, long_way.now);
      EXPECT_EQ(short_way.peak, long_way.peak);
      EXPECT_EQ(short_way.at_peak, long_way.at_peak);
    }
}

TEST(Stream, WhatIsNoRepetitionIsNotTakenForOne) {
  const Changes unit{allocated(3)};
  EXPECT_FALSE(RepeatedChanges::between({allocated(1), allocated(2)},
                                        {allocated(2), allocated(1), allocated(3)}, 1));
  EXPECT_FALSE(RepeatedChanges::between({allocated(1), allocated(2)}, {allocated(1)}, 1));
  EXPECT_TRUE(RepeatedChanges::between({allocated(1)}, {allocated(1)}, 4));
}

TEST(Stream, ACategoryMovesWithoutChangingTheTotal) {
  Walk walk;
  walk.begin_peak();
  walk.apply(Change{8, MemoryCategory::activation_gradient, {}});
  walk.apply(Change{8, MemoryCategory::gradient, MemoryCategory::activation_gradient});
  EXPECT_EQ(walk.total.count, 8);
  EXPECT_EQ(walk.now[static_cast<std::size_t>(MemoryCategory::gradient)].count, 8);
  EXPECT_EQ(walk.now[static_cast<std::size_t>(MemoryCategory::activation_gradient)].count, 0);
}

}  // namespace
}  // namespace tally
