// The command line's own words: help, and what it says to a line that is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(Cli, HelpAndVersion) {
  const Finished version = tally({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_THAT(version.out, AllOf(HasSubstr("tally "), HasSubstr("2.6.0")));
  const Finished help = tally({"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("lecture"), HasSubstr("Exit status")));
  EXPECT_EQ(tally({}).status, 0);
  EXPECT_THAT(tally({}).out, HasSubstr("lecture"));
  const Finished demo = tally({"lecture", "--demo", "6", "--help"});
  EXPECT_EQ(demo.status, 0);
  EXPECT_THAT(demo.out, AllOf(HasSubstr("--parameters"), HasSubstr("--sharding"),
                              HasSubstr("1e6 to 1e13"), Not(HasSubstr("--layers"))));
  EXPECT_THAT(help.out, HasSubstr("ask"));
  const Finished ask = tally({"ask", "--help"});
  EXPECT_EQ(ask.status, 0);
  EXPECT_THAT(ask.out, AllOf(HasSubstr("QUESTION"), HasSubstr("--answer"), HasSubstr("--json"),
                             Not(HasSubstr("--demo N  "))));
  const Finished all = tally({"lecture", "--help"});
  EXPECT_THAT(all.out,
              AllOf(HasSubstr("--demo"), HasSubstr("3 activation"), Not(HasSubstr("--layers"))));
}

struct BadUse {
  std::vector<std::string> arguments;
  std::vector<std::string> says;  // each in the message
};

TEST(Cli, BadUsageNamesTheOptionWhatItGotAndWhatItTakes) {
  const std::string long_text(100'000, 'x');
  const BadUse uses[] = {
      {{"lecture", "--demo", "2", "--layers", "0"},
       {"--layers: ", "\"0\"", "a whole number from 1 to 64"}},
      {{"lecture", "--demo", "2", "--layers", "-3"}, {"--layers: ", "\"-3\"", "1 to 64"}},
      {{"lecture", "--demo", "2", "--layers=65"}, {"--layers: ", "\"65\"", "1 to 64"}},
      {{"lecture", "--demo", "2", "--layers", "4x"}, {"--layers: ", "\"4x\""}},
      {{"lecture", "--demo", "2", "--layers", ""}, {"--layers: ", "1 to 64"}},
      {{"lecture", "--demo", "2", "--layers", "1,000"}, {"--layers: ", "write 1000"}},
      {{"lecture", "--demo", "2", "--layers", "1e999"}, {"--layers: ", "1e999"}},
      {{"lecture", "--demo", "2", "--layers"}, {"--layers"}},
      {{"lecture", "--demo", "2", "--layers", "4", "--layers", "5"}, {"--layers: given twice"}},
      {{"lecture", "--demo", "1", "--update", "nan"}, {"--update: ", "\"nan\"", "finite"}},
      {{"lecture", "--demo", "1", "--gpu", "h100"}, {"--gpu: ", "\"h100\"", "h100_80gb"}},
      {{"lecture", "--demo", "2", "--layres", "4"}, {"--layres", "did you mean --layers?"}},
      {{"lecture", "--layers", "4"}, {"--layers", "--demo N", "2, 3, 4, 5, 7"}},
      {{"lecture", "--demo", "6", "--segment", "4"}, {"--segment", "one of 5, 7"}},
      {{"lecture", "--describe", "--layers", "3"}, {"--describe: ", "takes no --layers"}},
      {{"lecture", "--demo", "3", "--layers", "--width", "4"}, {"--layers: got nothing"}},
      {{"lecture", "--lang", "--demo", "3"}, {"--lang: got nothing"}},
      {{"lecture", "--demo", "--json"}, {"--demo: got nothing"}},
      {{"ask", "two_roots", "--answer", "--json"}, {"--answer: got nothing"}},
      {{"lecture", "--demo", "3", "--", "--layers", "4"}, {"leave \"--\" out"}},
      {{"--demo", "3", "lecture"}, {"tally lecture --demo"}},
      {{"lecture", "--demo", "0"}, {"--demo: ", "\"0\"", "1 recipes", "7 levers"}},
      {{"lecture", "--demo", "0x2"}, {"--demo: ", "\"0x2\""}},
      {{"lecture", "--demo", ""}, {"--demo: "}},
      {{"lecture", "--demo"}, {"--demo"}},
      {{"lecture", "--pytorch"}, {"--pytorch: needs", "--demo 3"}},
      {{"lecture", "--demo", "3", "--pytorch", "--json"}, {"one of them at a time"}},
      {{"lecture", "--demo=", "5"}, {"--demo: got nothing"}},
      {{"lecture", "--lang=", "zh"}, {"--lang: got nothing"}},
      {{"lecture", "--demo", "2", "--layers="}, {"--layers: got nothing"}},
      {{"lecture", "--demo", "2", "--layers=", "8"}, {"--layers: got nothing"}},
      {{"lecture", "--demo", "2", "--layers=", "--json"}, {"--layers: got nothing"}},
      {{"lecture", "--demo", "4", "--zero-grad="}, {"--zero-grad: got nothing"}},
      {{"lecture", "--demo", "4", "--zero-grad=", "false"}, {"--zero-grad: got nothing"}},
      {{"lecture", "--demo", "3", "--frozen-layers=", "1"}, {"\"1\""}},
      {{"lecture", "--demo", "3", "--frozen-layers=", "--frozen-layers=1"}, {"given twice"}},
      {{"lecture", "--lang", "fr"}, {"--lang: ", "\"fr\"", "zh, en"}},
      {{"lecture", "--lang", "en", "--lang", "zh"}, {"--lang: given twice"}},
      {{"lecture", "--demo", "2", "--demo", "3"}, {"--demo: given twice"}},
      {{"lecture", "extra"}, {"\"extra\""}},
      {{"lektion"}, {"\"lektion\"", "tally lecture", "see tally --help"}},
      {{"ask", "two_root"}, {"\"two_root\"", "did you mean two_roots?", "see tally ask --help"}},
      {{"ask", "nothing_like_it"}, {"\"nothing_like_it\"", "tally ask lists them"}},
      {{"ask", "two_roots", "one_per_layer"}, {"\"one_per_layer\"", "one question"}},
      {{"ask", "lecture"}, {"\"lecture\"", "tally ask lists them"}},
      {{"ask", "two_roots", "lecture"}, {"\"lecture\"", "one question"}},
      {{"lecture", "ask", "two_roots"}, {"\"ask\"", "not expected here"}},
      {{"lecture", "--json=maybe"}, {"--json: takes no value"}},
      {{"--bogus"}, {"no option --bogus without a command"}},
      {{"ask", "two_roots", "--answer", "5"}, {"--answer: ", "\"5\"", "6, 7, 8, 9"}},
      {{"ask", "two_roots", "--answer"}, {"--answer: got nothing"}},
      {{"ask", "two_roots", "--answer="}, {"--answer: got nothing"}},
      {{"ask", "two_roots", "--answer", "7", "--answer", "8"}, {"--answer: given twice"}},
      {{"ask", "--answer", "7"}, {"--answer needs its question"}},
      {{"ask", "two_roots", "--layers", "4"}, {"--layers", "--answer, --lang"}},
      {{"ask", "two_roots", "--anwser", "7"}, {"did you mean --answer?"}},
      {{"ask", "--lang", "fr"}, {"--lang: ", "\"fr\"", "zh, en"}},
      {{"--frobnicate"}, {"--frobnicate"}},
      {{"lecture", "--demo", "2", "--layers", "\x1b[31m\xff"}, {"--layers: ", "\\x1b", "\\xff"}},
      {{"lecture", "--demo", "2", "--layers", long_text}, {"--layers: "}},
      {{"lecture", "--" + long_text}, {"--xxx"}},
  };
  for (const BadUse& use : uses) {
    const Finished finished = tally(use.arguments);
    std::string line;
    for (const std::string& argument : use.arguments) line += argument.substr(0, 60) + " ";
    EXPECT_EQ(finished.status, 2) << line << "\n" << finished.error.substr(0, 500);
    EXPECT_EQ(finished.out, "") << line;
    EXPECT_LT(finished.error.size(), 1500u) << line;
    for (const std::string& text : use.says) EXPECT_THAT(finished.error, HasSubstr(text)) << line;
    EXPECT_THAT(finished.error, Not(HasSubstr("\x1b"))) << line;
  }
}

TEST(Cli, AnEmptyListIsWrittenWithOrWithoutQuotes) {
  for (const std::vector<std::string>& list :
       {std::vector<std::string>{"--frozen-layers="}, {"--frozen-layers", ""}}) {
    std::vector<std::string> arguments{"lecture", "--demo", "3"};
    arguments.insert(arguments.end(), list.begin(), list.end());
    arguments.emplace_back("--json");
    const Finished finished = tally(arguments);
    ASSERT_EQ(finished.status, 0) << finished.error;
    EXPECT_EQ(Json::parse(finished.out)["lessons"][0]["values"]["frozen_layers"], "");
  }
  EXPECT_EQ(tally({"lecture", "--demo", "5", "--boundaries=", "--json"}).status, 0);
}

TEST(Cli, MessagesAreInTheLanguageThatIsAskedFor) {
  const Finished finished = tally({"lecture", "--demo", "2", "--layers", "0", "--lang", "zh"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.error, HasSubstr("--layers: 层数 L：读到“0”，应为 1 到 64 的整数。"));
}

TEST(Cli, HelpAndUsageErrorsAreInTheLanguageToo) {
  const Finished help = tally({"lecture", "--demo", "3", "--help"}, {"LANG=zh_CN.UTF-8"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("用法"), HasSubstr("选项:"), HasSubstr("层数 L"),
                              HasSubstr("退出状态")));
  const Finished ask = tally({"ask", "--help"}, {"LANG=zh_CN.UTF-8"});
  EXPECT_THAT(ask.out,
              AllOf(HasSubstr("问题:"), HasSubstr("--answer"), Not(HasSubstr("Positionals"))));
  const Finished unknown = tally({"lecture", "--demo", "2", "--layres", "4"}, {"LANG=zh_CN.UTF-8"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.error, HasSubstr("没有选项 --layres，是不是想写 --layers？"));
}

}  // namespace
}  // namespace tally::cli
