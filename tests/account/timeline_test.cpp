// Live bytes over a step: the same from repeated blocks as from the whole model, thin for any
// model, and never below a peak.
#include "account/timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "account/account.h"
#include "small_models.h"

namespace tally {
namespace {

TrainingConfig small(std::int64_t layers) {
  return tiny_training(tiny_llama(layers), 2, 6, fused_profile);
}

Bytes total(const MemoryTimelinePoint& point) {
  return std::accumulate(point.by_category.begin(), point.by_category.end(), Bytes{});
}

Bytes greatest(const MemoryTimeline& timeline, const MemoryTimelinePart& part) {
  Bytes most;
  for (const MemoryTimelinePoint& point : timeline.points)
    if (point.at > part.from && point.at <= part.to) most = std::max(most, total(point));
  return most;
}

std::vector<TrainingConfig> configurations(std::int64_t layers) {
  std::vector<TrainingConfig> list(4, small(layers));
  list[1].micro_batches = 2;
  list[2].recompute_every = 2;
  list[3].gpus = 8;
  list[3].zero_stage = 3;
  return list;
}

TEST(MemoryTimelineOfAccount, IsMadeWhereItIsAskedFor) {
  TrainingConfig config;
  config.model = Gpt2Config{.n_layer = 2};
  config.sequence = 8;
  const MemoryReport with = account(config);
  const MemoryReport without = account(config, Execution::repeated, WithTimeline::no);
  EXPECT_FALSE(with.timeline.points.empty());
  EXPECT_TRUE(without.timeline.points.empty());
  EXPECT_EQ(with.peak().total, without.peak().total);
}

TEST(MemoryTimelineTest, RepeatedBlocksGiveWhatTheWholeModelGives) {
  for (const TrainingConfig& config : configurations(24)) {
    const MemoryTimeline repeated = account(config).timeline;
    const MemoryTimeline whole = account(config, Execution::whole).timeline;
    ASSERT_EQ(repeated.points.size(), whole.points.size());
    for (std::size_t i = 0; i < whole.points.size(); ++i) {
      EXPECT_EQ(repeated.points[i].at, whole.points[i].at);
      EXPECT_EQ(repeated.points[i].by_category, whole.points[i].by_category) << i;
    }
  }
}

TEST(MemoryTimelineTest, EveryPeakOfTheReportIsInIt) {
  for (const std::int64_t layers : {3, 24, 2000})
    for (const TrainingConfig& config : configurations(layers)) {
      const MemoryReport report = account(config);
      Bytes most;
      for (const MemoryTimelinePart& part : report.timeline.parts) {
        most = std::max(most, greatest(report.timeline, part));
        if (part.part != StepPart::forward && part.part != StepPart::backward) continue;
        for (const ReportInstant& instant : report.instants) {
          if (instant.id != id(part.part) || instant.micro_batch != part.micro_batch) continue;
          EXPECT_EQ(greatest(report.timeline, part), instant.total) << instant.id << layers;
        }
      }
      EXPECT_EQ(most, report.peak().total) << layers;
      EXPECT_EQ(total(report.timeline.points.front()), report.instants.front().total);
      EXPECT_EQ(total(report.timeline.points.back()), report.instants.back().total);
    }
}

TEST(MemoryTimelineTest, ItsSizeHasABoundAndItsPointsAreInOrder) {
  for (const std::int64_t layers : {1, 2000}) {
    const MemoryTimeline timeline = account(small(layers)).timeline;
    EXPECT_LE(timeline.points.size(), 1100u);
    EXPECT_TRUE(std::is_sorted(timeline.points.begin(), timeline.points.end(),
                               [](const auto& a, const auto& b) { return a.at < b.at; }));
    EXPECT_EQ(timeline.parts.front().from, 0);
    for (std::size_t i = 1; i < timeline.parts.size(); ++i)
      EXPECT_EQ(timeline.parts[i].from, timeline.parts[i - 1].to);
    EXPECT_EQ(timeline.parts.back().to, timeline.points.back().at);
  }
}

}  // namespace
}  // namespace tally
