// The program `tally` as a user starts it: its output and its exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program.h"

namespace tally::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

const Json& table(const Json& lesson, const std::string& id) {
  for (const Json& candidate : lesson["presentation"]["tables"])
    if (candidate["id"] == id) return candidate;
  throw std::runtime_error("no table " + id);
}

/// The raw value of a cell by the stable ids of its row and column.
Json value(const Json& lesson, const std::string& table_id, const std::string& row,
           const std::string& column) {
  const Json& found = table(lesson, table_id);
  std::size_t r = 0, c = 0;
  while (found["row_ids"].at(r) != row) ++r;
  while (found["columns"].at(c)["key"] != column) ++c;
  return found["rows"].at(r).at(c)["value"];
}

/// Every demonstration, executed once.
const Json& whole_lecture() {
  static const Json json = [] {
    const Finished finished = tally({"lecture", "--json"});
    EXPECT_EQ(finished.status, 0) << finished.error;
    EXPECT_EQ(finished.error, "");
    return Json::parse(finished.out);
  }();
  return json;
}

const Json& demonstration(const char* id) {
  for (const Json& candidate : whole_lecture()["lessons"])
    if (candidate["lesson"] == id) return candidate;
  throw std::runtime_error(std::string("no lesson ") + id);
}

TEST(Cli, JsonHoldsEveryDemonstrationWithUnitsAndVersions) {
  const Json& json = whole_lecture();
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["pytorch_version"], "2.6.0");
  EXPECT_FALSE(json["engine_version"].get<std::string>().empty());
  std::vector<Json> described, shown;
  const Json description = Json::parse(tally({"lecture", "--describe"}).out);
  for (const Json& lesson : description["lessons"]) described.push_back(lesson["id"]);
  for (const Json& lesson : json["lessons"]) shown.push_back(lesson["lesson"]);
  EXPECT_EQ(shown, described);
  EXPECT_EQ(table(demonstration("budget"), "budget")["columns"][3]["unit"], "bytes");
}

