// The numbers of demonstrations 3, 4 and 5 where a reader finds them: in the tables, under stable
// ids.
#include <gtest/gtest.h>

#include <algorithm>

#include "lecture/format.h"
#include "lecture/run.h"

namespace tally {
namespace {

RunResponse answer(const std::string& lesson, Texts values, const std::string& language = "en") {
  Progress progress;
  return run({lesson, language, std::move(values)}, progress);
}

Presentation shown(const std::string& lesson, Texts values = {},
                   const std::string& language = "en") {
  RunResponse response = answer(lesson, std::move(values), language);
  for (const Issue& issue : response.issues) ADD_FAILURE() << issue.message;
  return response.presentation.value_or(Presentation{});
}

const Table& table(const Presentation& presentation, const std::string& id) {
  for (const Table& each : presentation.tables)
    if (each.id == id) return each;
  static const Table none;
  ADD_FAILURE() << "no table " << id;
  return none;
}

Cell cell(const Table& from, const std::string& row, const std::string& column) {
  for (std::size_t r = 0; r < from.row_ids.size(); ++r)
    for (std::size_t c = 0; c < from.columns.size(); ++c)
      if (from.row_ids[r] == row && from.columns[c].key == column) return from.rows[r][c];
  ADD_FAILURE() << "no cell " << row << ", " << column << " in " << from.id;
  return {};
}

std::string text(const Table& from, const std::string& row, const std::string& column) {
  return cell(from, row, column).text;
}

bool any_note_has(const Presentation& presentation, std::string_view part) {
  for (const std::string& note : presentation.notes)
    if (note.find(part) != std::string::npos) return true;
  return false;
}

TEST(ActivationLesson, LectureTable) {
  for (const std::string language : {"zh", "en"}) {
    const Presentation presentation = shown("activation", {}, language);
    const Table& points = table(presentation, "points");
    EXPECT_EQ(text(points, "L4_B32", "saved_bytes"), "327,680");
    EXPECT_EQ(text(points, "L8_B32", "saved_bytes"), "589,824");
    EXPECT_EQ(text(points, "L8_B64", "saved_bytes"), "1,179,648");
    EXPECT_EQ(text(points, "L16_B64", "saved_bytes"), "2,228,224");
    EXPECT_EQ(text(points, "L16_B64", "formula_bytes"), "2,228,224");
    EXPECT_EQ(text(points, "L4_B32", "parameter_bytes"), "4,194,304");
    EXPECT_EQ(text(points, "L8_B32", "parameter_bytes"), "8,388,608");
    EXPECT_EQ(text(points, "L16_B64", "parameter_bytes"), "16,777,216");
    EXPECT_EQ(text(points, "yours", "device"), "cpu");
    EXPECT_EQ(points.marked_row, 4);
    EXPECT_NE(presentation.sentence.find("589,824 B"), std::string::npos);
    EXPECT_EQ(table(presentation, "ledger").rows.size(), 9u);
    EXPECT_EQ(text(table(presentation, "crossing"), "beyond", "tokens"), "456");
    EXPECT_EQ(presentation.plots.size(), 2u);
  }
}

TEST(ActivationLesson, FollowsTheReader) {
  const Table points =
      table(shown("activation", {{"function", "gelu"}, {"dtype", "bfloat16"}}), "points");
  EXPECT_EQ(text(points, "yours", "units"), "16");
  EXPECT_EQ(text(points, "yours", "saved_bytes"), "524,288");
  const Presentation nothing = shown("activation", {{"mode", "no_grad"}});
  EXPECT_NE(nothing.sentence.find("0 B"), std::string::npos);
  EXPECT_TRUE(table(nothing, "ledger").rows.empty());
  EXPECT_TRUE(any_note_has(shown("activation", {{"mode", "eval"}}), "dropout"));
  EXPECT_TRUE(any_note_has(shown("activation", {{"width", "8192"}}), "meta"));
}

// "L + 1 in all" and "2L in all" are true of a network without frozen layers alone.
TEST(ActivationLesson, NotesCountWhatIsSavedWithFrozenLayersToo) {
  struct Setting {
    Texts values;
    std::string units, all_trained;
  };
  const Setting settings[] = {
      {{}, "9", "L + 1"},
      {{{"function", "gelu"}}, "16", "2L"},
      {{{"frozen", "3"}}, "6", ""},
      {{{"frozen", "3"}, {"function", "gelu"}}, "10", ""},
      {{{"frozen_layers", "5"}, {"function", "silu"}}, "15", ""},
  };
  for (const Setting& setting : settings)
    for (const std::string language : {"zh", "en"}) {
      const Presentation presentation = shown("activation", setting.values, language);
      EXPECT_EQ(text(table(presentation, "points"), "yours", "units"), setting.units);
      for (const std::string closed : {"L + 1", "2L"})
        EXPECT_EQ(any_note_has(presentation, closed), closed == setting.all_trained)
            << setting.units << " " << language << " " << closed;
      const std::string counted =
          language == "en" ? setting.units + " in all" : "共 " + setting.units + " 份";
      EXPECT_EQ(any_note_has(presentation, counted), setting.all_trained.empty())
          << setting.units << " " << language;
    }
}

TEST(ActivationLesson, AFrozenLayerMustExist) {
  const RunResponse response = answer("activation", {{"layers", "4"}, {"frozen_layers", "2,5"}});
  ASSERT_EQ(response.issues.size(), 1u);
  EXPECT_EQ(response.issues[0].key, "frozen_layers");
  EXPECT_EQ(response.issues[0].message, "Also frozen: there is no layer 5, the network has 4.");
  EXPECT_FALSE(response.presentation.has_value());
}

// What is asked for is never taken as something else.
TEST(ActivationLesson, NoMoreLayersAreFrozenThanThereAre) {
  const RunResponse response = answer("activation", {{"layers", "4"}, {"frozen", "5"}});
  ASSERT_EQ(response.issues.size(), 1u);
  EXPECT_EQ(response.issues[0].key, "frozen");
  EXPECT_EQ(response.issues[0].message,
            "First layers frozen: got 5, but the network has only 4; takes 0 to 4.");
  EXPECT_TRUE(answer("activation", {{"layers", "4"}, {"frozen", "4"}}).issues.empty());
}

TEST(CheckpointingLesson, NoSegmentIsLongerThanTheNetwork) {
  const RunResponse response = answer("checkpointing", {{"layers", "3"}});  // segment is 4
  ASSERT_EQ(response.issues.size(), 1u);
  EXPECT_EQ(response.issues[0].key, "segment");
  EXPECT_EQ(response.issues[0].message,
            "Layers per segment k: got 4, but the network has only 3; takes 1 to 3. It was not "
            "given, so it has its default, 4.");
  EXPECT_TRUE(answer("checkpointing", {{"layers", "3"}, {"segment", "3"}}).issues.empty());
  // By hand, k does not count.
  EXPECT_TRUE(answer("checkpointing", {{"layers", "3"}, {"boundaries", "2,1"}}).issues.empty());
}

TEST(CheckpointingLesson, SaysThatASegmentLengthIsNotUsed) {
  EXPECT_TRUE(any_note_has(shown("checkpointing", {{"segment", "5"}, {"boundaries", "10,6"}}),
                           "k = 5 is not used"));
  EXPECT_FALSE(any_note_has(shown("checkpointing", {{"boundaries", "10,6"}}), "is not used"));
  EXPECT_FALSE(any_note_has(shown("checkpointing", {{"segment", "5"}}), "is not used"));
}

// 128 layers make every gradient too small for float32, and zeros are equal whatever was done.
TEST(CheckpointingLesson, ZerosAreNoComparison) {
  const Presentation deep = shown("checkpointing", {{"layers", "128"}, {"width", "8"}});
  EXPECT_NE(deep.sentence.find("All gradients of both are zero"), std::string::npos);
  EXPECT_EQ(text(table(deep, "chosen"), "gradients_equal", "value"), "all zero, on both sides");
  EXPECT_NE(shown("checkpointing").sentence.find("equal to the bit"), std::string::npos);
}

TEST(AccumulationLesson, SaysWhatIsTooLargeToCompute) {
  const Presentation large = shown("accumulation", {{"width", "1024"}, {"layers", "16"}});
  EXPECT_TRUE(any_note_has(large, "32 passes"));
  EXPECT_TRUE(any_note_has(large, "up to 4.29B and 134 MB"));
  EXPECT_EQ(large.tables.size(), 2u);  // bytes and parts, no gradients
  EXPECT_FALSE(any_note_has(shown("accumulation"), "passes of this demonstration"));
}

TEST(AccumulationLesson, LectureTable) {
  const Presentation presentation = shown("accumulation");
  const Table& bytes = table(presentation, "bytes");
  EXPECT_EQ(text(bytes, "large", "saved_bytes"), "196,608");
  EXPECT_EQ(text(bytes, "small", "saved_bytes"), "49,152");
  EXPECT_EQ(text(bytes, "small", "ratio"), "4");
  EXPECT_EQ(text(bytes, "small", "gradient_bytes"), "262,144");
  const double difference =
      std::get<double>(cell(table(presentation, "gradients"), "largest_difference", "value").value);
  const double gradient =
      std::get<double>(cell(table(presentation, "gradients"), "largest_gradient", "value").value);
  EXPECT_GT(difference, 0);
  EXPECT_LE(difference, 1e-6 * gradient);
  const Table& mistakes = table(presentation, "mistakes");
  EXPECT_EQ(text(mistakes, "loss_not_divided", "gradient_1"), "4.00x");
  EXPECT_EQ(text(mistakes, "loss_not_divided", "sgd_1"), "4.00x");
  EXPECT_EQ(text(mistakes, "loss_not_divided", "adamw_1"), "1.00x");
  EXPECT_EQ(text(mistakes, "zero_grad_forgotten", "gradient_1"), "1.00x");
  EXPECT_EQ(text(mistakes, "zero_grad_forgotten", "gradient_2"), "2.00x");
  EXPECT_FALSE(any_note_has(presentation, "eps = 1e-8"));
  ASSERT_TRUE(presentation.timeline.has_value());
  EXPECT_EQ(presentation.timeline->peak_bytes, 696'328);
}

// chunk gives fewer parts than were asked for: dividing by the asked number is a mistake with a
// name.
TEST(AccumulationLesson, DividingByPartsThatWereNotMadeIsNoRightSetting) {
  const Presentation presentation = shown("accumulation", {{"batch", "9"}, {"micro_batches", "4"}});
  const Table& mistakes = table(presentation, "mistakes");
  EXPECT_EQ(mistakes.rows[0][0].text, "divided by 4, though 3 parts were made");
  EXPECT_EQ(text(mistakes, "right", "gradient_1"), "0.75x");
  EXPECT_EQ(text(mistakes, "loss_not_divided", "gradient_1"), "3.00x");
  EXPECT_TRUE(any_note_has(presentation, "without that the gradient is 3 times too large"));
}

// The sentence, the table of gradients and the marked row of mistakes tell one number.
TEST(AccumulationLesson, MistakesAreToldWithTheTablesNumbers) {
  const Presentation presentation =
      shown("accumulation", {{"divide_loss", "false"}, {"zero_grad", "false"}});
  const Table& mistakes = table(presentation, "mistakes");
  EXPECT_EQ(mistakes.row_ids.at(static_cast<std::size_t>(mistakes.marked_row)), "both");
  const std::string factor = text(mistakes, "both", "gradient_2");
  EXPECT_NE(presentation.sentence.find("of step 2 is " + factor), std::string::npos)
      << presentation.sentence;
  EXPECT_EQ(text(table(presentation, "gradients"), "factor", "value"), factor);
}

TEST(AccumulationLesson, StepsThatAreRoundedAreExplained) {
  const Presentation deep = shown("accumulation", {{"layers", "16"}});
  EXPECT_EQ(text(table(deep, "mistakes"), "loss_not_divided", "gradient_1"), "4.00x");
  EXPECT_NE(text(table(deep, "mistakes"), "loss_not_divided", "sgd_1"), "4.00x");
  EXPECT_TRUE(any_note_has(deep, "near Adam's eps = 1e-8"));
  EXPECT_FALSE(any_note_has(deep, "did not move in float32 at all"));

  const Presentation narrow = shown("accumulation", {{"layers", "16"}, {"width", "8"}});
  EXPECT_EQ(text(table(narrow, "mistakes"), "right", "sgd_1"), "–");
  EXPECT_TRUE(any_note_has(narrow, "did not move in float32 at all"));
  for (const Plot& plot : narrow.plots)
    if (plot.id == "factors") {
      EXPECT_EQ(plot.series[0].x, (std::vector<double>{0, 2}));  // no bar for SGD
    }
}

TEST(AccumulationLesson, TimelineBandsAddUp) {
  const Timeline timeline = *shown("accumulation").timeline;
  double most = 0;
  for (std::size_t i = 0; i < timeline.x_at.size(); ++i) {
    double sum = 0;
    for (const Timeline::Band& band : timeline.bands) sum += band.bytes[i];
    most = std::max(most, sum);
    if (timeline.x_at[i] == timeline.peak_at) {
      EXPECT_EQ(sum, timeline.peak_bytes);
    }
  }
  EXPECT_EQ(most, timeline.peak_bytes);
  // Forward and backward of each of the four micro-batches.
  EXPECT_EQ(timeline.phases.size(), 8u);
}

TEST(AccumulationLesson, LongTimelinesKeepTheirPeak) {
  const Presentation presentation =
      shown("accumulation", {{"layers", "16"}, {"micro_batches", "64"}});
  const Timeline& timeline = *presentation.timeline;
  EXPECT_LE(timeline.x_at.size(), 2001u);
  double most = 0;
  for (std::size_t i = 0; i < timeline.x_at.size(); ++i) {
    double sum = 0;
    for (const Timeline::Band& band : timeline.bands) sum += band.bytes[i];
    most = std::max(most, sum);
  }
  EXPECT_EQ(most, timeline.peak_bytes);
  EXPECT_TRUE(any_note_has(presentation, "instants out of"));
}

TEST(AccumulationLesson, ChunksThatDoNotDivide) {
  const Presentation presentation = shown("accumulation", {{"batch", "6"}});
  EXPECT_EQ(table(presentation, "micro_batches").rows.size(), 3u);
  EXPECT_EQ(text(table(presentation, "gradients"), "factor", "value"), "0.75x");
  EXPECT_NE(presentation.sentence.find("0.75x"), std::string::npos);
  const Presentation weighted = shown("accumulation", {{"batch", "6"}, {"weighted", "true"}});
  EXPECT_EQ(text(table(weighted, "gradients"), "factor", "value"), "1.00x");
  EXPECT_EQ(text(table(weighted, "micro_batches"), "1", "weight"), "0.333");
}

TEST(AccumulationLesson, OnePartHasNoDifference) {
  const Presentation presentation = shown("accumulation", {{"micro_batches", "1"}});
  EXPECT_EQ(text(table(presentation, "gradients"), "largest_difference", "value"), "0");
  for (const Plot& plot : presentation.plots)
    if (plot.id == "gradients") {
      EXPECT_EQ(plot.series[0].y.size(), 1u);
    }
}

TEST(CheckpointingLesson, LectureTables) {
  for (const std::string language : {"zh", "en"}) {
    const Presentation presentation = shown("checkpointing", {}, language);
    const Table& segments = table(presentation, "segments");
    EXPECT_EQ(text(segments, "plain", "estimate"), "16");
    EXPECT_EQ(text(segments, "plain", "units"), "17");
    const std::pair<const char*, const char*> both[]{
        {"1", "17"}, {"2", "10"}, {"4", "8"}, {"8", "10"}, {"16", "17"}};
    for (const auto& [k, units] : both) {
      EXPECT_EQ(text(segments, k, "estimate"), units);
      EXPECT_EQ(text(segments, k, "units"), units);
    }
    const char* measured[]{"17", "10", "8",  "8",  "8",  "8",  "9",  "10",
                           "10", "11", "12", "13", "14", "15", "16", "17"};
    for (std::size_t k = 1; k <= 16; ++k)
      EXPECT_EQ(text(segments, std::to_string(k), "units"), measured[k - 1]) << k;
    const Table& optimum = table(presentation, "optimum");
    EXPECT_EQ(text(optimum, "yours", "root"), "4");
    EXPECT_EQ(text(optimum, "yours", "two_roots"), "8");
    EXPECT_EQ(text(optimum, "yours", "best"), "4");
    EXPECT_EQ(text(optimum, "L100", "plain_estimate"), "100");
    EXPECT_EQ(text(optimum, "L100", "best_estimate"), "20");
    EXPECT_EQ(text(optimum, "L100", "best_units"), "20");
    const Table& flops = table(presentation, "flops");
    EXPECT_EQ(text(flops, "forward", "flops"), "67,108,864");
    EXPECT_EQ(text(flops, "plain", "flops"), "197,132,288");
    EXPECT_EQ(text(flops, "plain", "multiple"), "2.94x");
    EXPECT_EQ(text(flops, "each_layer", "flops"), "264,241,152");
    EXPECT_EQ(text(flops, "each_layer", "multiple"), "3.94x");
    EXPECT_TRUE(presentation.timeline.has_value());
  }
}

TEST(CheckpointingLesson, GradientsAreCompared) {
  EXPECT_EQ(text(table(shown("checkpointing"), "chosen"), "gradients_equal", "value"),
            "equal to the bit");
  const Presentation large = shown("checkpointing", {{"width", "4096"}, {"batch", "4096"}});
  EXPECT_EQ(text(table(large, "chosen"), "gradients_equal", "value"), "not computed");
}

TEST(CheckpointingLesson, SegmentsByHandMustAddUp) {
  const Presentation presentation = shown("checkpointing", {{"boundaries", "6,4,3,2,1"}});
  EXPECT_EQ(text(table(presentation, "segments"), "by_hand", "units"), "7");
  EXPECT_EQ(text(table(presentation, "chosen"), "segments", "value"), "6, 4, 3, 2, 1");
  const RunResponse response = answer("checkpointing", {{"boundaries", "6,4"}});
  ASSERT_EQ(response.issues.size(), 1u);
  EXPECT_EQ(response.issues[0].key, "boundaries");
  EXPECT_EQ(response.issues[0].message,
            "Segments by hand: 6, 4 make 10 layers, the network has 16; they must add up to 16.");
}

TEST(CheckpointingLesson, TimelineHasItsBands) {
  const auto bands = [](const Texts& values) {
    std::string ids;
    const Presentation presentation = shown("checkpointing", values);
    for (const Timeline::Band& band : presentation.timeline->bands) ids += band.id + " ";
    return ids;
  };
  EXPECT_EQ(bands({}), "input rng_state activation.saved activation activation_gradient ");
  EXPECT_EQ(bands({{"all_bands", "true"}}),
            "parameter gradient input rng_state activation.saved activation activation_gradient ");
  EXPECT_EQ(
      bands({{"all_bands", "true"}, {"keep_gradients", "true"}, {"preserve_rng_state", "false"}}),
      "parameter gradient input activation.saved activation activation_gradient temporary ");
}

TEST(CheckpointingLesson, TimelinePeaksWhereItsBandsDo) {
  for (const char* all : {"false", "true"}) {
    const Timeline timeline = *shown("checkpointing", {{"all_bands", all}}).timeline;
    double most = 0;
    for (std::size_t i = 0; i < timeline.x_at.size(); ++i) {
      double sum = 0;
      for (const Timeline::Band& band : timeline.bands) sum += band.bytes[i];
      if (timeline.x_at[i] == timeline.peak_at) {
        EXPECT_EQ(sum, timeline.peak_bytes);
      }
      most = std::max(most, sum);
    }
    EXPECT_EQ(most, timeline.peak_bytes);
  }
  // All bands: the peak of live bytes in the table.
  EXPECT_EQ(shown("checkpointing", {{"all_bands", "true"}}).timeline->peak_bytes, 8'459'208);
}

}  // namespace
}  // namespace tally
