// Texts become values or issues; an issue names the parameter, what it got and what it takes.
#include "lecture/parameter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "lecture/lesson.h"
#include "lecture/strings.h"

namespace tally {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::array<Choice, 2> colours{{
    {"relu", [](const Strings&) -> Str { return "ReLU"; }},
    {"gelu", [](const Strings&) -> Str { return "GELU"; }},
}};
constexpr TextKey layers_label = [](const Strings& s) { return s.common.layers; };
constexpr TextKey some_help = [](const Strings& s) { return s.common.layers_help; };

constexpr std::array<Parameter, 5> declared{{
    {.key = "layers",
     .kind = ParameterKind::integer,
     .label = layers_label,
     .help = some_help,
     .min = 1,
     .max = 64,
     .default_text = "8"},
    {.key = "rate",
     .kind = ParameterKind::real,
     .label = layers_label,
     .help = some_help,
     .min = 0.1,
     .max = 1,
     .default_text = "0.5"},
    {.key = "function",
     .kind = ParameterKind::choice,
     .label = layers_label,
     .help = some_help,
     .default_text = "relu",
     .choices = colours},
    {.key = "frozen",
     .kind = ParameterKind::flag,
     .label = layers_label,
     .help = some_help,
     .default_text = "false"},
    {.key = "segments",
     .kind = ParameterKind::integers,
     .label = layers_label,
     .help = some_help,
     .min = 1,
     .max = 64,
     .default_text = ""},
}};

const Language& english() { return *find_language("en"); }

std::string issue_of(std::string key, std::string text, const Language& language = english()) {
  const Parsed parsed = parse_values(declared, {{std::move(key), std::move(text)}}, language);
  EXPECT_EQ(parsed.issues.size(), 1u);
  return parsed.issues.empty() ? "" : parsed.issues[0].message;
}

TEST(Parameters, DefaultsStandWhereNothingIsGiven) {
  const Parsed parsed = parse_values(declared, {}, english());
  ASSERT_TRUE(parsed.issues.empty());
  const Values values(declared, parsed.values);
  EXPECT_EQ(values.integer("layers"), 8);
  EXPECT_EQ(values.real("rate"), 0.5);
  EXPECT_EQ(values.choice("function"), "relu");
  EXPECT_FALSE(values.flag("frozen"));
  EXPECT_TRUE(values.integers("segments").empty());
}

TEST(Parameters, ReadsEveryKind) {
  const Parsed parsed = parse_values(declared,
                                     {{"layers", " 16 "},
                                      {"rate", "1e-1"},
                                      {"function", "gelu"},
                                      {"frozen", "on"},
                                      {"segments", "6, 4,3,2,1"}},
                                     english());
  ASSERT_TRUE(parsed.issues.empty());
  const Values values(declared, parsed.values);
  EXPECT_EQ(values.integer("layers"), 16);
  EXPECT_EQ(values.real("rate"), 0.1);
  EXPECT_EQ(values.choice("function"), "gelu");
  EXPECT_TRUE(values.flag("frozen"));
  EXPECT_EQ(values.integers("segments"), (std::vector<std::int64_t>{6, 4, 3, 2, 1}));
}

TEST(Parameters, TheLimitsThemselvesAreTakenAndNothingIsClamped) {
  for (const char* text : {"1", "64"})
    EXPECT_TRUE(parse_values(declared, {{"layers", text}}, english()).issues.empty()) << text;
  for (const char* text : {"0", "65", "-1", "1e999", "99999999999999999999"}) {
    const Parsed parsed = parse_values(declared, {{"layers", text}}, english());
    ASSERT_EQ(parsed.issues.size(), 1u) << text;
    EXPECT_EQ(std::get<std::int64_t>(parsed.values[0]), 8) << "the default stands, not a limit";
  }
}

TEST(Parameters, AMessageSaysWhichParameterWhatItGotAndWhatItTakes) {
  EXPECT_EQ(issue_of("layers", "0"), "Layers L: got \"0\", takes a whole number from 1 to 64.");
  EXPECT_EQ(
      issue_of("layers", "2.5"),
      "Layers L: got \"2.5\", which is not a whole number; takes a whole number from 1 to 64.");
  EXPECT_EQ(issue_of("layers", ""), "Layers L: got nothing, takes a whole number from 1 to 64.");
  EXPECT_EQ(
      issue_of("layers", "1,000"),
      "Layers L: got \"1,000\"; write 1000, without thousands separators. Takes a whole number "
      "from 1 to 64.");
  EXPECT_EQ(issue_of("rate", "NaN"),
            "Layers L: got \"NaN\", which is not a finite number; takes a number from 0.1 to 1.");
  EXPECT_EQ(issue_of("function", "rely"),
            "Layers L: got \"rely\"; did you mean relu? Takes one of relu, gelu.");
  EXPECT_EQ(issue_of("function", "swish"), "Layers L: got \"swish\", takes one of relu, gelu.");
  EXPECT_EQ(issue_of("frozen", "perhaps"), "Layers L: got \"perhaps\", takes true or false.");
  EXPECT_THAT(issue_of("segments", "6,,4"), HasSubstr("got \"6,,4\", takes whole numbers"));
  EXPECT_THAT(issue_of("segments", "6,400"), HasSubstr("each from 1 to 64"));
  EXPECT_THAT(issue_of("segments", "6,4,"), HasSubstr("got \"6,4,\""));
}

TEST(Parameters, MessagesFollowTheLanguage) {
  const Language& chinese = *find_language("zh");
  EXPECT_EQ(issue_of("layers", "0", chinese), "层数 L：读到“0”，应为 1 到 64 的整数。");
  EXPECT_THAT(issue_of("layers", "１６", chinese), HasSubstr("请用半角数字和逗号"));
  EXPECT_THAT(issue_of("segments", "6，4", chinese), HasSubstr("请用半角数字和逗号"));
  EXPECT_THAT(issue_of("rate", "0。5", chinese), HasSubstr("请用半角数字和逗号"));
}

TEST(Parameters, BlanksOfEveryKindAroundATextAreLeftOut) {
  for (const char* text : {" 4 ", "\t4\r\n", "\u30004", "4\u3000", "\u00a04\u00a0 ", " \u3000 4"})
    EXPECT_TRUE(parse_values(declared, {{"layers", text}}, english()).issues.empty()) << text;
  EXPECT_NE(issue_of("layers", "4\u30004"), "");
}

TEST(Parameters, HostileTextIsPrintedHarmlessAndShort) {
  EXPECT_THAT(issue_of("layers", "\x1b[31m"), HasSubstr("\\x1b[31m"));
  EXPECT_THAT(issue_of("layers", std::string("\xff\xfe", 2)), HasSubstr("\\xff\\xfe"));
  EXPECT_LT(issue_of("layers", std::string(1'000'000, '9')).size(), 200u);
  EXPECT_LT(issue_of("function", std::string(1'000'000, 'x')).size(), 200u);
  std::string many = "1";
  for (int i = 0; i < 5000; ++i) many += ",1";
  EXPECT_THAT(issue_of("segments", many), HasSubstr("got 5001 numbers, takes at most 1024"));
  EXPECT_THAT(issue_of("layers", std::string("8\0", 2)), HasSubstr("\\x00"));
}

TEST(Parameters, UnknownAndRepeatedKeysAreIssues) {
  EXPECT_EQ(issue_of("layres", "8"), "There is no parameter \"layres\"; did you mean layers?");
  EXPECT_EQ(
      issue_of("zzz", "8"),
      "There is no parameter \"zzz\". The parameters here are: layers, rate, function, frozen, "
      "segments.");
  const Parsed twice = parse_values(declared, {{"layers", "4"}, {"layers", "5"}}, english());
  ASSERT_EQ(twice.issues.size(), 1u);
  EXPECT_EQ(twice.issues[0].key, "layers");
  EXPECT_THAT(twice.issues[0].message, HasSubstr("given twice"));
}

TEST(Parameters, EveryBadTextIsReported) {
  const Parsed parsed =
      parse_values(declared, {{"layers", "x"}, {"rate", "x"}, {"frozen", "x"}}, english());
  ASSERT_EQ(parsed.issues.size(), 3u);
  EXPECT_EQ(parsed.issues[0].key, "layers");
  EXPECT_EQ(parsed.issues[2].key, "frozen");
}

TEST(Parameters, EveryDeclaredDefaultGoesToTextAndBack) {
  for (const Lesson& lesson : lessons()) {
    const Parsed defaults = parse_values(lesson.parameters, {}, english());
    Texts texts;
    for (std::size_t i = 0; i < lesson.parameters.size(); ++i)
      texts.emplace_back(lesson.parameters[i].key, value_text(defaults.values[i]));
    const Parsed again = parse_values(lesson.parameters, texts, english());
    EXPECT_TRUE(again.issues.empty()) << lesson.id;
    EXPECT_EQ(again.values, defaults.values) << lesson.id;
  }
}

TEST(Parameters, TheLimitsOfEveryParameterGoToTextAndBack) {
  for (const Lesson& lesson : lessons())
    for (const Parameter& parameter : lesson.parameters) {
      Texts bad;
      std::vector<std::string> good;
      if (parameter.kind == ParameterKind::integer) {
        const auto min = static_cast<std::int64_t>(parameter.min);
        const auto max = static_cast<std::int64_t>(parameter.max);
        EXPECT_LT(min, max) << parameter.key;
        good = {value_text(min), value_text(max)};
        bad = {{"", value_text(min - 1)}, {"", value_text(max + 1)}};
      } else if (parameter.kind == ParameterKind::real) {
        good = {value_text(parameter.min), value_text(parameter.max)};
        bad = {{"", value_text(parameter.max * 1.01 + 1)}};
      } else if (parameter.kind == ParameterKind::choice) {
        for (const Choice& choice : parameter.choices) good.emplace_back(choice.id);
        bad = {{"", "no_such_choice"}};
      } else {
        continue;
      }
      for (const std::string& text : good) {
        const Parsed parsed =
            parse_values(lesson.parameters, {{std::string(parameter.key), text}}, english());
        EXPECT_TRUE(parsed.issues.empty()) << lesson.id << "." << parameter.key << " = " << text;
        for (std::size_t i = 0; i < lesson.parameters.size(); ++i)
          if (lesson.parameters[i].key == parameter.key) {
            EXPECT_EQ(value_text(parsed.values[i]), text);
          }
      }
      for (const auto& [unused, text] : bad)
        EXPECT_EQ(parse_values(lesson.parameters, {{std::string(parameter.key), text}}, english())
                      .issues.size(),
                  1u)
            << lesson.id << "." << parameter.key << " = " << text;
    }
}

}  // namespace
}  // namespace tally
