// JSON both ways, and any input answered.
#include "lecture/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "lecture/version.h"

namespace tally {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

Json run_parsed(std::string_view request) {
  Progress progress;
  return Json::parse(run_json(request, progress));
}

TEST(JsonText, DescribesEveryLessonAndLanguage) {
  const Json json = Json::parse(describe_json());
  EXPECT_EQ(json["schema"], schema_version);
  EXPECT_EQ(json["engine_version"], std::string(engine_version));
  EXPECT_EQ(json["pytorch_version"], "2.6.0");
  ASSERT_EQ(json["languages"].size(), languages().size());
  EXPECT_EQ(json["languages"][0]["html_lang"], "zh-Hans");
  EXPECT_EQ(json["ui"]["en"]["reset"], "Reset");
  EXPECT_EQ(json["categories"].size(), 12u);
  ASSERT_EQ(json["lessons"].size(), lessons().size());
  std::set<std::string> ids;
  int number = 0;
  for (const Json& lesson : json["lessons"]) {
    ids.insert(lesson["id"]);
    EXPECT_GT(lesson["number"], number);
    number = lesson["number"];
    std::set<std::string> keys;
    for (const Json& parameter : lesson["parameters"]) {
      EXPECT_TRUE(keys.insert(parameter["key"]).second);
      for (const Language& language : languages()) {
        const std::string tag(language.tag);
        EXPECT_FALSE(parameter["label"][tag].get<std::string>().empty());
        EXPECT_FALSE(parameter["help"][tag].get<std::string>().empty());
        EXPECT_FALSE(parameter["limits"][tag].get<std::string>().empty());
      }
    }
  }
  EXPECT_EQ(ids.size(), lessons().size());
}

TEST(JsonText, ADescriptionComesBackTheSame) {
  Description description;
  ASSERT_EQ(from_json(describe_json(), description), "");
  EXPECT_EQ(to_json(description), describe_json());
  EXPECT_EQ(description.lessons.size(), lessons().size());
}

TEST(JsonText, EveryResponseComesBackTheSame) {
  for (const Lesson& lesson : lessons()) {
    Progress progress;
    const RunResponse response = run({std::string(lesson.id), "en", {}}, progress);
    const std::string text = to_json(response);
    RunResponse again;
    ASSERT_EQ(from_json(text, again), "") << lesson.id;
    EXPECT_EQ(to_json(again), text) << lesson.id;
    Presentation presentation;
    ASSERT_EQ(from_json(to_json(*response.presentation), presentation), "");
    EXPECT_EQ(to_json(presentation), to_json(*response.presentation));
  }
}

TEST(JsonText, ABadValueIsAnIssueAndHasNoPresentation) {
  const Json json =
      run_parsed(R"({"lesson":"optimizer_state","language":"en","values":{"layers":"0"}})");
  EXPECT_FALSE(json.contains("presentation"));
  ASSERT_EQ(json["issues"].size(), 1u);
  EXPECT_EQ(json["issues"][0]["key"], "layers");
  EXPECT_THAT(json["issues"][0]["message"].get<std::string>(), HasSubstr("1 to 64"));
  EXPECT_EQ(json["values"]["layers"], "4");
}

TEST(JsonText, ValuesMayBeTextsNumbersOrTruths) {
  const Json json = run_parsed(
      R"({"lesson":"optimizer_state","language":"en","values":{"layers":2,"width":"64"}})");
  ASSERT_TRUE(json.contains("presentation")) << json.dump();
  EXPECT_EQ(json["values"]["layers"], "2");
  EXPECT_EQ(json["values"]["width"], "64");
}

TEST(JsonText, AnyRequestIsAnswered) {
  std::string deep(200'000, '[');
  for (const std::string& request :
       {std::string(""), std::string("{"), std::string("null"), std::string("[]"), std::string("7"),
        std::string("{}"), std::string(R"({"lesson":7})"), std::string(R"({"lesson":"nothing"})"),
        std::string(R"({"lesson":"recipes","language":"xx"})"),
        std::string(R"({"lesson":"recipes","values":[]})"),
        std::string(R"({"lesson":"recipes","values":{"gpus":[1]}})"),
        std::string(R"({"lesson":"recipes","values":{"gpus":null}})"),
        std::string("{\"lesson\":\"\xff\"}"), std::string("\xef\xbb\xbf{}"), std::string("\0\0", 2),
        deep}) {
    const Json json = run_parsed(request);
    EXPECT_EQ(json["schema"], schema_version);
    EXPECT_TRUE(json.contains("error")) << request.substr(0, 80);
    EXPECT_FALSE(json.contains("presentation"));
  }
}

TEST(JsonText, ReadingABrokenPresentationSaysWhere) {
  Presentation presentation;
  EXPECT_EQ(from_json("", presentation), "it is not JSON");
  EXPECT_EQ(from_json("[]", presentation), "it is not an object");
  EXPECT_EQ(from_json("{}", presentation), "sentence is missing");
  const std::string table =
      R"({"sentence":"","notes":[],"plots":[],"tables":[{"id":"a","caption":"","columns":[],)"
      R"("rows":[[{"value":"x","text":""}]],"row_ids":[],"marked_row":-1}]})";
  EXPECT_EQ(from_json(table, presentation),
            "tables[0].rows[0][0].value is neither a number nor null");
}

TEST(JsonText, BytesThatAreNotUtf8ComeOutReplaced) {
  RunResponse response;
  response.lesson = "a\xff";
  response.values.emplace_back("k", "\xff");
  EXPECT_THAT(to_json(response), HasSubstr("\uFFFD"));
}

TEST(JsonText, AProgressThatCancelsGetsNoPresentation) {
  Progress progress([](double) { return false; });
  const RunResponse response = run({"recipes", "en", {}}, progress);
  EXPECT_EQ(response.error, "cancelled");
  EXPECT_FALSE(response.presentation.has_value());
}

}  // namespace
}  // namespace tally
