// Every kind of plot, drawn: the shaders' inks are there, and what the data says.
#include <gtest/gtest.h>

#include "tests/app/fixture.h"
#include "tests/app/stage.h"

namespace tally::app {
namespace {

class Plots : public testing::Test {
 protected:
  const Description description_ = fixture::description();
};

TEST_F(Plots, DrawInEveryThemeLanguageWidthAndDensity) {
  for (const bool dark : {false, true})
    for (const char* language : {"zh", "en"})
      for (const auto& [width, dpr] : {std::pair(328.f, 2.f), {900.f, 1.f}, {720.f, 1.5f}}) {
        Stage stage(description_, "everything", language, dark, dpr);
        ASSERT_EQ(stage.problem(), "");
        stage.show(fixture::response(language));
        const Picture& picture = stage.draw(width);
        SCOPED_TRACE(testing::Message()
                     << language << " " << width << " at " << dpr << " dark " << dark);
        EXPECT_EQ(picture.width, std::lround(width * dpr));
        EXPECT_GT(inked(picture, stage.theme.background), 0.2);
        EXPECT_GT(colours(picture), 200);
        for (const char* ink : {"parameter", "gradient", "optimizer_state", "activation"})
          EXPECT_GT(share_of(picture, stage.theme.ink(ink).color), 0.004) << ink;
        EXPECT_EQ(stage.renderer().fonts.missing(), "");
      }
}

TEST_F(Plots, NothingIsWiderThanAPhone) {
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(fixture::response("en"));
  stage.draw(328);
  for (const char* key :
       {"plot:bars", "plot:lines", "plot:log", "plot:areas", "plot:long", "plot:timeline"}) {
    const auto item = stage.find(key, "plot");
    ASSERT_TRUE(item) << key;
    EXPECT_GE(item->low.x, 0) << key;
    EXPECT_LE(item->high.x, 328) << key;
    EXPECT_GT(item->high.y - item->low.y, 100) << key;
  }
}

TEST_F(Plots, OtherNumbersDrawOtherPictures) {
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(fixture::response("en", 1));
  const Picture before = stage.draw(600);
  stage.show(fixture::response("en", 1));
  EXPECT_EQ(stage.draw(600).rgb, before.rgb) << "the same numbers draw the same picture";
  stage.show(fixture::response("en", 1.7));
  EXPECT_NE(stage.draw(600).rgb, before.rgb);
}

TEST_F(Plots, TheReadOutFollowsThePointer) {
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(fixture::response("en"));
  const Picture plain = stage.draw(700);
  const auto timeline = stage.find("plot:timeline", "plot");
  ASSERT_TRUE(timeline);
  const float y = (timeline->low.y + timeline->high.y) / 2;
  stage.move(timeline->low.x + 100, y);
  const Picture left = stage.draw(700);
  stage.move(timeline->low.x + 400, y);
  const Picture right = stage.draw(700);
  EXPECT_NE(plain.rgb, left.rgb);
  EXPECT_NE(left.rgb, right.rgb);
}

TEST_F(Plots, ALegendEntryPointedAtDimsTheOthers) {
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(fixture::response("en"));
  const double before = share_of(stage.draw(700), stage.theme.ink("gradient").color);
  const auto entry = stage.find("plot:timeline", "legend", "parameters");
  ASSERT_TRUE(entry);
  stage.move((entry->low.x + entry->high.x) / 2, (entry->low.y + entry->high.y) / 2);
  EXPECT_LT(share_of(stage.draw(700), stage.theme.ink("gradient").color), before * 0.8);
}

TEST_F(Plots, AnInstantIsDraggedAndMovedByTheArrowKeys) {
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(fixture::response("en"));
  stage.draw(700);
  const Timeline& timeline = *stage.figure().presentation()->timeline;
  ASSERT_GE(stage.figure().instant(), 0);
  EXPECT_EQ(timeline.x_at[static_cast<std::size_t>(stage.figure().instant())], timeline.peak_at)
      << "the peak, until another is chosen";
  const auto area = stage.find("plot:timeline", "plot");
  ASSERT_TRUE(area);
  const float y = (area->low.y + area->high.y) / 2, width = area->high.x - area->low.x;
  stage.move(area->low.x + width * 0.1f, y);
  const int peak = stage.figure().instant();
  stage.press(true);
  const int early = stage.figure().instant();
  EXPECT_LT(early, peak);
  stage.move(area->low.x + width * 0.9f, y);
  const int late = stage.figure().instant();
  EXPECT_GT(late, early) << "held, it follows";
  stage.press(false);
  stage.move(area->low.x + width * 0.3f, y);
  EXPECT_EQ(stage.figure().instant(), late) << "let go, it stays";
  stage.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(stage.figure().instant(), late - 1);
  stage.key(ImGuiKey_RightArrow);
  EXPECT_EQ(stage.figure().instant(), late);
}

TEST_F(Plots, AnInstantGivenMovesTheCursor) {
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(fixture::response("en"));
  const Picture before = stage.draw(700);
  stage.figure().set_instant(0);
  EXPECT_NE(stage.draw(700).rgb, before.rgb);
  EXPECT_EQ(stage.figure().instant(), 0);
  stage.figure().set_instant(1'000'000'000);
  EXPECT_EQ(stage.figure().instant(), 0) << "there is no such sample";
  stage.show(fixture::response("zh"));
  EXPECT_EQ(stage.figure().instant(), 0) << "the same run in another language";
  RunResponse shorter = fixture::response("en");
  Timeline& timeline = *shorter.presentation->timeline;
  timeline.x_at.pop_back();
  for (Timeline::Band& band : timeline.bands) band.bytes.pop_back();
  const double peak = timeline.peak_at;
  stage.show(std::move(shorter));
  EXPECT_EQ(stage.figure().presentation()->timeline->x_at.at(
                static_cast<std::size_t>(stage.figure().instant())),
            peak)
      << "another run: its peak";
}

TEST_F(Plots, ALightDimsEverythingButItsCategory) {
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(fixture::response("en"));
  const auto share = [&](const char* ink) {
    return share_of(stage.draw(700), stage.theme.ink(ink).color);
  };
  const double gradient = share("gradient"), parameter = share("parameter");
  stage.figure().set_light("gradient");
  EXPECT_GT(share("gradient"), gradient * 0.9);
  EXPECT_LT(share("parameter"), parameter * 0.8);
  stage.figure().set_light("");
  EXPECT_EQ(share("parameter"), parameter);
}

TEST_F(Plots, AMillionSamplesDrawLikeAThousand) {
  RunResponse response = fixture::response("en");
  Timeline& timeline = *response.presentation->timeline;
  const std::size_t samples = 1'000'000;
  timeline.x_at.resize(samples);
  for (auto& band : timeline.bands) band.bytes.assign(samples, 1e6);
  for (std::size_t i = 0; i < samples; ++i) timeline.x_at[i] = static_cast<double>(i);
  timeline.bands[2].bytes[777'777] = 9e6;  // one sample: 1/1000 of a pixel
  timeline.peak_at = 777'777;
  timeline.peak_bytes = 13e6;
  timeline.phases.clear();
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(std::move(response));
  stage.figure().set_instant(0);  // at the peak the cursor would cover it
  const Picture picture = stage.draw(700);
  const auto area = stage.find("plot:timeline", "plot");
  ASSERT_TRUE(area);
  // Above the other samples' 5 MB only the peak's column has the gradient's ink.
  const int y = static_cast<int>(area->high.y - (area->high.y - area->low.y) * 7 / 14.3f);
  int columns = 0;
  for (int x = static_cast<int>(area->low.x); x < static_cast<int>(area->high.x); ++x) {
    Picture pixel{1, 1, {}};
    const auto at = static_cast<std::ptrdiff_t>((y * picture.width + x) * 3);
    pixel.rgb.assign(picture.rgb.begin() + at, picture.rgb.begin() + at + 3);
    columns += share_of(pixel, stage.theme.ink("gradient").color) > 0;
  }
  EXPECT_EQ(columns, 1);
}

TEST_F(Plots, UnevenListsAndNoDataAreDrawn) {
  RunResponse response = fixture::response("en");
  response.presentation->plots[1].series[0].x.resize(3);
  response.presentation->plots[2].series.clear();
  response.presentation->timeline->bands[0].bytes.resize(2);
  response.presentation->plots.push_back(
      {.id = "empty", .caption = "Empty", .x = {}, .y = {}, .series = {}, .marks = {}});
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(std::move(response));
  EXPECT_GT(colours(stage.draw(700)), 100);
}

TEST_F(Plots, ABadValueDimsTheLastGoodResultAndSaysWhy) {
  Stage stage(description_, "everything", "en");
  ASSERT_EQ(stage.problem(), "");
  stage.show(fixture::response("en"));
  const double before = share_of(stage.draw(700), stage.theme.ink("activation").color);
  stage.show(fixture::bad_response("en"));
  const Picture& picture = stage.draw(700);
  EXPECT_LT(share_of(picture, stage.theme.ink("activation").color), before * 0.1);
  EXPECT_GT(share_of(picture, stage.theme.ink("limit").color), 0)
      << "only the message has its full ink";
  EXPECT_GT(colours(picture), 200) << "the last good result is still there";
}

TEST_F(Plots, ABadValueBeforeAnyResultIsSaidInItsPlace) {
  const auto draw = [&](std::vector<Issue> issues, std::string error) {
    Stage stage(description_, "everything", "en");
    EXPECT_EQ(stage.problem(), "");
    stage.figure().set_controls(false);  // the message is the figure's own
    RunResponse response = fixture::bad_response("en");
    response.issues = std::move(issues);
    response.error = std::move(error);
    stage.show(std::move(response));
    const Picture picture = stage.draw(700);
    return std::pair(picture.rgb, share_of(picture, stage.theme.ink("limit").color));
  };
  const auto [waiting, waiting_ink] = draw({}, "");
  EXPECT_EQ(waiting_ink, 0) << "that it loads is nothing wrong";
  const auto [layers, layers_ink] = draw({{"layers", "Layers L: got 999"}}, "");
  EXPECT_GT(layers_ink, 0);
  EXPECT_NE(layers, draw({{"layres", "There is no parameter \"layres\""}}, "").first);
  EXPECT_NE(layers, draw({{"layers", "Layers L: got 999"}, {"batch", "Batch B: got x"}}, "").first);
  EXPECT_EQ(layers, draw({}, "Layers L: got 999").first) << "an error is said alike";
}

}  // namespace
}  // namespace tally::app