TEST(Cli, JsonHoldsTheNumbersOfRecipesAndOptimizerState) {
  const Json& recipes = demonstration("recipes");
  EXPECT_EQ(value(recipes, "recipes", "fp32", "total"), 16);
  EXPECT_EQ(value(recipes, "recipes", "bf16_fp32_moments", "total"), 12);
  EXPECT_EQ(value(recipes, "recipes", "bf16_master_weights", "total"), 16);
  EXPECT_EQ(value(recipes, "recipes", "fp32", "largest"), 40'000'000'000);
  EXPECT_THAT(recipes["presentation"]["sentence"].get<std::string>(),
              HasSubstr("at most 40B, 53B and 40B"));
  EXPECT_EQ(value(recipes, "sharding", "replicated", "largest"), 5'000'000'000);
  for (const char* text : {"5.0B", "14.5B", "21.3B", "40B"})
    EXPECT_THAT(table(recipes, "sharding").dump(), HasSubstr(text));

  const Json& state = demonstration("optimizer_state");
  EXPECT_EQ(value(state, "bytes", "before", "parameters"), 262'144);
  EXPECT_EQ(value(state, "bytes", "before", "parameter_bytes"), 1'048'576);
  EXPECT_EQ(value(state, "bytes", "before", "state"), 0);
  EXPECT_EQ(value(state, "bytes", "after_1", "state"), 2'097'168);
  EXPECT_THAT(table(state, "state").dump(),
              AllOf(HasSubstr("\"()\""), HasSubstr("(256, 256)"), HasSubstr("exp_avg_sq")));
}

TEST(Cli, JsonHoldsTheNumbersOfActivationsAndWhatSparesThem) {
  const Json& activation = demonstration("activation");
  EXPECT_EQ(value(activation, "points", "L4_B32", "saved_bytes"), 327'680);
  EXPECT_EQ(value(activation, "points", "L8_B32", "saved_bytes"), 589'824);
  EXPECT_EQ(value(activation, "points", "L8_B64", "saved_bytes"), 1'179'648);
  EXPECT_EQ(value(activation, "points", "L16_B64", "saved_bytes"), 2'228'224);

  const Json& accumulation = demonstration("accumulation");
  EXPECT_EQ(value(accumulation, "bytes", "large", "saved_bytes"), 196'608);
  EXPECT_EQ(value(accumulation, "bytes", "small", "saved_bytes"), 49'152);
  EXPECT_EQ(value(accumulation, "bytes", "small", "ratio"), 4);

  const Json& checkpointing = demonstration("checkpointing");
  const std::pair<const char*, int> units[] = {
      {"1", 17}, {"2", 10}, {"4", 8}, {"8", 10}, {"16", 17}};
  for (const auto& [segment, count] : units)
    EXPECT_EQ(value(checkpointing, "segments", segment, "units"), count) << segment;
  EXPECT_EQ(value(checkpointing, "flops", "forward", "flops"), 67'108'864);
  EXPECT_EQ(value(checkpointing, "flops", "plain", "flops"), 197'132'288);
  EXPECT_EQ(value(checkpointing, "flops", "each_layer", "flops"), 264'241'152);
}

TEST(Cli, JsonHoldsTheNumbersOfTheBudget) {
  const Json& budget = demonstration("budget");
  const char* sizes[] = {"124M", "1.5B", "7B", "70B", "405B"};
  const int cards[] = {1, 1, 2, 14, 81};
  const char* gigabytes[] = {"\"2\"", "\"24\"", "\"112\"", "\"1,120\"", "\"6,480\""};
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(value(budget, "budget", sizes[i], "gpus"), cards[i]);
    EXPECT_THAT(table(budget, "budget")["rows"][i].dump(), HasSubstr(gigabytes[i]));
  }
  EXPECT_EQ(value(budget, "real", "70B", "gpus"), 15);
  EXPECT_EQ(value(budget, "real", "405B", "gpus"), 82);
}

TEST(Cli, OneDemonstrationByNumberOrNameWithItsParameters) {
  for (const char* demo : {"2", "optimizer_state"}) {
    const Finished finished =
        tally({"lecture", "--demo", demo, "--layers", "2", "--width=128", "--json"});
    ASSERT_EQ(finished.status, 0) << finished.error;
    const Json json = Json::parse(finished.out);
    ASSERT_EQ(json["lessons"].size(), 1u);
    EXPECT_EQ(json["lessons"][0]["values"]["layers"], "2");
    EXPECT_EQ(json["lessons"][0]["values"]["width"], "128");
    EXPECT_EQ(value(json["lessons"][0], "bytes", "before", "parameters"), 2 * 128 * 128);
  }
  const Finished dash =
      tally({"lecture", "--demo", "1", "--gpu-gb", "96", "--gpu", "custom", "--json"});
  ASSERT_EQ(dash.status, 0) << dash.error;
  EXPECT_EQ(value(Json::parse(dash.out)["lessons"][0], "recipes", "fp32", "largest"),
            48'000'000'000);
  EXPECT_EQ(tally({"lecture", "--demo", "6", "--parameters", "5000000001"}).status, 0);
  const Finished unused = tally({"lecture", "--demo", "6", "--gpu-gb", "96"});
  EXPECT_THAT(unused.out, HasSubstr("The 96 GB under"));
}

TEST(Cli, TheSameInPyTorchAloneAsInJson) {
  const std::vector<std::string> arguments{"lecture", "--demo",   "3", "--width",
                                           "64",      "--frozen", "2"};
  std::vector<std::string> json = arguments, alone = arguments;
  json.emplace_back("--json");
  alone.emplace_back("--pytorch");
  const Finished script = tally(alone);
  ASSERT_EQ(script.status, 0) << script.error;
  EXPECT_THAT(script.out, AllOf(HasSubstr("nn.Linear(64, 64, bias=False"), HasSubstr("range(2)")));
  const Json pytorch = Json::parse(tally(json).out)["lessons"][0]["presentation"]["pytorch"];
  EXPECT_EQ(pytorch["code"], script.out);
  EXPECT_EQ(pytorch["prints"].front(), (8 - 2 + 1) * 32 * 64 * 4);
}

TEST(Cli, DescribesWhatCanBeChosen) {
  const Finished finished = tally({"lecture", "--describe"});
  ASSERT_EQ(finished.status, 0) << finished.error;
  EXPECT_EQ(Json::parse(finished.out)["lessons"][2]["parameters"][0]["key"], "layers");
  for (const std::vector<std::string>& beside :
       {std::vector<std::string>{"--demo", "3"}, {"--demo", "3", "--layers", "nonsense"}}) {
    std::vector<std::string> arguments{"lecture", "--describe", "--lang", "en"};
    arguments.insert(arguments.end(), beside.begin(), beside.end());
    const Finished refused = tally(arguments);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.error, HasSubstr("--describe: gives the declarations of all"));
  }
}

TEST(Cli, TheLanguageFollowsTheOptionThenTheLocale) {
  const auto text = [](std::vector<std::string> environment, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"lecture", "--demo", "6"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = tally(arguments, environment);
    EXPECT_EQ(finished.status, 0) << finished.error;
    return finished.out;
  };
  EXPECT_THAT(text({"LANG=zh_CN.UTF-8"}), HasSubstr("多大的模型"));
  EXPECT_THAT(text({"LANG=ZH_CN"}), HasSubstr("多大的模型"));
  EXPECT_THAT(text({"LANG=en_GB.UTF-8"}), HasSubstr("How many GPUs"));
  EXPECT_THAT(text({"LANG=C"}), HasSubstr("How many GPUs"));
  EXPECT_THAT(text({}), HasSubstr("How many GPUs"));
  EXPECT_THAT(text({"LANG=en_US.UTF-8", "LC_ALL=zh_TW.UTF-8"}), HasSubstr("多大的模型"));
  EXPECT_THAT(text({"LANG=zh_CN.UTF-8", "LC_MESSAGES=fr_FR"}), HasSubstr("How many GPUs"));
  EXPECT_THAT(text({"LANG=zh_CN.UTF-8", "LC_ALL="}), HasSubstr("多大的模型"));
  EXPECT_THAT(text({"LANG=C"}, {"--lang", "zh"}), HasSubstr("多大的模型"));
  EXPECT_THAT(text({"LANG=zh_CN"}, {"--lang=en"}), HasSubstr("How many GPUs"));
}

TEST(Cli, TextShowsSentenceTablesAndBars) {
  const Finished finished = tally({"lecture"});
  ASSERT_EQ(finished.status, 0);
  for (const char* text :
       {"2,097,168 B", "exp_avg_sq  (256, 256)  float32", "1,120", "6,480", "# parameters"})
    EXPECT_THAT(finished.out, HasSubstr(text));
  EXPECT_THAT(finished.out, Not(HasSubstr(" \n")));  // no spaces at the ends of lines
}

// Sixteen layers of width 8: float32 rounds SGD's whole step away, and 0 over 0 is no factor.
TEST(Cli, AStepThatIsRoundedAwayHasNoFactor) {
  const std::vector<std::string> arguments{"lecture", "--demo",  "4", "--layers",
                                           "16",      "--width", "8"};
  const Finished text = tally(arguments);
  EXPECT_EQ(text.status, 0) << text.error;
  EXPECT_THAT(text.out, AllOf(HasSubstr("stands where there is no factor"), Not(HasSubstr("nan")),
                              Not(HasSubstr("infx"))));
  std::vector<std::string> more = arguments;
  more.emplace_back("--json");
  const Finished json = tally(more);
  ASSERT_EQ(json.status, 0) << json.error;
  EXPECT_TRUE(value(Json::parse(json.out)["lessons"][0], "mistakes", "right", "sgd_1").is_null());
}

TEST(Cli, AsksAQuestionAndChecksTheAnswer) {
  const Finished all = tally({"ask"});
  EXPECT_EQ(all.status, 0) << all.error;
  EXPECT_THAT(all.out, AllOf(HasSubstr("opening\n  seven_billion\n"), HasSubstr("  two_roots\n"),
                             HasSubstr("tally ask QUESTION"), Not(HasSubstr(" \n"))));
  const Finished one = tally({"ask", "two_roots"});
  EXPECT_EQ(one.status, 0) << one.error;
  EXPECT_THAT(one.out, AllOf(HasSubstr("6, 4, 3, 2, 1"), HasSubstr("  8  8: nothing beats"),
                             HasSubstr("tally ask two_roots --answer"),
                             Not(HasSubstr("equal segments need"))));  // nothing is given away
  const Finished right = tally({"ask", "two_roots", "--answer", "7"});
  EXPECT_EQ(right.status, 0) << right.error;
  EXPECT_THAT(right.out, AllOf(HasSubstr("Right."), HasSubstr("best equal segments need 8")));
  const Finished wrong = tally({"ask", "two_roots", "--answer=8", "--lang", "zh"});
  EXPECT_EQ(wrong.status, 0) << wrong.error;
  EXPECT_THAT(wrong.out, AllOf(HasSubstr("不对。引擎的答案是：7"), HasSubstr("均分最好是 8 份")));
}

TEST(Cli, QuestionsAreJsonToo) {
  const auto json = [](std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const Finished finished = tally(arguments);
    EXPECT_EQ(finished.status, 0) << finished.error;
    return Json::parse(finished.out);
  };
  const Json all = json({"ask"});
  EXPECT_EQ(all["schema"], 1);
  EXPECT_EQ(all["questions"][0]["id"], "seven_billion");
  const Json one = json({"ask", "chunk_of_six"});
  EXPECT_EQ(one["lesson"], "accumulation");
  EXPECT_EQ(one["choices"].size(), 3u);
  EXPECT_FALSE(one.contains("correct"));
  const Json answered = json({"ask", "chunk_of_six", "--answer", "4"});
  EXPECT_EQ(answered["correct"], "3");
  EXPECT_EQ(answered["answer"], "4");
  EXPECT_EQ(answered["right"], false);
  EXPECT_EQ(answered["language"], "en");
}

TEST(Cli, AnOutputThatTakesNothingIsAFailure) {
  // A full disk where the system has one; everywhere, an output that is open for reading only.
  std::vector<std::string> outputs{"1</dev/null"};
  if (access("/dev/full", W_OK) == 0) outputs.emplace_back("1>/dev/full");
  const std::string file = ::testing::TempDir() + "tally_cli_full_" + std::to_string(getpid());
  for (const std::string& output : outputs) {
    const std::string shell =
        "LANG=C '" TALLY_PROGRAM "' lecture --demo 6 " + output + " 2>'" + file + "'";
    const int status = std::system(shell.c_str());
    ASSERT_TRUE(WIFEXITED(status)) << output;
    EXPECT_EQ(WEXITSTATUS(status), 1) << output;
    EXPECT_THAT(read_file(file), HasSubstr("standard output cannot be written")) << output;
  }
}

TEST(Cli, AClosedPipeIsNone) {
  // What the writer says, and its status, with a reader that leaves at once.
  const std::string file = ::testing::TempDir() + "tally_cli_pipe_" + std::to_string(getpid());
  const std::string shell =
      "( '" TALLY_PROGRAM "' lecture --json 2>'" + file + "'; echo $? >>'" + file + "' ) | true";
  ASSERT_EQ(std::system(("bash -c \"" + shell + "\"").c_str()), 0);
  for (int tries = 0; tries < 100 && read_file(file).empty(); ++tries) usleep(100'000);
  EXPECT_EQ(read_file(file), "0\n");
}

TEST(Cli, AnAccountOfExpertsSaysThatRoutingIsTakenForEven) {
  const Finished finished = tally({"account", "--model", "mixtral-8x7b", "--lang", "en", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.error;
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json["parameters"]["total"], 46'702'792'704);
  EXPECT_THAT(json["notes"].dump(), HasSubstr("routing is taken to be even"));
  EXPECT_THAT(tally({"account", "--model", "gpt2", "--lang", "en"}).out, Not(HasSubstr("routing")));
}

}  // namespace
}  // namespace tally::cli
