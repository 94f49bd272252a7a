// With an op changed to save one tensor more, every measured number follows: they come from running
// the op. This program is linked with a ReLU that saves its input as well (cmake/mutation.cmake).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/engine.h"
#include "experiments/accumulation.h"
#include "experiments/activation.h"
#include "experiments/checkpointing.h"
#include "lecture/run.h"

namespace tally {
namespace {

TEST(Mutation, ExperimentsFollow) {
  Progress progress;
  const ActivationResult activation = run_activation(Engine(), {}, progress);
  // L + 1 = 9 tensors, and the 8 inputs of ReLU.
  EXPECT_EQ(activation.yours.saved.count, 17 * 65'536);
  EXPECT_EQ(activation.yours.formula.count, 9 * 65'536);  // a formula cannot know
  EXPECT_EQ(activation.ledger.size(), 17u);

  const AccumulationResult accumulation = run_accumulation(Engine(), {}, progress);
  EXPECT_EQ(accumulation.saved_large.count, 196'608 + 4 * 32'768);
  EXPECT_EQ(accumulation.saved_small.count, 49'152 + 4 * 8'192);

  const CheckpointingResult checkpointing = run_checkpointing(Engine(), {}, progress);
  EXPECT_EQ(checkpointing.plain.units, 17 + 16);
  EXPECT_EQ(checkpointing.by_segment[3].units, 8 + 4);
  EXPECT_TRUE(checkpointing.gradients_equal);
}

/// A cell of a table in what the page's core answers.
nlohmann::json cell(const std::string& lesson, const std::string& table, const std::string& row,
                    const std::string& column) {
  Progress progress;
  const auto response = nlohmann::json::parse(
      run_json(R"({"lesson": ")" + lesson + R"(", "language": "en", "values": {}})", progress));
  for (const auto& each : response.at("presentation").at("tables")) {
    if (each.at("id") != table) continue;
    const auto &rows = each.at("row_ids"), &columns = each.at("columns");
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t c = 0; c < columns.size(); ++c)
        if (rows[r] == row && columns[c].at("key") == column)
          return each.at("rows")[r][c].at("value");
  }
  return "there is no such cell";
}

TEST(Mutation, WhatThePageIsGivenFollows) {
  EXPECT_EQ(cell("activation", "points", "L4_B32", "saved_bytes"), 9 * 65'536);  // 327,680 by right
  EXPECT_EQ(cell("activation", "points", "L4_B32", "formula_bytes"), 327'680);
  EXPECT_EQ(cell("accumulation", "bytes", "large", "saved_bytes"), 327'680);  // 196,608 by right
  EXPECT_EQ(cell("checkpointing", "segments", "4", "units"), 12);             // 8 by right
}

}  // namespace
}  // namespace tally
