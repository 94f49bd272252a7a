// What the tracker makes of blocks of a GPU and of its host, told by hand: no GPU is needed.
#include "measure/tracker.h"

#include <gtest/gtest.h>

#include <array>

#include "core/accounting.h"

namespace tally::measure {
namespace {

struct Blocks {
  const void* operator[](std::size_t i) const { return &memory[i]; }
  std::array<char, 8> memory{};
};

TEST(Tracker, HostAndDeviceAreCountedApartInOneRecording) {
  const Blocks blocks;
  Tracker tracker;
  tracker.tell_host_apart(true);
  tracker.allocated(blocks[0], {4}, Place::host);
  Recording recording;
  tracker.attach(&recording);
  tracker.allocated(blocks[1], {512}, Place::device);
  tracker.allocated(blocks[2], {5056}, Place::host);
  tracker.allocated(blocks[3], {100}, Place::meta);
  EXPECT_EQ(tracker.live(), Bytes{512 + 100});
  tracker.freed(blocks[2]);
  tracker.detach(&recording);
  EXPECT_EQ(tracker.peak(), Bytes{512 + 100});
  EXPECT_EQ(tracker.host_peak(), Bytes{4 + 5056});
  tracker.reset_peak();
  EXPECT_EQ(tracker.host_peak(), Bytes{4});
  const LiveSample peak = peak_live(recording);
  EXPECT_EQ(peak.total, Bytes{4 + 512 + 5056 + 100});
  EXPECT_EQ(peak.host, Bytes{4 + 5056});
  EXPECT_EQ(live_samples(recording).back().host, Bytes{4});
}

TEST(Tracker, WhereTensorsAreOnTheHostNothingIsApart) {
  const Blocks blocks;
  Tracker tracker;
  Recording recording;
  tracker.attach(&recording);
  tracker.allocated(blocks[0], {64}, Place::host);
  tracker.detach(&recording);
  EXPECT_EQ(tracker.live(), Bytes{64});
  EXPECT_EQ(peak_live(recording).host, Bytes{});
}

TEST(Tracker, WhatLibrariesKeepOnAGpuIsInNoRecordingOnceItIsSetAside) {
  const Blocks blocks;
  Tracker tracker;
  tracker.tell_host_apart(true);
  tracker.allocated(blocks[0], {32 << 20}, Place::device);  // of one thread's cuBLAS
  tracker.allocated(blocks[1], {32 << 20}, Place::device);  // of the other's
  tracker.allocated(blocks[2], {4}, Place::host);
  tracker.allocated(blocks[3], {256}, Place::meta);
  EXPECT_EQ(tracker.set_aside(), Bytes{64 << 20});
  EXPECT_EQ(tracker.live(), Bytes{256});

  Recording recording;
  tracker.attach(&recording);
  ASSERT_EQ(recording.preexisting.size(), 2u);
  EXPECT_EQ(peak_live(recording).total, Bytes{4 + 256});
  tracker.allocated(blocks[4], {512}, Place::device);
  tracker.freed(blocks[0]);  // no event, and a block may lie there again
  tracker.allocated(blocks[0], {1024}, Place::device);
  tracker.detach(&recording);
  EXPECT_EQ(recording.events.size(), 2u);
  EXPECT_EQ(tracker.live(), Bytes{256 + 512 + 1024});
  tracker.freed(blocks[0]);
  tracker.freed(blocks[4]);
  EXPECT_EQ(tracker.set_aside(), Bytes{32 << 20});
}

}  // namespace
}  // namespace tally::measure
