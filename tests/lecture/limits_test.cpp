// Every lesson at the limits of its parameters, alone and in pairs: nothing aborts, whatever cannot
// be is an issue, and no number 1 stands before a plural.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include "lecture/run.h"

namespace tally {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

RunResponse run_with(const std::string& lesson, Texts values, const std::string& language = "en") {
  Progress progress;
  return run({lesson, language, std::move(values)}, progress);
}

Presentation shown(const std::string& lesson, Texts values, const std::string& language = "en") {
  const RunResponse response = run_with(lesson, std::move(values), language);
  for (const Issue& issue : response.issues) ADD_FAILURE() << issue.message;
  return response.presentation.value_or(Presentation{});
}

/// Everything that a reader is told.
std::vector<std::string> texts_of(const RunResponse& response) {
  std::vector<std::string> texts;
  for (const Issue& issue : response.issues) texts.push_back(issue.message);
  if (!response.presentation) return texts;
  const Presentation& shown = *response.presentation;
  texts.push_back(shown.sentence);
  texts.insert(texts.end(), shown.notes.begin(), shown.notes.end());
  for (const Plot& plot : shown.plots) {
    texts.push_back(plot.caption);
    for (const Series& series : plot.series) texts.push_back(series.label);
    for (const Mark& mark : plot.marks) texts.push_back(mark.label);
  }
  if (shown.timeline) {
    texts.push_back(shown.timeline->caption);
    texts.push_back(shown.timeline->peak_label);
  }
  for (const Table& table : shown.tables) {
    texts.push_back(table.caption);
    texts.push_back(table.source);
    for (const Column& column : table.columns) texts.push_back(column.label);
    for (const auto& row : table.rows)
      for (const Cell& cell : row) {
        texts.push_back(cell.text);
        texts.push_back(cell.formula);
      }
  }
  if (shown.pytorch) texts.push_back(shown.pytorch->code);
  return texts;
}

/// The first "1 samples" or "1 float32 parameters" in a text, or "".
std::string one_before_a_plural(const std::string& text) {
  constexpr std::array<std::string_view, 22> plurals{
      "samples",  "parts",  "layers",  "micro-batches", "parameters", "tokens",
      "GPUs",     "steps",  "tensors", "activations",   "segments",   "storages",
      "instants", "events", "updates", "losses",        "gradients",  "ReLUs",
      "passes",   "times",  "bytes",   "iterations"};
  const auto word_at = [&](std::size_t begin) {
    std::size_t end = begin;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-'))
      ++end;
    return text.substr(begin, end - begin);
  };
  for (std::size_t at = text.find("1 "); at != std::string::npos; at = text.find("1 ", at + 1)) {
    if (at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 ||
                   std::string_view(".,_-").find(text[at - 1]) != std::string_view::npos))
      continue;
    const std::string first = word_at(at + 2);
    const std::size_t next = at + 2 + first.size();
    const std::string second = next < text.size() && text[next] == ' ' ? word_at(next + 1) : "";
    for (const std::string& word : {first, second})
      if (std::ranges::find(plurals, word) != plurals.end()) return text.substr(at, 40);
  }
  return {};
}

/// The limits of a parameter, as a reader types them.
std::vector<std::string> limits(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::integer:
      return {value_text(static_cast<std::int64_t>(parameter.min)),
              value_text(static_cast<std::int64_t>(parameter.max))};
    case ParameterKind::real:
      return {value_text(parameter.min), value_text(parameter.max)};
    case ParameterKind::flag:
      return {"false", "true"};
    case ParameterKind::choice:
      return {std::string(parameter.choices.front().id), std::string(parameter.choices.back().id)};
    case ParameterKind::integers:
      return {value_text(std::vector{static_cast<std::int64_t>(parameter.min)}), ""};
  }
  return {};
}

void expect_told(const Lesson& lesson, const Texts& values) {
  std::string where(lesson.id);
  for (const auto& [key, text] : values) where += " " + key + "=" + text;
  SCOPED_TRACE(where);
  try {
    const RunResponse response = run_with(std::string(lesson.id), values);
    EXPECT_EQ(response.error, "");
    EXPECT_NE(response.presentation.has_value(), !response.issues.empty());
    for (const std::string& text : texts_of(response))
      EXPECT_EQ(one_before_a_plural(text), "") << text;
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what();
  }
}

TEST(Limits, FindsOneBeforeAPlural) {
  EXPECT_EQ(one_before_a_plural("of 1 samples"), "1 samples");
  EXPECT_EQ(one_before_a_plural("1 float32 parameters take"), "1 float32 parameters take");
  EXPECT_EQ(one_before_a_plural("21 samples, 1 sample, 0.1 layers, 1 × 4 layers"), "");
}

TEST(Limits, EveryLessonAtEachLimitOfEachParameter) {
  for (const Lesson& lesson : lessons())
    for (const Parameter& parameter : lesson.parameters)
      for (const std::string& text : limits(parameter))
        expect_told(lesson, {{std::string(parameter.key), text}});
}

