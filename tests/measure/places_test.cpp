// A number of the lecture is named by its place in the lesson, "table/row/column", so that whoever
// reads a report can put it beside what the lesson shows.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "engine/engine.h"
#include "experiments/accumulation.h"
#include "experiments/activation.h"
#include "experiments/budget.h"
#include "experiments/checkpointing.h"
#include "experiments/levers.h"
#include "experiments/optimizer_state.h"
#include "experiments/recipes.h"
#include "formats/measurement.h"
#include "lecture/run.h"
#include "measure/numbers.h"

namespace tally {
namespace {

using measure::Numbers;
using measure::numbers_of;

/// The raw number of a cell, or nothing where there is none.
std::optional<double> cell_value(const Presentation& shown, const std::string& place) {
  const std::size_t first = place.find('/'), last = place.rfind('/');
  for (const Table& table : shown.tables) {
    if (table.id != place.substr(0, first)) continue;
    for (std::size_t r = 0; r < table.row_ids.size(); ++r)
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (table.row_ids[r] != place.substr(first + 1, last - first - 1) ||
            table.columns[c].key != place.substr(last + 1))
          continue;
        const auto& value = table.rows[r][c].value;
        if (const auto* whole = std::get_if<std::int64_t>(&value))
          return static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&value)) return *real;
      }
  }
  return {};
}

/// What a plot shows there: the value of the series, or the sum of all bars.
std::optional<double> drawn_value(const Presentation& shown, const measure::Point& point) {
  std::optional<double> value;
  for (const Plot& plot : shown.plots)
    for (const Series& series : plot.series)
      for (std::size_t i = 0; i < series.x.size(); ++i)
        if (plot.id == point.plot && series.x[i] == point.x &&
            (point.series == MeasuredPoint::sum ? series.kind == SeriesKind::bars
                                                : series.id == point.series))
          value = value.value_or(0) + series.y[i];
  return value;
}

int placed = 0, drawn = 0;

void expect_places(const char* lesson, const Numbers& numbers) {
  Progress progress;
  const RunResponse response = run({.lesson = lesson, .language = "en", .values = {}}, progress);
  ASSERT_TRUE(response.presentation) << response.error;
  for (std::size_t i = 0; i < numbers.headline; ++i) {
    const measure::Number& number = numbers.all[i];
    if (number.id.find('/') == std::string::npos) continue;
    const std::optional<double> value = cell_value(*response.presentation, number.id);
    ASSERT_TRUE(value) << lesson << "/" << number.id;
    EXPECT_EQ(*value, static_cast<double>(number.value)) << lesson << "/" << number.id;
    ++placed;
  }
  for (const measure::Point& point : numbers.points) {
    const std::optional<double> value = drawn_value(*response.presentation, point);
    ASSERT_TRUE(value) << lesson << ": " << point.plot << "/" << point.series << " at " << point.x;
    EXPECT_DOUBLE_EQ(*value, point.value)
        << lesson << ": " << point.plot << "/" << point.series << " at " << point.x;
    ++drawn;
  }
}

TEST(Places, AreThoseOfTheLessonsWithTheirNumbers) {
  Progress progress;
  const Engine engine;
  expect_places("recipes", numbers_of(run_recipes(engine, RecipesSettings{}, progress)));
  expect_places("optimizer_state",
                numbers_of(run_optimizer_state(engine, OptimizerStateSettings{}, progress)));
  expect_places("activation", numbers_of(run_activation(engine, ActivationSettings{}, progress)));
  expect_places("accumulation",
                numbers_of(run_accumulation(engine, AccumulationSettings{}, progress)));
  expect_places("checkpointing",
                numbers_of(run_checkpointing(engine, CheckpointingSettings{}, progress)));
  expect_places("budget", numbers_of(run_budget(engine, BudgetSettings{}, progress)));
  expect_places("levers", numbers_of(run_levers(engine, LeversSettings{}, progress)));
  EXPECT_GT(placed, 90);
  EXPECT_GT(drawn, 120);
}

}  // namespace
}  // namespace tally
