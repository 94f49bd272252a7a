// A report at scale of a host whose memory is full: what was predicted stays.
#include <gtest/gtest.h>

#include "measure/allocation.h"
#include "measure/measure.h"

namespace tally::measure {
namespace {

TEST(Scale, APredictionStaysWhereMemoryEnds) {
  Measurement report = begin_report("scale", /*cuda=*/false);
  measure_scale(report, [](const Measurement&, const std::string& next) {
    set_host_limit(next.starts_with("network") ? Bytes{100'000} : Bytes{-1});
  });
  int failed = 0;
  for (const MeasuredConfiguration& each : report.configurations) {
    if (!each.problem) continue;
    ++failed;
    EXPECT_EQ(each.id, "network");
    EXPECT_EQ(each.problem->id, "out_of_memory");
    ASSERT_EQ(each.numbers.size(), 6u);
    for (const MeasuredNumber& number : each.numbers) {
      EXPECT_TRUE(number.predicted) << number.id;
      EXPECT_FALSE(number.measured) << number.id;
    }
  }
  EXPECT_GE(failed, 5);
  EXPECT_GE(report.threads, 1);
  EXPECT_FALSE(report.libraries.empty());
}

}  // namespace
}  // namespace tally::measure
