// Accounting on recordings made by hand, where every byte can be counted on paper.
#include "core/accounting.h"

#include <gtest/gtest.h>

#include <chrono>

#include "core/check.h"
#include "core/random.h"

namespace tally {
namespace {

using enum MemoryCategory;

// Builds a recording line by line.
struct Script {
  Recording recording;
  Phase now = Phase::none;

  std::size_t size() const { return recording.events.size(); }
  Script& allocate(std::uint64_t storage, std::int64_t bytes, MemoryCategory category) {
    return add(
        {.kind = EventKind::allocate, .category = category, .storage = storage, .bytes = bytes});
  }
  Script& free(std::uint64_t storage) { return add({.kind = EventKind::free, .storage = storage}); }
  Script& categorize(std::uint64_t storage, MemoryCategory category) {
    return add({.kind = EventKind::categorize, .category = category, .storage = storage});
  }
  Script& save(std::uint64_t node, const char* name, const char* slot, std::uint64_t storage,
               std::int64_t offset, std::int64_t bytes, Shape shape = {}) {
    recording.saves.push_back(
        {.event = size(), .shape = std::move(shape), .dtype = Dtype::float32});
    return add({.kind = EventKind::save,
                .storage = storage,
                .bytes = bytes,
                .offset = offset,
                .node = node,
                .name = name,
                .slot = slot});
  }
  Script& release(std::uint64_t node) { return add({.kind = EventKind::release, .node = node}); }
  Script& unsave(std::uint64_t node, const char* slot) {
    return add({.kind = EventKind::unsave, .node = node, .slot = slot});
  }
  Script& phase(Phase phase) {
    now = phase;
    return add({.kind = EventKind::phase});
  }
  Script& op(const char* name) { return add({.kind = EventKind::op_begin, .name = name}); }
  Script& add(Event event) {
    event.phase = now;
    recording.events.push_back(event);
    return *this;
  }
};

// One layer, Linear without bias and ReLU, 4 x 8 floats: x is there before, W is a parameter.
Script one_layer() {
  Script s;
  s.recording.preexisting = {{1, {128}, input}, {2, {256}, parameter}};
  s.phase(Phase::forward)
      .save(1, "MmBackward0", "self", 1, 0, 128, {4, 8})
      .save(1, "MmBackward0", "mat2", 2, 0, 256, {8, 8})
      .allocate(3, 128, activation)  // the product
      .allocate(4, 128, activation)  // relu's result
      .save(2, "ReluBackward0", "result", 4, 0, 128, {4, 8})
      .free(3);
  return s;
}

TEST(Accounting, EmptyRecording) {
  const Recording empty;
  ASSERT_EQ(live_samples(empty).size(), 1u);
  EXPECT_EQ(peak_live(empty).total, Bytes{0});
  EXPECT_EQ(peak_live(empty).event_count, 0u);
  EXPECT_EQ(saved_bytes(empty), Bytes{0});
  EXPECT_TRUE(saved_ledger(empty, 0).empty());
}

TEST(Accounting, LeavesParametersOutOfSavedBytes) {
  const Script s = one_layer();
  EXPECT_EQ(saved_bytes(s.recording), Bytes{256});  // x and relu's result, not W
  const LiveSample last = live_samples(s.recording).back();
  EXPECT_EQ(last.saved_of(parameter), Bytes{256});
  EXPECT_EQ(last.saved_of(input), Bytes{128});
  EXPECT_EQ(last.saved_of(activation), Bytes{128});
  EXPECT_EQ(last.total, Bytes{512});
}

TEST(Accounting, SamplesOnlyWhereSomethingChanged) {
  Script s = one_layer();
  s.op("sum");
  const auto samples = live_samples(s.recording);
  ASSERT_EQ(samples.size(), 7u);  // the beginning, then all but phase and op_begin
  EXPECT_EQ(samples.front().total, Bytes{384});
  EXPECT_EQ(samples[1].event_count, 2u);
  EXPECT_EQ(samples[1].phase, Phase::forward);
}

TEST(Accounting, PeakIsTheFirstGreatestInstant) {
  Script s = one_layer();
  s.allocate(5, 128, temporary).free(5);  // reaches the same height again
  const LiveSample peak = peak_live(s.recording);
  EXPECT_EQ(peak.total, Bytes{640});
  EXPECT_EQ(peak.event_count, 5u);  // relu's result beside the product
  EXPECT_EQ(peak.live(activation), Bytes{256});
  EXPECT_EQ(peak_saved(s.recording).event_count, 6u);
}

TEST(Accounting, PeakMayBeTheBeginning) {
  Script s;
  s.recording.preexisting = {{1, {100}, activation}};
  s.free(1).allocate(2, 60, activation);
  EXPECT_EQ(peak_live(s.recording).total, Bytes{100});
  EXPECT_EQ(peak_live(s.recording).event_count, 0u);
}

TEST(Accounting, ReleaseDropsWhatTheNodeSaved) {
  Script s = one_layer();
  s.release(2).free(4).release(1);
  EXPECT_EQ(saved_bytes(s.recording), Bytes{0});
  EXPECT_EQ(peak_saved(s.recording).saved, Bytes{256});
  EXPECT_EQ(live_samples(s.recording).back().total, Bytes{384});
}

TEST(Accounting, UnsaveDropsOneSlot) {
  Script s;
  s.allocate(1, 40, activation)
      .allocate(2, 60, activation)
      .save(7, "MulBackward0", "self", 1, 0, 40)
      .save(7, "MulBackward0", "other", 2, 0, 60)
      .unsave(7, "other")
      .unsave(7, "other")  // nothing left under this name
      .unsave(8, "self");
  EXPECT_EQ(saved_bytes(s.recording), Bytes{40});
  s.release(7);
  EXPECT_EQ(saved_bytes(s.recording), Bytes{0});
}

TEST(Accounting, OverlappingRangesCountOnce) {
  Script s;
  s.allocate(1, 100, activation)
      .save(1, "A", "self", 1, 0, 40)
      .save(2, "B", "self", 1, 20, 40)   // 0..60
      .save(3, "C", "self", 1, 80, 20);  // 0..60 and 80..100
  EXPECT_EQ(saved_bytes(s.recording), Bytes{80});
  s.release(1);  // 20..60 and 80..100
  EXPECT_EQ(saved_bytes(s.recording), Bytes{60});
  s.save(4, "D", "self", 1, 0, 100);
  EXPECT_EQ(saved_bytes(s.recording), Bytes{100});
  s.release(2).release(3);
  EXPECT_EQ(saved_bytes(s.recording), Bytes{100});
  s.release(4).free(1);
  EXPECT_EQ(saved_bytes(s.recording), Bytes{0});
}

// The micro-batches of gradient accumulation: views of one input; one of them at a time is saved.
TEST(Accounting, AViewCountsItsRangeNotItsStorage) {
  Script s;
  s.recording.preexisting = {{1, {32768}, input}};
  for (std::uint64_t i = 0; i < 4; ++i)
    s.save(i + 1, "MmBackward0", "self", 1, static_cast<std::int64_t>(i) * 8192, 8192)
        .release(i + 1);
  EXPECT_EQ(peak_saved(s.recording).saved, Bytes{8192});
  const auto rows = saved_ledger(s.recording, 1);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].bytes, Bytes{8192});
  EXPECT_EQ(rows[0].storage_bytes, Bytes{32768});
}

