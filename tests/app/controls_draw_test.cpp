// The controls, driven by pointer and keys.
#include <gtest/gtest.h>

#include "tests/app/fixture.h"
#include "tests/app/stage.h"

namespace tally::app {
namespace {

class Controls : public testing::TestWithParam<float> {
 protected:
  Controls() : stage_(description_, "everything", "en", false, GetParam()) {}
  void SetUp() override {
    ASSERT_EQ(stage_.problem(), "");
    stage_.show(answer());
    stage_.draw(700);
  }
  /// An answer with one plot, so that frames are quick.
  static RunResponse answer() {
    RunResponse response = fixture::response("en");
    response.presentation->plots.clear();
    return response;
  }
  /// The one change since the last call.
  Change change() {
    const auto changes = stage_.figure().take_changes();
    EXPECT_EQ(changes.size(), 1u);
    return changes.empty() ? Change{} : changes.back();
  }
  Item item(std::string_view key, std::string_view role, std::string_view label = {}) {
    const auto found = stage_.find(key, role, label);
    EXPECT_TRUE(found) << key << " " << role << " " << label;
    return found.value_or(Item{});
  }

  const Description description_ = fixture::description();
  Stage stage_;
};

TEST_P(Controls, EveryParameterHasOne) {
  const std::pair<const char*, const char*> controls[] = {
      {"layers", "slider"},    {"batch", "slider"}, {"count", "slider"},
      {"optimizer", "choice"}, {"gpu", "choice"},   {"early_stop", "checkbox"},
      {"segments", "more"},    {"steps", "button"}};
  for (const auto& [key, role] : controls) EXPECT_TRUE(stage_.find(key, role)) << key;
  EXPECT_EQ(item("layers", "slider").value, "12");
}

TEST_P(Controls, AHiddenOneIsLeftOutAndTakesNoRoom) {
  const Picture& whole = stage_.draw(700);
  const int height = whole.height;
  stage_.figure().hide({"layers", "batch", "count", "optimizer"});
  const Picture& reduced = stage_.draw(700);
  EXPECT_FALSE(stage_.find("layers", "slider"));
  EXPECT_TRUE(stage_.find("gpu", "choice"));
  EXPECT_LT(reduced.height, height);
  stage_.figure().hide({});
  EXPECT_EQ(stage_.draw(700).height, height);
  EXPECT_TRUE(stage_.find("layers", "slider"));
}

TEST_P(Controls, ASliderIsDragged) {
  const Item slider = item("layers", "slider");
  const float y = (slider.low.y + slider.high.y) / 2 / GetParam();
  stage_.move(slider.low.x / GetParam() + 10, y);
  stage_.press(true);
  stage_.figure().take_changes();
  stage_.move(slider.high.x / GetParam() + 50, y);
  const Change far = change();
  EXPECT_EQ(far.key, "layers");
  EXPECT_EQ(far.text, "64");
  stage_.move(slider.low.x / GetParam() - 50, y);
  EXPECT_EQ(change().text, "1");
  stage_.press(false);
  EXPECT_TRUE(stage_.figure().take_changes().empty());
}

TEST_P(Controls, AnAnswerDoesNotPullTheSliderFromUnderThePointer) {
  const Item slider = item("layers", "slider");
  stage_.move(slider.high.x / GetParam() - 1, (slider.low.y + slider.high.y) / 2 / GetParam());
  stage_.press(true);
  stage_.show(answer());  // an older answer: layers is 12
  stage_.draw(700);
  EXPECT_EQ(item("layers", "slider").value, "64");
  stage_.press(false);
  stage_.show(answer());
  stage_.draw(700);
  EXPECT_EQ(item("layers", "slider").value, "12") << "the last answer counts once it is let go";
}

TEST_P(Controls, AnOlderAnswerDoesNotUndoALaterChoice) {
  const auto answer_with = [&](const char* layers) {
    RunResponse response = answer();
    response.values[0].second = layers;
    stage_.show(std::move(response));
    stage_.draw(700);
    return item("layers", "slider").value;
  };
  stage_.click(item("layers", "slider"));
  const std::string first = stage_.figure().take_changes().back().text;
  stage_.key(ImGuiKey_RightArrow);
  const std::string last = stage_.figure().take_changes().back().text;
  EXPECT_EQ(answer_with(first.c_str()), last) << "an answer to the choice before";
  EXPECT_EQ(answer_with(last.c_str()), last);
  EXPECT_EQ(answer_with("5"), "5") << "changed in the form";
}

TEST_P(Controls, ArrowKeysStepTheSliderThatWasClicked) {
  stage_.click(item("batch", "slider"));
  EXPECT_EQ(change().text, "64") << "the middle of 1 to 4096 on a log scale";
  stage_.key(ImGuiKey_RightArrow);
  EXPECT_EQ(change().text, "128");
  stage_.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(change().text, "64");
  stage_.key(ImGuiKey_Backspace);
  EXPECT_EQ(change().text, "32") << "the default";
}

TEST_P(Controls, KeysReachEverythingWithoutAPointer) {
  std::vector<std::string> reached;
  for (int i = 0; i < 12; ++i) {
    stage_.key(ImGuiKey_DownArrow);
    stage_.key(ImGuiKey_RightArrow);
    for (const Change& c : stage_.figure().take_changes()) reached.push_back(c.key);
  }
  EXPECT_FALSE(reached.empty());
}

TEST_P(Controls, AChoiceIsClicked) {
  stage_.click(item("optimizer", "choice", "AdamW"));
  const Change chosen = change();
  EXPECT_EQ(chosen.key, "optimizer");
  EXPECT_EQ(chosen.text, "adamw");
}

TEST_P(Controls, AListOpensOnANarrowFigure) {
  stage_.draw(340);
  stage_.click(item("gpu", "list"));
  stage_.draw(340);
  const auto entry = stage_.find("gpu", "", "B200 180 GB");
  ASSERT_TRUE(entry);
  stage_.click(*entry);
  EXPECT_EQ(change().text, "B200 180 GB");
}

TEST_P(Controls, AFlagIsToggled) {
  stage_.click(item("early_stop", "checkbox"));
  EXPECT_EQ(change().text, "false");
  stage_.click(item("early_stop", "checkbox"));
  EXPECT_EQ(change().text, "true");
}

TEST_P(Controls, AListOfNumbersIsStepped) {
  stage_.click(item("segments", "more"));
  EXPECT_EQ(change().text, "7,4,3,2,1");
  stage_.click(item("segments", "lengthen"));
  EXPECT_EQ(change().text, "7,4,3,2,1,1");
  stage_.click(item("segments", "shorten"));
  EXPECT_EQ(change().text, "7,4,3,2,1");
}

TEST_P(Controls, AButtonRaisesItsNumber) {
  stage_.click(item("steps", "button", "step()"));
  EXPECT_EQ(change().text, "3");
}

TEST_P(Controls, OneIsResetAndThenAll) {
  stage_.click(item("layers", "button", "Reset"));
  EXPECT_EQ(change().text, "8");
  EXPECT_FALSE(stage_.find("layers", "button", "Reset")) << "nothing is left to reset";
  stage_.click(item("", "button", "Reset all"));
  std::map<std::string, std::string> changed;
  for (const Change& c : stage_.figure().take_changes()) changed[c.key] = c.text;
  EXPECT_EQ(changed, (std::map<std::string, std::string>{{"optimizer", "adamw"},
                                                         {"gpu", "H100 SXM 80 GB"},
                                                         {"segments", "4,4,4,4"},
                                                         {"steps", "0"}}));
}

TEST_P(Controls, AreAbsentWhenTheFormIsShown) {
  stage_.figure().set_controls(false);
  stage_.draw(700);
  EXPECT_FALSE(stage_.find("layers", "slider"));
  EXPECT_TRUE(stage_.find("plot:timeline", "plot"));
}

TEST_P(Controls, ItemsAreToldInCssPixels) {
  EXPECT_LT(item("layers", "slider").high.x / GetParam(), 700);
}

INSTANTIATE_TEST_SUITE_P(Density, Controls, testing::Values(1.0f, 2.0f),
                         [](const auto& row) { return row.param == 1 ? "one" : "two"; });

}  // namespace
}  // namespace tally::app
