// The table of levers, where a reader finds it: which lever moves what, in words and as factors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "lecture/run.h"

namespace tally {
namespace {

using ::testing::HasSubstr;

Presentation shown(Texts values = {}, const std::string& language = "en") {
  Progress progress;
  RunResponse response = run({"levers", language, std::move(values)}, progress);
  for (const Issue& issue : response.issues) ADD_FAILURE() << issue.message;
  return response.presentation.value_or(Presentation{});
}

const Cell& cell(const Presentation& presentation, const std::string& id, const std::string& row,
                 const std::string& column) {
  for (const Table& table : presentation.tables)
    for (std::size_t r = 0; table.id == id && r < table.row_ids.size(); ++r)
      for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.row_ids[r] == row && table.columns[c].key == column) return table.rows[r][c];
  static const Cell none;
  ADD_FAILURE() << "no cell " << row << ", " << column << " in " << id;
  return none;
}

const std::vector<std::string> rows{"recipe",       "optimizer",     "batch",
                                    "accumulation", "checkpointing", "sharding"};
const std::vector<std::string> columns{"parameter",  "gradient", "master_weight", "optimizer_state",
                                       "activation", "peak",     "flops"};

TEST(LeversLesson, SaysWhatEachLeverMoves) {
  // The issue of the whole lecture: what moves, and nothing else does.
  const std::map<std::string, std::set<std::string>> moves{
      {"recipe", {"parameter", "gradient", "activation", "peak"}},
      {"optimizer", {"optimizer_state", "peak"}},
      {"batch", {"activation", "peak", "flops"}},
      {"accumulation", {"activation", "peak"}},
      {"checkpointing", {"activation", "peak", "flops"}},
      {"sharding", {"parameter", "gradient", "optimizer_state", "peak"}}};
  const Presentation presentation = shown();
  EXPECT_EQ(presentation.tables.at(0).row_ids, rows);
  for (const std::string& row : rows)
    for (const std::string& column : columns) {
      if (column == "master_weight") continue;
      const Cell& found = cell(presentation, "levers", row, column);
      const double factor = std::get<double>(found.value);
      EXPECT_EQ(factor != 1, moves.at(row).contains(column)) << row << " " << column;
      EXPECT_THAT(found.text, HasSubstr(factor == 1 ? "does not move: " : " → ")) << row;
    }
  EXPECT_EQ(cell(presentation, "levers", "recipe", "master_weight").text, "new: 4.19 MB");
  EXPECT_EQ(cell(presentation, "levers", "batch", "master_weight").text, "none");
  EXPECT_EQ(cell(presentation, "levers", "recipe", "activation").text, "0.5x: 8.91 MB → 4.46 MB");
  EXPECT_EQ(cell(presentation, "levers", "accumulation", "activation").text,
            "0.25x: 8.91 MB → 2.23 MB");
  EXPECT_EQ(cell(presentation, "levers", "checkpointing", "flops").text,
            "1.34x: 3.15 GFLOP → 4.23 GFLOP");
}

TEST(LeversLesson, NamesThePrice) {
  const Presentation presentation = shown();
  const auto price = [&](const std::string& row) {
    return cell(presentation, "levers", row, "price").text;
  };
  EXPECT_THAT(price("recipe"), HasSubstr("4.19 MB of float32 master weights"));
  EXPECT_THAT(price("batch"), HasSubstr("2 steps"));
  EXPECT_THAT(price("accumulation"), HasSubstr("4.19 MB of gradients wait"));
  EXPECT_THAT(price("checkpointing"), HasSubstr("1,073,741,824 FLOPs more (34%)"));
  EXPECT_THAT(price("sharding"), HasSubstr("8 GPUs, and 8.13 MB of weights gathered"));
}

TEST(LeversLesson, AnswersTheOpeningQuestion) {
  for (const std::string language : {"zh", "en"}) {
    const Presentation presentation = shown({}, language);
    const auto states = [&](const std::string& row) {
      return cell(presentation, "answer", row, "states").text;
    };
    for (const std::string row : {"none", "recipe", "batch", "accumulation", "checkpointing"})
      EXPECT_EQ(states(row), "112") << row;
    EXPECT_EQ(states("optimizer"), "84");
    EXPECT_EQ(states("sharding"), "14");
    const std::string fits = cell(presentation, "answer", "sharding", "fits").text;
    for (const std::string& row : rows)
      EXPECT_EQ(cell(presentation, "answer", row, "fits").text == fits, row == "sharding") << row;
    EXPECT_THAT(presentation.sentence, HasSubstr("112 GB"));
    EXPECT_EQ(presentation.plots.size(), 2u);
    EXPECT_EQ(presentation.plots[1].marks.at(0).at, 80);
  }
}

TEST(LeversLesson, SaysOneGpu) {
  const Presentation alone = shown({{"gpus", "1"}});
  EXPECT_THAT(alone.sentence, HasSubstr("ZeRO-3 over 1 GPU leaves"));
  EXPECT_EQ(cell(alone, "levers", "sharding", "lever").text, "sharding: ZeRO-3 over 1 GPU");
  EXPECT_THAT(cell(alone, "levers", "sharding", "price").text, HasSubstr("1 GPU, and "));
  EXPECT_EQ(cell(shown({{"gpus", "1"}}, "zh"), "levers", "sharding", "lever").text,
            "切分：ZeRO-3，1 块 GPU");
}

TEST(LeversLesson, SaysWhereItsTablesComeFrom) {
  for (const auto& [language, begin, end] : std::vector<std::array<std::string, 3>>{
           {"en", "Executed by this engine", "."}, {"zh", "由本引擎", "。"}})
    for (const Table& table : shown({}, language).tables)
      EXPECT_TRUE(table.source.starts_with(begin) && table.source.ends_with(end)) << table.source;
}

// A small batch: activations are not there at the peak, so nothing that moves them moves it.
TEST(LeversLesson, TheReadersSettingDecides) {
  const Presentation small = shown({{"batch", "32"}});
  for (const std::string row : {"batch", "checkpointing"})
    EXPECT_GT(std::get<double>(cell(small, "levers", row, "peak").value), 0.95) << row;
  const Presentation sharded = shown({{"gpus", "64"}, {"micro_batches", "8"}, {"segment", "16"}});
  EXPECT_NEAR(std::get<double>(cell(sharded, "levers", "sharding", "parameter").value), 1.0 / 64,
              1e-9);
  EXPECT_THAT(cell(sharded, "levers", "accumulation", "activation").text, HasSubstr("0.125x"));
  EXPECT_EQ(std::get<double>(cell(sharded, "levers", "checkpointing", "activation").value), 1);
  const Presentation same = shown({{"optimizer", "adamw"}, {"gpus", "1"}});
  for (const std::string& column : columns)
    if (column != "master_weight") {
      EXPECT_EQ(std::get<double>(cell(same, "levers", "optimizer", column).value), 1) << column;
      EXPECT_EQ(std::get<double>(cell(same, "levers", "sharding", column).value), 1) << column;
    }
}

TEST(LeversLesson, ALeverThatCannotDoWhatItSaysIsAnIssue) {
  const auto issue = [](Texts values) {
    Progress progress;
    const RunResponse response = run({"levers", "en", std::move(values)}, progress);
    EXPECT_FALSE(response.presentation);
    return response.issues.size() == 1 ? response.issues[0].key + ": " + response.issues[0].message
                                       : std::to_string(response.issues.size()) + " issues";
  };
  EXPECT_EQ(issue({{"segment", "17"}}),
            "segment: Layers per segment k: got 17, but the network has only 16; takes 1 to 16.");
  EXPECT_EQ(issue({{"batch", "3"}}),
            "micro_batches: Micro-batches M: got 4, but the batch has only 3 samples; takes 1 to "
            "3. It was not given, so it has its default, 4.");
}

}  // namespace
}  // namespace tally