TEST(Accounting, LedgerSaysWhoHoldsAStorage) {
  Script s = one_layer();
  s.save(3, "MmBackward0", "self", 4, 0, 128, {4, 8});
  const auto rows = saved_ledger(s.recording, s.size());
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].storage, 1u);
  EXPECT_EQ(rows[0].category, input);
  EXPECT_EQ(rows[1].storage, 4u);
  ASSERT_EQ(rows[1].holders.size(), 2u);
  EXPECT_EQ(rows[1].holders[0].node_name, "ReluBackward0");
  EXPECT_EQ(rows[1].holders[0].slot, "result");
  EXPECT_EQ(rows[1].holders[1].node_name, "MmBackward0");
  EXPECT_EQ(rows[1].holders[1].node, 3u);
  EXPECT_EQ(rows[1].holders[1].shape, (Shape{4, 8}));
  EXPECT_EQ(rows[1].bytes, Bytes{128});  // held twice, counted once
  EXPECT_EQ(saved_ledger(s.recording, s.size(), true).size(), 3u);
  // An earlier instant has fewer rows, and the rows always add up to the sample.
  EXPECT_EQ(saved_ledger(s.recording, 2).size(), 1u);
  for (const LiveSample& sample : live_samples(s.recording)) {
    Bytes sum;
    for (const LedgerRow& row : saved_ledger(s.recording, sample.event_count)) sum += row.bytes;
    EXPECT_EQ(sum, sample.saved);
  }
}

TEST(Accounting, CategorizeMovesBytes) {
  Script s;
  s.allocate(1, 64, temporary).save(1, "A", "self", 1, 0, 64).categorize(1, gradient);
  LiveSample last = live_samples(s.recording).back();
  EXPECT_EQ(last.live(temporary), Bytes{0});
  EXPECT_EQ(last.live(gradient), Bytes{64});
  EXPECT_EQ(last.saved_of(gradient), Bytes{64});
  EXPECT_EQ(last.saved, Bytes{64});
  s.categorize(1, parameter);
  EXPECT_EQ(saved_bytes(s.recording), Bytes{0});  // a parameter is no activation
  s.release(1).categorize(1, gradient);
  EXPECT_EQ(saved_bytes(s.recording), Bytes{0});
}

