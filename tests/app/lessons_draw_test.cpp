// Every lesson drawn headless in every language: something is there, no glyph is missing, and but
// for what is timed the same values draw the same picture and others another. That each parameter
// moves what is drawn is tested on what the lessons show (tests/lecture).
#include <gtest/gtest.h>

#include "app/desktop_runner.h"
#include "app/desktop_view.h"
#include "app/embedded.h"
#include "app/values.h"
#include "tests/app/stage.h"
#include "tests/lecture/without_times.h"

namespace tally::app {
namespace {

const Description& description() {
  static const Description all = describe();
  return all;
}

RunResponse run_with(std::string_view lesson, std::string_view language, TextMap values) {
  Progress progress;
  return run_now({std::string(lesson), std::string(language), std::move(values)}, progress);
}
RunResponse run_untimed(std::string_view lesson, std::string_view language, TextMap values) {
  RunResponse response = run_with(lesson, language, std::move(values));
  if (response.presentation) response.presentation = without_times(*response.presentation);
  return response;
}

/// Values of one parameter that the lesson takes; each with the others at their defaults.
std::vector<std::string> other_values(const ParameterDescription& p) {
  switch (p.kind) {
    case ParameterKind::choice:
      return p.choices.size() > 1 ? std::vector{p.choices[1].id, p.choices[0].id}
                                  : std::vector<std::string>{};
    case ParameterKind::flag:
      return {p.default_text == "true" ? "false" : "true"};
    case ParameterKind::integers:
      return {};
    default: {
      const double usual = parse_number(p.default_text).value_or(p.min);
      return {number_text(p, stepped(p, usual, 1)), number_text(p, stepped(p, usual, -1))};
    }
  }
}

class Lessons : public testing::TestWithParam<std::tuple<std::string, std::string>> {
 protected:
  std::string lesson_ = std::get<0>(GetParam()), language_ = std::get<1>(GetParam());
};

TEST_P(Lessons, AreDrawnWithEveryGlyph) {
  for (const auto& [width, dpr] : {std::pair(328.f, 2.f), {960.f, 1.f}}) {
    Stage stage(description(), lesson_, language_, false, dpr);
    ASSERT_EQ(stage.problem(), "");
    RunResponse response = run_with(lesson_, language_, {});
    ASSERT_EQ(response.error, "");
    ASSERT_TRUE(response.presentation);
    EXPECT_FALSE(response.presentation->plots.empty());
    const auto plots = response.presentation->plots;
    for (const std::string& note : response.presentation->notes)
      stage.renderer().fonts.note(note.data(), note.data() + note.size());
    for (const Table& table : response.presentation->tables)
      for (const auto& row : table.rows)
        for (const Cell& cell : row)
          stage.renderer().fonts.note(cell.text.data(), cell.text.data() + cell.text.size());
    stage.show(std::move(response));
    const Picture& picture = stage.draw(width);
    EXPECT_GT(inked(picture, stage.theme.background), 0.05);
    EXPECT_GT(colours(picture), 100);
    EXPECT_EQ(stage.renderer().fonts.missing(), "");
    for (const Plot& plot : plots) {
      const auto item = stage.find("plot:" + plot.id, "plot");
      ASSERT_TRUE(item) << plot.id;
      EXPECT_LE(item->high.x, width * dpr) << plot.id;
    }
  }
}

TEST_P(Lessons, TheSameValuesDrawOnePictureAndOthersAnother) {
  Stage stage(description(), lesson_, language_);
  ASSERT_EQ(stage.problem(), "");
  stage.figure().set_controls(false);  // the plots alone
  stage.show(run_untimed(lesson_, language_, {}));
  const Picture before = stage.draw(700);
  stage.show(run_untimed(lesson_, language_, {}));
  ASSERT_EQ(stage.draw(700).rgb, before.rgb) << "the same values draw the same picture";
  int tried = 0;
  for (const ParameterDescription& p : stage.figure().lesson().parameters)
    for (const std::string& value : other_values(p)) {
      if (value == p.default_text) continue;
      RunResponse response = run_untimed(lesson_, language_, {{p.key, value}});
      if (!response.presentation) continue;  // not with the others' defaults
      ++tried;
      stage.show(std::move(response));
      if (stage.draw(700).rgb != before.rgb) return;
    }
  FAIL() << "no parameter of " << tried << " tried changes the picture";
}

TEST_P(Lessons, AreShownInTheWindow) {
  ASSERT_EQ(shared_window().problem(), "");
  Renderer renderer(font_bytes());
  ASSERT_EQ(renderer.start(), "");
  DesktopView view(renderer, description(), language_, true);
  view.open(lesson_);
  const auto request = view.take_request();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->lesson, lesson_);
  Progress progress;
  view.show(run_now(*request, progress));
  for (const ImVec2 size : {ImVec2(1200, 900), ImVec2(360, 700)}) {
    Screen screen(renderer);
    const Picture picture = draw_offscreen(static_cast<int>(size.x), static_cast<int>(size.y), [&] {
      for (int i = 0; i < 3; ++i)
        screen.frame(size, size, 1, view.theme(), 1.0 / 60,
                     [&] { view.draw(screen.items, size, 1); });
    });
    EXPECT_GT(inked(picture, view.theme().background), 0.1);
    EXPECT_GT(colours(picture), 100);
  }
  EXPECT_EQ(renderer.fonts.missing(), "");
}

std::vector<std::string> lesson_ids() {
  std::vector<std::string> ids;
  for (const LessonDescription& lesson : description().lessons) ids.push_back(lesson.id);
  return ids;
}
std::vector<std::string> tags() {
  std::vector<std::string> tags;
  for (const LanguageDescription& language : description().languages) tags.push_back(language.tag);
  return tags;
}

INSTANTIATE_TEST_SUITE_P(
    All, Lessons, testing::Combine(testing::ValuesIn(lesson_ids()), testing::ValuesIn(tags())),
    [](const auto& row) { return std::get<0>(row.param) + "_" + std::get<1>(row.param); });

}  // namespace
}  // namespace tally::app
