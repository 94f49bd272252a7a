// Every lesson in every language, as its defaults show it: something is said, nothing is empty, and
// what is shown holds together.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "lecture/format.h"
#include "lecture/json.h"
#include "lecture/number.h"
#include "lecture/run.h"
#include "lecture/text.h"
#include "tests/lecture/without_times.h"

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
    const auto shown = [&](std::string_view tag) {
      return without_times(run_default(lesson, *find_language(tag)).presentation.value());
    };
    const Presentation chinese = shown("zh"), english = shown("en");
    const auto& zh = chinese.tables;
    const auto& en = english.tables;
    ASSERT_EQ(zh.size(), en.size());
    EXPECT_NE(chinese.sentence, english.sentence) << lesson.id;
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

/// The plots, tables and timeline of these values as text; empty where they are not taken.
std::string figures(const Lesson& lesson, Texts values) {
  RunResponse response = run_default(lesson, *find_language("en"), std::move(values));
  if (!response.presentation) return {};
  Presentation shown = without_times(*std::move(response.presentation));
  shown.sentence.clear();  // words may name a value that moves nothing
  shown.notes.clear();
  shown.pytorch.reset();
  for (Table& table : shown.tables) table.caption.clear();
  for (Plot& plot : shown.plots) plot.caption.clear();
  if (shown.timeline) shown.timeline->caption.clear();
  return to_json(shown);
}

/// Some values beside the default.
std::vector<std::string> other_values(const Parameter& parameter) {
  std::vector<std::string> texts;
  for (const Choice& choice : parameter.choices) texts.emplace_back(choice.id);
  if (parameter.kind == ParameterKind::flag) texts = {"true", "false"};
  if (parameter.kind == ParameterKind::integers) texts = {"2", "8,8"};
  double usual = 0;
  if (texts.empty() && read_real(parameter.default_text, usual) == NumberProblem::none) {
    const bool whole = parameter.kind == ParameterKind::integer;
    for (const double value : {2 * usual, usual / 2, usual + 1})
      texts.push_back(whole ? std::to_string(std::llround(value)) : typed(value));
  }
  std::erase(texts, parameter.default_text);
  return texts;
}

// A parameter may need another one: the custom GPU's memory, a last chunk that is smaller.
TEST(Lessons, EveryParameterMovesTheFigures) {
  for (const Lesson& lesson : lessons()) {
    std::vector<Texts> settings{{}};
    for (const Parameter& parameter : lesson.parameters)
      for (const std::string& text : other_values(parameter))
        settings.push_back({{std::string(parameter.key), text}});
    std::map<std::string, std::string> known;  // by setting
    const auto of = [&](const Texts& values) -> const std::string& {
      std::string name;
      for (const auto& [key, text] : values) name += key + "=" + text + " ";
      const auto found = known.find(name);
      return found != known.end() ? found->second : known[name] = figures(lesson, values);
    };
    EXPECT_EQ(of({}), figures(lesson, {})) << lesson.id << ": the same values show the same";
    for (const Parameter& parameter : lesson.parameters) {
      const auto moves = [&] {
        for (const Texts& setting : settings) {
          if (!setting.empty() && setting[0].first == parameter.key) continue;
          for (const std::string& text : other_values(parameter)) {
            Texts values = setting;
            values.emplace_back(parameter.key, text);
            if (!of(values).empty() && !of(setting).empty() && of(values) != of(setting))
              return true;
          }
        }
        return false;
      };
      EXPECT_TRUE(moves()) << lesson.id << "." << parameter.key << " moves nothing";
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