#if defined(__cpp_exceptions)
std::string message_of(const Script& s) {
  try {
    live_samples(s.recording);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Accounting, FailsOnAStreamThatContradictsItself) {
  Script freed = one_layer();
  freed.free(4);
  EXPECT_EQ(message_of(freed),
            "[accounting] event 7 frees storage 4 while ReluBackward0 (node 2, slot result) has it "
            "saved");
  EXPECT_EQ(message_of(Script().free(9)),
            "[accounting] event 0 frees storage 9, which is not live");
  EXPECT_EQ(message_of(Script().save(1, "A", "self", 9, 0, 4)),
            "[accounting] event 0 saves storage 9, which is not live");
  EXPECT_EQ(message_of(Script().categorize(9, input)),
            "[accounting] event 0 categorizes storage 9, which is not live");
  EXPECT_EQ(message_of(Script().allocate(1, 4, input).allocate(1, 4, input)),
            "[accounting] event 1 allocates storage 1, which is live already");
  EXPECT_EQ(message_of(Script().allocate(1, 8, input).save(1, "A", "self", 1, 4, 8)),
            "[accounting] event 1 saves bytes 4 to 12 of storage 1, which has 8");
}
#endif

// Against a bitmap, on ranges that overlap in every way.
TEST(Accounting, CoverageEqualsABitmap) {
  Random random(1);
  std::uint64_t draw = 0;
  constexpr int size = 40;
  std::vector<int> bitmap(size);
  std::vector<std::pair<int, int>> held;
  Account::Coverage coverage;
  for (int step = 0; step < 3000; ++step) {
    int begin, end, by = +1;
    if (!held.empty() && random.word(draw++) % 2) {
      const std::size_t at = random.word(draw++) % held.size();
      std::tie(begin, end) = held[at];
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(at));
      by = -1;
    } else {
      begin = static_cast<int>(random.word(draw++) % size);
      end = begin +
            static_cast<int>(random.word(draw++) % static_cast<std::uint32_t>(size + 1 - begin));
      held.emplace_back(begin, end);
    }
    coverage.change(begin, end, by);
    for (int i = begin; i < end; ++i) bitmap[static_cast<std::size_t>(i)] += by;
    const auto expected = std::count_if(bitmap.begin(), bitmap.end(), [](int c) { return c > 0; });
    ASSERT_EQ(coverage.covered().count, expected) << "step " << step;
  }
}

TEST(Accounting, AMillionEventsAreLinear) {
  Script s;
  constexpr std::uint64_t layers = 200'000;
  for (std::uint64_t i = 1; i <= layers; ++i)
    s.allocate(i, 64, activation).save(i, "ReluBackward0", "result", i, 0, 64);
  for (std::uint64_t i = layers; i > 0; --i) s.release(i).free(i);
  ASSERT_EQ(s.size(), 800'000u);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(peak_live(s.recording).total, Bytes{64 * layers});
  EXPECT_EQ(peak_saved(s.recording).saved, Bytes{64 * layers});
  EXPECT_EQ(saved_ledger(s.recording, 2 * layers).size(), layers);
  const auto seconds = std::chrono::steady_clock::now() - begin;
  // A quadratic walk would take minutes, so the limit can be far from what a slow machine needs.
  EXPECT_LT(std::chrono::duration<double>(seconds).count(), 20);
}

TEST(Accounting, WhatLiesOnTheHostIsCountedApartAndInTheTotal) {
  Script s;
  s.recording.preexisting = {{1, {100}, parameter}, {2, {4}, optimizer_state, true}};
  s.add({.kind = EventKind::allocate,
         .category = rng_state,
         .on_host = true,
         .storage = 3,
         .bytes = 16});
  s.allocate(4, 50, activation).free(3);
  const std::vector<LiveSample> samples = live_samples(s.recording);
  ASSERT_EQ(samples.size(), 4u);
  const auto host = [&](std::size_t i) { return samples[i].host.count; };
  EXPECT_EQ(host(0), 4);
  EXPECT_EQ(host(1), 4 + 16);
  EXPECT_EQ(host(2), 4 + 16);
  EXPECT_EQ(host(3), 4);
  EXPECT_EQ(samples[2].total, Bytes{100 + 4 + 16 + 50});
}

}  // namespace
}  // namespace tally
