// The questions: each is executed, its answer is one of its choices, and the misconceptions that it
// is about come out as they must.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/check.h"
#include "lecture/json.h"
#include "lecture/lesson.h"
#include "lecture/question.h"
#include "lecture/questions/shared.h"

namespace tally {
namespace {

using ::testing::HasSubstr;

Answer answer(std::string_view question, std::string_view language = "en") {
  Progress progress;
  return ask(question, language, progress);
}

TEST(Questions, EachIsExecutedInEveryLanguage) {
  for (const Question& question : questions())
    for (const Language& language : languages()) {
      const Answer found = answer(question.id, language.tag);
      const std::string where = std::string(question.id) + " " + std::string(language.tag);
      EXPECT_EQ(found.error, "");
      EXPECT_TRUE(std::ranges::any_of(
          question.choices, [&](const Choice& choice) { return choice.id == found.correct; }))
          << where << ": " << found.correct;
      EXPECT_FALSE(found.explanation.empty()) << where;
      EXPECT_EQ(found.explanation.find('{'), std::string::npos) << found.explanation;
      EXPECT_FALSE(found.values.empty()) << where;
      const std::string prompt = question.prompt(language);
      EXPECT_FALSE(prompt.empty()) << where;
      EXPECT_EQ(prompt.find('{'), std::string::npos) << prompt;
    }
}

TEST(Questions, ChoicesAreDistinctAndThreeOrFour) {
  std::set<std::string_view> ids;
  for (const Question& question : questions()) {
    EXPECT_TRUE(ids.insert(question.id).second) << question.id;
    EXPECT_GE(question.choices.size(), 3u) << question.id;
    EXPECT_LE(question.choices.size(), 4u) << question.id;
    std::set<std::string_view> choices;
    for (const Choice& choice : question.choices)
      EXPECT_TRUE(choices.insert(choice.id).second) << question.id << " " << choice.id;
    for (const Language& language : languages()) {
      std::set<std::string_view> labels;
      for (const Choice& choice : question.choices) {
        const std::string_view label = language.text(choice.label);
        EXPECT_TRUE(labels.insert(label).second) << question.id;
        EXPECT_EQ(label.find('{'), std::string_view::npos) << label;
      }
    }
  }
}

TEST(Questions, ThreeOrMoreStandBesideEachPart) {
  std::map<std::string_view, int> beside;
  for (const Question& question : questions()) {
    EXPECT_TRUE(question.lesson == "opening" || question.lesson == "closing" ||
                find_lesson(question.lesson))
        << question.id;
    ++beside[question.lesson];
  }
  EXPECT_EQ(questions().front().lesson, "opening");
  EXPECT_EQ(beside["opening"], 1);
  EXPECT_GE(beside["closing"], 1);
  for (const std::string_view part :
       {"recipes", "optimizer_state", "activation", "accumulation", "checkpointing", "budget"})
    EXPECT_GE(beside[part], 3) << part;
}

struct Known {
  std::string_view question, correct;
  std::vector<std::pair<std::string, std::string>> numbers;
};

// The lecture's own answers, worked out by hand or printed by PyTorch 2.6.
TEST(Questions, MisconceptionsAreDecidedByTheRightNumbers) {
  const Known known[] = {
      {"seven_billion",
       "112",
       {{"total", "112 GB"},
        {"parameter", "14 GB"},
        {"gradient", "14 GB"},
        {"master", "28 GB"},
        {"state", "56 GB"}}},
      {"bf16_halves_memory", "16", {{"before", "16"}, {"after", "16"}, {"state", "8"}}},
      {"stock_adamw_on_bf16", "8", {{"total", "8"}, {"state", "4"}, {"float_state", "8"}}},
      {"lost_updates", "nowhere", {{"bf16", "1"}}},
      {"zero_stages",
       "zero1",
       {{"replicated", "5B"},
        {"zero1", "14.5B"},
        {"zero2", "21.3B"},
        {"zero3", "40B"},
        {"first", "12"},
        {"all", "16"}}},
      {"state_before_step", "none", {{"before", "0 B"}, {"after", "2,097,168 B"}}},
      {"memory_runs_out", "backward_2", {{"difference", "2,097,168 B"}, {"state", "2,097,168 B"}}},
      {"sgd_momentum_state", "once", {{"momentum", "1,048,576 B"}, {"sgd", "0 B"}}},
      {"peak_is_the_sum", "flips", {{"parameters", "16.8 MB"}}},
      {"eval_saves_memory",
       "no_grad",
       {{"train", "589,824 B"}, {"eval", "589,824 B"}, {"no_grad", "0 B"}}},
      {"every_output_is_kept", "9", {{"relu", "9"}, {"gelu", "16"}}},
      {"freezing_saves",
       "first",
       {{"all", "589,824 B"}, {"first", "524,288 B"}, {"middle", "589,824 B"}}},
      {"doubling_doubles",
       "batch",
       {{"batch", "2.00"}, {"layers", "1.80"}, {"more_layers", "1.89"}}},
      {"forgotten_division", "sgd", {{"gradient", "4.00"}, {"sgd", "4.00"}, {"adamw", "1.00"}}},
      {"chunk_of_six", "3", {{"made", "3"}, {"sizes", "2 + 2 + 2"}}},
      {"accumulation_lowers_peak",
       "higher",
       {{"saved_large", "196,608 B"}, {"saved_small", "49,152 B"}, {"gradients", "262,144 B"}}},
      {"gradients_between",
       "once",
       {{"first", "0 B"}, {"second", "262,144 B"}, {"last", "262,144 B"}}},
      {"two_roots", "7", {{"hand", "7"}, {"equal", "8"}, {"plain", "17"}}},
      {"one_per_layer",
       "wide",
       {{"toy", "17"}, {"toy_plain", "17"}, {"wide", "24"}, {"wide_plain", "144"}}},
      {"recomputation_cost", "4", {{"plain", "2.94"}, {"checkpointed", "3.94"}}},
      {"checkpointing_lowers_peak", "not_lower", {{"units", "8"}, {"plain_units", "17"}}},
      {"one_more_parameter",
       "2",
       {{"before", "1"}, {"gpus", "2"}, {"bytes", "80,000,000,016 B"}, {"excess", "16 B"}}},
      {"replicated_on_eight", "same", {{"one", "5B"}, {"many", "5B"}, {"sharded", "40B"}}},
      {"zero1_share", "38", {{"share", "38.5 GB"}, {"kept", "28 GB"}, {"cut", "10.5 GB"}}},
      {"what_moves_the_state",
       "optimizer",
       {{"before", "8,388,672 B"}, {"optimizer", "4,194,304 B"}, {"sharding", "1,048,640 B"}}},
      {"what_bf16_saves",
       "activations",
       {{"states_before", "16,777,280 B"},
        {"states_after", "16,777,280 B"},
        {"saved_before", "8,912,896 B"},
        {"saved_after", "4,456,448 B"}}},
      {"what_fits_7b",
       "sharding",
       {{"states", "112 GB"},
        {"accumulation", "112 GB"},
        {"checkpointing", "112 GB"},
        {"optimizer", "84 GB"},
        {"sharding", "14 GB"}}},
      {"round_names", "15", {{"parameters", "70,553,706,496"}, {"round_gpus", "14"}}},
  };
  std::set<std::string_view> asked;
  for (const Known& row : known) {
    asked.insert(row.question);
    const Answer found = answer(row.question);
    EXPECT_EQ(found.correct, row.correct) << row.question;
    for (const auto& [name, text] : row.numbers) {
      const auto value =
          std::ranges::find(found.values, name, [](const auto& v) { return v.first; });
      ASSERT_NE(value, found.values.end()) << row.question << " " << name;
      EXPECT_EQ(value->second, text) << row.question << " " << name;
    }
  }
  for (const Question& question : questions())
    EXPECT_TRUE(asked.contains(question.id)) << question.id << " has no known answer";
}

TEST(Questions, TheOneClaimThatIsProvedIsTheChoice) {
  EXPECT_EQ(proved({{"a", false}, {"b", true}}), "b");
  EXPECT_EQ(proved({{"a", false}, {"b", false}}), "");
  EXPECT_EQ(proved({{"a", true}, {"b", true}}), "");
}

TEST(Questions, AnUnknownQuestionOrLanguageIsAnError) {
  EXPECT_THAT(answer("nothing").error, HasSubstr("\"nothing\""));
  EXPECT_THAT(answer("two_roots", "fr").error, HasSubstr("\"fr\""));
  EXPECT_EQ(answer("two_roots", "").language, languages().front().tag);
  EXPECT_EQ(find_question("nothing"), nullptr);
}

}  // namespace
}  // namespace tally
