// Every lesson in every language, as its defaults show it: something is said, nothing is empty, and
// what is shown holds together.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "lecture/run.h"
#include "lecture/text.h"

namespace tally {
namespace {

RunResponse run_default(const Lesson& lesson, const Language& language, Texts values = {}) {
  Progress progress;
  return run({std::string(lesson.id), std::string(language.tag), std::move(values)}, progress);
}

void expect_whole(const Presentation& shown, const std::string& where) {
  EXPECT_FALSE(shown.sentence.empty()) << where;
  EXPECT_EQ(shown.sentence.find('{'), std::string::npos) << shown.sentence;
  EXPECT_FALSE(shown.notes.empty()) << where;
  for (const std::string& note : shown.notes) {
    EXPECT_FALSE(note.empty()) << where;
    EXPECT_EQ(note.find('{'), std::string::npos) << note;
  }
  EXPECT_FALSE(shown.tables.empty()) << where;
  EXPECT_FALSE(shown.plots.empty()) << where;
  std::set<std::string> ids;
  for (const Table& table : shown.tables) {
    EXPECT_TRUE(ids.insert("table " + table.id).second) << where << " " << table.id;
    EXPECT_FALSE(table.caption.empty()) << where;
    EXPECT_FALSE(table.columns.empty()) << where;
    std::set<std::string> keys;
    for (const Column& column : table.columns) {
      EXPECT_TRUE(keys.insert(column.key).second) << where << " " << column.key;
      EXPECT_FALSE(column.label.empty()) << where;
    }
    for (const auto& row : table.rows) {
      ASSERT_EQ(row.size(), table.columns.size()) << where << " " << table.id;
      for (const Cell& cell : row) EXPECT_FALSE(cell.text.empty()) << where << " " << table.id;
    }
    EXPECT_TRUE(table.row_ids.empty() || table.row_ids.size() == table.rows.size()) << table.id;
    EXPECT_LT(table.marked_row, static_cast<std::int64_t>(table.rows.size())) << table.id;
  }
  for (const Plot& plot : shown.plots) {
    EXPECT_TRUE(ids.insert("plot " + plot.id).second) << where << " " << plot.id;
    EXPECT_FALSE(plot.caption.empty() || plot.x.label.empty() || plot.y.label.empty()) << plot.id;
    EXPECT_FALSE(plot.series.empty()) << plot.id;
    for (const Series& series : plot.series) {
      EXPECT_EQ(series.x.size(), series.y.size()) << plot.id << " " << series.id;
      EXPECT_FALSE(series.label.empty() || series.color.empty()) << plot.id << " " << series.id;
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        EXPECT_TRUE(std::isfinite(series.x[i]) && std::isfinite(series.y[i])) << plot.id;
        EXPECT_TRUE(plot.x.scale == Scale::linear || series.x[i] > 0) << plot.id;
        EXPECT_TRUE(plot.y.scale == Scale::linear || series.y[i] > 0) << plot.id;
        EXPECT_TRUE(plot.x.categories.empty() ||
                    series.x[i] < static_cast<double>(plot.x.categories.size()))
            << plot.id;
      }
    }
  }
  if (shown.timeline) {
    EXPECT_FALSE(shown.timeline->bands.empty()) << where;
    EXPECT_FALSE(shown.timeline->peak_label.empty()) << where;
    for (const Timeline::Band& band : shown.timeline->bands)
      EXPECT_EQ(band.bytes.size(), shown.timeline->x_at.size()) << where << " " << band.id;
  }
}

TEST(Lessons, EveryLessonSaysSomethingWholeInEveryLanguage) {
  for (const Lesson& lesson : lessons())
    for (const Language& language : languages()) {
      const RunResponse response = run_default(lesson, language);
      const std::string where = std::string(lesson.id) + " " + std::string(language.tag);
      EXPECT_EQ(response.error, "");
      EXPECT_TRUE(response.issues.empty()) << where;
      ASSERT_TRUE(response.presentation.has_value()) << where;
      EXPECT_FALSE(language.text(lesson.title).empty());
      expect_whole(*response.presentation, where);
    }
}

TEST(Lessons, EveryChoiceOfEveryParameterRuns) {
  const Language& language = *find_language("zh");
  for (const Lesson& lesson : lessons())
    for (const Parameter& parameter : lesson.parameters) {
      std::vector<std::string> texts;
      for (const Choice& choice : parameter.choices) texts.emplace_back(choice.id);
      if (parameter.kind == ParameterKind::flag) texts = {"true", "false"};
      for (const std::string& text : texts) {
        const std::string where =
            std::string(lesson.id) + "." + std::string(parameter.key) + " = " + text;
        const RunResponse response =
            run_default(lesson, language, {{std::string(parameter.key), text}});
        ASSERT_TRUE(response.presentation.has_value())
            << where << (response.issues.empty() ? "" : response.issues[0].message);
        expect_whole(*response.presentation, where);
      }
    }
}

// What is stable across languages: ids, keys, raw numbers. Only words differ.
TEST(Lessons, LanguagesShowTheSameNumbers) {
  for (const Lesson& lesson : lessons()) {
    if (lesson.id == "accumulation") continue;  // its times differ from run to run
    const RunResponse chinese = run_default(lesson, *find_language("zh"));
    const RunResponse english = run_default(lesson, *find_language("en"));
    const auto& zh = chinese.presentation->tables;
    const auto& en = english.presentation->tables;
    ASSERT_EQ(zh.size(), en.size());
    bool words_differ = chinese.presentation->sentence != english.presentation->sentence;
    EXPECT_TRUE(words_differ) << lesson.id;
    for (std::size_t t = 0; t < zh.size(); ++t) {
      EXPECT_EQ(zh[t].id, en[t].id);
      EXPECT_EQ(zh[t].row_ids, en[t].row_ids);
      ASSERT_EQ(zh[t].rows.size(), en[t].rows.size());
      for (std::size_t r = 0; r < zh[t].rows.size(); ++r)
        for (std::size_t c = 0; c < zh[t].columns.size(); ++c) {
          EXPECT_EQ(zh[t].columns[c].key, en[t].columns[c].key);
          EXPECT_EQ(zh[t].rows[r][c].value, en[t].rows[r][c].value) << zh[t].id;
        }
    }
  }
}

TEST(Lessons, AreFoundById) {
  for (const Lesson& lesson : lessons()) EXPECT_EQ(find_lesson(lesson.id)->number, lesson.number);
  EXPECT_EQ(find_lesson("nothing"), nullptr);
  EXPECT_EQ(find_lesson(""), nullptr);
}

}  // namespace
}  // namespace tally
