// A timeline's storages: at every instant they are what the bands are made of, and what holds them
// is what the ledger says.
#include "lecture/timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/accounting.h"
#include "engine/engine.h"
#include "lecture/language.h"
#include "lecture/lesson.h"
#include "lecture/run.h"

namespace tally {
namespace {

bool lives(const auto& of, double x) { return of.from <= x && x < of.to; }

/// Bytes by category: of the bands, and of the storages listed.
std::map<std::string, double> of_bands(const Timeline& timeline, std::size_t sample) {
  std::map<std::string, double> sums;
  for (const Timeline::Band& band : timeline.bands)
    if (band.bytes[sample] != 0) sums[band.color] += band.bytes[sample];
  return sums;
}
std::map<std::string, double> of_storages(const Timeline& timeline, double x) {
  std::map<std::string, double> sums;
  for (const Timeline::Storage& storage : timeline.storages)
    if (lives(storage, x)) sums[storage.category] += storage.bytes;
  return sums;
}

/// Two checkpointed layers and two plain ones, forward and backward, in phases.
Recording small_run() {
  const Engine engine(Device::meta);
  std::vector<Tensor> weights;
  for (std::uint64_t i = 0; i < 4; ++i)
    weights.push_back(engine.parameter({16, 16}, Dtype::float32, i));
  engine.set_name(weights[0], "first");
  const Tensor x = engine.randn({4, 16}, Dtype::float32, MemoryCategory::input, 9);
  Record record;
  const auto block = [](const Tensor& in, const Tensor& weight) {
    return relu(linear(in, weight));
  };
  Tensor loss;
  {
    const PhaseScope phase(Phase::forward);
    const Tensor h = engine.checkpoint(
        [&](const Tensor& in) { return block(block(in, weights[0]), weights[1]); }, x);
    loss = sum(block(block(h, weights[2]), weights[3]));
  }
  engine.backward(loss);
  loss = Tensor{};
  return record.take();
}

TEST(TimelineStorages, AddUpToTheBandsAtEverySampleOfEveryLesson) {
  std::size_t timelines = 0;
  for (const Lesson& lesson : lessons()) {
    Progress progress;
    const RunResponse response = run({std::string(lesson.id), "en", {}}, progress);
    ASSERT_TRUE(response.presentation) << lesson.id;
    if (!response.presentation->timeline) continue;
    const Timeline& shown = *response.presentation->timeline;
    ++timelines;
    ASSERT_FALSE(shown.storages.empty()) << lesson.id;
    for (std::size_t i = 0; i < shown.x_at.size(); ++i)
      ASSERT_EQ(of_storages(shown, shown.x_at[i]), of_bands(shown, i))
          << lesson.id << " at event " << shown.x_at[i];
  }
  EXPECT_GT(timelines, 0u);
}

TEST(TimelineStorages, AreHeldAsTheLedgerSays) {
  const Recording recording = small_run();
  const std::vector<Timeline::Storage> storages = timeline_storages(recording, TimelineBands::all);
  std::size_t held = 0;
  for (std::size_t at = 0; at <= recording.events.size(); ++at) {
    std::multimap<std::string, double> listed, ledger;
    for (const Timeline::Storage& storage : storages)
      for (const auto& hold : storage.holds)
        if (lives(hold, static_cast<double>(at))) {
          EXPECT_TRUE(lives(storage, static_cast<double>(at)));
          listed.emplace(hold.node + "." + hold.slot, storage.bytes);
        }
    for (const LedgerRow& row : saved_ledger(recording, at, true))
      for (const LedgerRow::Holder& holder : row.holders)
        ledger.emplace(holder.node_name + "." + holder.slot,
                       static_cast<double>(row.storage_bytes.count));
    const auto sorted = [](const auto& map) {
      std::vector<std::pair<std::string, double>> rows(map.begin(), map.end());
      std::sort(rows.begin(), rows.end());
      return rows;
    };
    ASSERT_EQ(sorted(listed), sorted(ledger)) << "after " << at << " events";
    held = std::max(held, listed.size());
  }
  EXPECT_GT(held, 4u);
}

TEST(TimelineStorages, SayWhatTheyAre) {
  const std::vector<Timeline::Storage> storages =
      timeline_storages(small_run(), TimelineBands::all);
  const auto count = [&](std::string_view category, std::string_view label,
                         std::string_view shape) {
    return std::count_if(storages.begin(), storages.end(), [&](const Timeline::Storage& s) {
      return s.category == category && s.label == label && s.shape == shape;
    });
  };
  EXPECT_EQ(count("parameter", "first", "(16, 16)"), 1);
  EXPECT_EQ(count("activation", "relu", "(4, 16)"), 6) << "two of them a second time, in backward";
  EXPECT_EQ(count("gradient", "mm", "(16, 16)"), 4);
}

TEST(TimelineStorages, LeaveOutWhatTheBandsLeaveOut) {
  for (const Timeline::Storage& storage : timeline_storages(small_run(), TimelineBands::moving)) {
    EXPECT_NE(storage.category, "parameter");
    EXPECT_NE(storage.category, "gradient");
  }
}

Presentation shown(const std::string& lesson, Texts values = {}) {
  Progress progress;
  RunResponse response = run({lesson, "en", std::move(values)}, progress);
  for (const Issue& issue : response.issues) ADD_FAILURE() << issue.message;
  return response.presentation.value_or(Presentation{});
}

/// The number of a cell.
double number(const Presentation& from, std::string_view table, std::string_view row,
              std::string_view column) {
  for (const Table& each : from.tables)
    for (std::size_t r = 0; each.id == table && r < each.row_ids.size(); ++r)
      for (std::size_t c = 0; c < each.columns.size(); ++c)
        if (each.row_ids[r] == row && each.columns[c].key == column)
          return static_cast<double>(std::get<std::int64_t>(each.rows[r][c].value));
  ADD_FAILURE() << "no cell " << row << ", " << column << " in " << table;
  return 0;
}

double maximum(const Timeline& timeline) {
  double most = 0;
  for (std::size_t i = 0; i < timeline.x_at.size(); ++i) {
    double sum = 0;
    for (const Timeline::Band& band : timeline.bands) sum += band.bytes[i];
    most = std::max(most, sum);
  }
  return most;
}

// Every lesson's picture against its table: the maximum of the bands, the peak marked, one cell.
TEST(Timelines, PeakWhereTheirTablesSay) {
  struct Case {
    std::string lesson;
    Texts values;
    std::string table, row, column;
  };
  const Case cases[]{
      {"recipes", {}, "step", "peak", "bytes"},
      {"optimizer_state", {}, "phases", "optimizer_step_2", "peak"},
      {"optimizer_state", {{"batch", "4096"}}, "phases", "backward_2", "peak"},
      {"activation", {}, "step", "moving", "bytes"},
      {"activation", {{"batch", "2048"}}, "step", "peak", "bytes"},
      {"accumulation", {}, "bytes", "small", "peak_bytes"},
      {"accumulation", {{"micro_batches", "8"}, {"layers", "3"}}, "bytes", "small", "peak_bytes"},
      {"checkpointing", {}, "chosen", "moving_bytes", "value"},
      {"checkpointing", {{"all_bands", "true"}}, "chosen", "live_bytes", "value"},
      {"budget", {}, "step", "peak", "bytes"},
      {"budget", {{"sharding", "zero2"}, {"recipe", "autocast"}}, "step", "peak", "bytes"},
  };
  for (const Case& each : cases) {
    const Presentation presentation = shown(each.lesson, each.values);
    ASSERT_TRUE(presentation.timeline) << each.lesson;
    const double told = number(presentation, each.table, each.row, each.column);
    EXPECT_EQ(presentation.timeline->peak_bytes, told) << each.lesson;
    EXPECT_EQ(maximum(*presentation.timeline), told) << each.lesson;
  }
}

// What a run on a device is laid beside: all that is alive in the step, whatever its picture leaves
// out.
TEST(Timelines, TellTheMostThatIsAliveWhateverTheyDraw) {
  struct Case {
    std::string lesson;
    Texts values;
    std::string table, row, column;
  };
  const Case cases[]{{"recipes", {}, "step", "peak", "bytes"},
                     {"optimizer_state", {}, "phases", "optimizer_step_2", "peak"},
                     {"activation", {}, "step", "peak", "bytes"},
                     {"accumulation", {}, "bytes", "small", "peak_bytes"},
                     {"checkpointing", {}, "chosen", "live_bytes", "value"},
                     {"checkpointing", {{"all_bands", "true"}}, "chosen", "live_bytes", "value"},
                     {"budget", {{"sharding", "zero2"}}, "step", "peak", "bytes"}};
  for (const Case& each : cases) {
    const Presentation presentation = shown(each.lesson, each.values);
    EXPECT_EQ(presentation.timeline->live_peak_bytes,
              number(presentation, each.table, each.row, each.column))
        << each.lesson;
  }
}

TEST(Timelines, FlatBarsAreSixteenBytesForEachOfSevenBillionParameters) {
  const Presentation presentation = shown("recipes");
  EXPECT_NEAR(number(presentation, "step", "begin", "bytes") / 112e9, 1, 1e-3);
  EXPECT_LT(number(presentation, "step", "peak", "bytes") /
                number(presentation, "step", "begin", "bytes"),
            1.1);
}

TEST(Timelines, TheTrianglesTopIsWhatIsSaved) {
  for (const char* function : {"relu", "gelu"}) {
    const Presentation presentation = shown("activation", {{"function", function}});
    const Timeline& timeline = *presentation.timeline;
    double most = 0;
    for (std::size_t i = 0; i < timeline.x_at.size(); ++i) {
      double saved = 0;
      for (const Timeline::Band& band : timeline.bands)
        if (band.id == "activation.saved" || band.id == "input") saved += band.bytes[i];
      most = std::max(most, saved);
    }
    EXPECT_EQ(most, number(presentation, "points", "yours", "saved_bytes")) << function;
  }
}

TEST(Timelines, OneOrderOfBandsInAllLessons) {
  std::vector<std::string> order;  // merged: what stands below in one lesson does so in all
  for (const Lesson& lesson : lessons()) {
    const Presentation presentation = shown(std::string(lesson.id));
    if (!presentation.timeline) continue;
    std::size_t above = 0;
    for (const Timeline::Band& band : presentation.timeline->bands) {
      const auto found = std::find(order.begin(), order.end(), band.id);
      if (found == order.end()) {
        order.insert(order.begin() + static_cast<std::ptrdiff_t>(above), band.id);
        ++above;
        continue;
      }
      const auto at = static_cast<std::size_t>(found - order.begin());
      EXPECT_GE(at, above) << band.id << " in " << lesson.id;
      above = at + 1;
    }
  }
}

TEST(TimelineStorages, TooManyAreNotListedAndANoteSaysSo) {
  Progress progress;
  const RunResponse response =
      run({"accumulation", "en", {{"layers", "16"}, {"micro_batches", "64"}}}, progress);
  ASSERT_TRUE(response.presentation);
  EXPECT_TRUE(response.presentation->timeline->storages.empty());
  const auto& notes = response.presentation->notes;
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("more than 4,000 storages") != std::string::npos;
  }));
}