/// Small: the least of everything but of one or two parameters, which take a little more.
TEST(Limits, EveryLessonAtTheLeastOfAllAndLittleMore) {
  for (const Lesson& lesson : lessons()) {
    Texts least;
    for (const Parameter& parameter : lesson.parameters)
      if (parameter.kind == ParameterKind::integer)
        least.emplace_back(parameter.key, limits(parameter).front());
    expect_told(lesson, least);
    for (std::size_t i = 0; i < least.size(); ++i)
      for (std::size_t j = i; j < least.size(); ++j)
        for (const std::int64_t more : {1, 2}) {
          Texts values = least;
          for (const std::size_t k : {i, j})
            values[k].second = std::to_string(std::stoll(least[k].second) + more);
          expect_told(lesson, values);
        }
  }
}

TEST(Limits, LeversWithFewNumbersOverAnyGpus) {
  for (const char* width : {"1", "2", "3"})
    for (const char* gpus : {"1", "2", "3", "7", "8", "100000"})
      expect_told(*find_lesson("levers"), {{"width", width}, {"gpus", gpus}, {"layers", "5"}});
}

TEST(AccumulationLesson, ASwitchedOffDivisionIsNotExplainedAsDone) {
  const Presentation both =
      shown("accumulation", {{"weighted", "true"}, {"divide_loss", "false"}, {"batch", "65"}});
  EXPECT_THAT(both.notes, Contains(HasSubstr("has no effect while the loss is not divided")));
  EXPECT_THAT(both.notes, Not(Contains(HasSubstr("weighted by its share"))));
  const Presentation off = shown("accumulation", {{"divide_loss", "false"}, {"batch", "65"}});
  for (const Presentation* presentation : {&both, &off}) {
    EXPECT_THAT(presentation->notes, Contains(HasSubstr("losses are just added up")));
    EXPECT_THAT(presentation->notes, Not(Contains(HasSubstr("Divided by M alike"))));
    EXPECT_THAT(presentation->notes, Not(Contains(HasSubstr("is divided by M"))));
  }
  EXPECT_THAT(off.notes, Not(Contains(HasSubstr("has no effect"))));
}

TEST(AccumulationLesson, OnePartIsNoneFewer) {
  const Presentation one = shown("accumulation", {{"micro_batches", "1"}});
  EXPECT_THAT(one.sentence, Not(HasSubstr("times less")));
  EXPECT_THAT(one.sentence, HasSubstr("equal to the bit"));
}

TEST(LeversLesson, AnOddBatchIsNotCalledHalved) {
  for (const Language& language : languages()) {
    const Presentation odd =
        shown("levers", {{"batch", "3"}, {"micro_batches", "1"}}, std::string(language.tag));
    EXPECT_THAT(odd.tables.at(0).rows.at(2).at(0).text, HasSubstr("3 → 1")) << language.tag;
  }
}

TEST(ActivationLesson, TheCrossingsNumberAndItsFormulaAgree) {
  for (const Language& language : languages()) {
    const std::string tag(language.tag);
    EXPECT_THAT(shown("activation", {{"layers", "64"}, {"width", "8192"}}, tag).sentence,
                HasSubstr("T* = 8,192 × 64 / 65 ≈ 8,065.97"));
    EXPECT_THAT(shown("activation", {{"layers", "63"}, {"width", "1469"}}, tag).sentence,
                HasSubstr("T* = 1,469 × 63 / 64 ≈ 1,446.05"));
    EXPECT_THAT(shown("activation", {{"layers", "3"}, {"width", "512"}}, tag).sentence,
                HasSubstr("T* = 512 × 3 / 4 = 384"));
  }
}

TEST(Gpus, WhatADriverReportsOfASizeOfMyOwnIsNamedUnused) {
  for (const char* lesson : {"recipes", "budget"}) {
    const auto unused = Contains(HasSubstr("no effect on a size of your own"));
    EXPECT_THAT(shown(lesson, {{"gpu", "custom"}, {"capacity", "reported"}}).notes, unused);
    EXPECT_THAT(shown(lesson, {{"gpu", "custom"}}).notes, Not(unused));
    EXPECT_THAT(shown(lesson, {{"capacity", "reported"}}).notes, Not(unused));
  }
}

TEST(Issues, AValueThatWasNotGivenIsCalledTheDefault) {
  for (const char* lesson : {"checkpointing", "levers"}) {
    const RunResponse silent = run_with(lesson, {{"layers", "3"}});
    ASSERT_EQ(silent.issues.size(), 1u);
    EXPECT_THAT(silent.issues[0].message, HasSubstr("was not given, so it has its default, 4."));
    const RunResponse given = run_with(lesson, {{"layers", "3"}, {"segment", "4"}});
    ASSERT_EQ(given.issues.size(), 1u);
    EXPECT_THAT(given.issues[0].message, Not(HasSubstr("default")));
  }
}

}  // namespace
}  // namespace tally