/// More instants than are shown, and more storages than are listed.
Recording long_run() {
  const Engine engine(Device::meta);
  Record record;
  std::vector<Tensor> held;
  for (std::size_t i = 0; i < 3 * timeline_samples; ++i) {
    const auto size = static_cast<std::int64_t>(1 + (i * 7919) % 1009);
    held.push_back(engine.empty({size}, Dtype::float32, MemoryCategory::activation));
    if (i % 3 == 2) held.erase(held.begin());
    if (i % 1000 == 999) held.clear();
  }
  return record.take();
}

TEST(Thinning, KeepsOfEachRunOfNeighboursTheFullest) {
  const Recording recording = long_run();
  const std::vector<LiveSample> all = live_samples(recording);
  Presentation shown;
  add_timeline(shown, recording, "long", "", *find_language("en"));
  const Timeline& timeline = *shown.timeline;
  ASSERT_LE(timeline.x_at.size(), timeline_samples);
  EXPECT_EQ(shown.notes.size(), 2u) << "thinned, and without its storages";
  EXPECT_TRUE(timeline.storages.empty());
  const std::size_t group = (all.size() + timeline_samples - 2) / (timeline_samples - 1);
  std::vector<double> want;
  for (std::size_t i = 0; i < all.size(); i += group) {
    std::size_t best = i;
    for (std::size_t k = i; k < std::min(i + group, all.size()); ++k)
      if (all[k].total > all[best].total) best = k;
    want.push_back(static_cast<double>(all[best].event_count));
  }
  if (want.back() != static_cast<double>(all.back().event_count))
    want.push_back(static_cast<double>(all.back().event_count));
  EXPECT_EQ(timeline.x_at, want);
  EXPECT_EQ(timeline.peak_bytes, static_cast<double>(peak_live(recording).total.count));
}

}  // namespace
}  // namespace tally
