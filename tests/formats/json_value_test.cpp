// JSON against another implementation: what both read and write is the same.
#include "formats/json_value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tally {
namespace {

using Other = nlohmann::ordered_json;

TEST(JsonValue, WritesWhatItReadAsTheOtherDoes) {
  for (const char* text : {"null",
                           "true",
                           "false",
                           "0",
                           "-0",
                           "-7",
                           "9223372036854775807",
                           "0.5",
                           "-1.25e-7",
                           "1e22",
                           "123456789.125",
                           "5e-324",
                           "1.7976931348623157e308",
                           "\"\"",
                           R"("a\"\\\/\b\f\n\r\t")",
                           R"("\u0041\u00e9\u4e2d\ud83d\ude00\u0001")",
                           "\"中文 é\"",
                           "[]",
                           "{}",
                           " [ 1 , [ ] , { } ] ",
                           R"({"b":1,"a":[true,null,{"c":"d"}]})"}) {
    const auto value = JsonValue::parse(text);
    ASSERT_TRUE(value) << text;
    const Other other = Other::parse(text);
    EXPECT_EQ(Other::parse(value->dump()), other) << text;
    if (std::string_view(text).find('e') == std::string_view::npos) {
      EXPECT_EQ(value->dump(), other.dump()) << text;
    }
    EXPECT_EQ(JsonValue::parse(value->dump())->dump(), value->dump()) << text;
  }
}

// Hundreds of digits and an exponent that outweighs them made RapidJSON's conversion read
// elsewhere.
TEST(JsonValue, ReadsNumbersOfManyDigits) {
  const std::string digits(779, '7'), zeros(500, '0');
  const std::vector<std::string> readable{"0e77",
                                          "-0.000e-9",
                                          "1e-400",
                                          "-1e-9999999999999",
                                          "0.05e-9223372036854775808",
                                          "0e300",
                                          "0." + zeros + "1e-7",
                                          "7." + digits + "e-900",
                                          "0." + digits + "e-300",
                                          digits.substr(0, 300) + "e-600"};
  for (const std::string& text : readable) {
    const auto value = JsonValue::parse(text);
    ASSERT_TRUE(value && value->number()) << text;
    EXPECT_EQ(*value->number(), std::strtod(text.c_str(), nullptr)) << text;
  }
  // More than 308 digits before the point are refused whatever the exponent.
  const std::vector<std::string> too_big{digits, digits + "e-779", "1e309", "-1e+00000000000400",
                                         "1e9999999999999999999"};
  for (const std::string& text : too_big) {
    JsonProblem problem;
    EXPECT_FALSE(JsonValue::parse(text, problem)) << text;
    EXPECT_EQ(problem.kind, JsonProblem::Kind::number_too_big) << text;
  }
}

TEST(JsonValue, RefusesWhatTheOtherRefuses) {
  for (const char* text :
       {"",       " ",        "{",       "}",         "[1",          "[1,]",
        "[,1]",   "[1 2]",    "{\"a\"}", "{\"a\":}",  "{\"a\":1,}",  "{a:1}",
        "{1:1}",  "01",       "-",       "+1",        "1.",          ".5",
        "1e",     "1e+",      "0x10",    "nan",       "1 2",         "tru",
        "truex",  "\"",       "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"",
        "\"\n\"", "\"\xff\"", "'a'",     "1e999",     "1_000",       "1,000",
        "--1",    "1-1"}) {
    EXPECT_FALSE(JsonValue::parse(text)) << text;
    EXPECT_TRUE(Other::parse(text, nullptr, false).is_discarded()) << text;
  }
}

TEST(JsonValue, ADepthBeyondAnyTextOfTheLectureIsRefused) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_TRUE(JsonValue::parse(nested(60)));
  EXPECT_FALSE(JsonValue::parse(nested(70)));
  EXPECT_FALSE(JsonValue::parse(std::string(1'000'000, '[')));
}

TEST(JsonValue, NumbersKeepTheirKindAndValue) {
  EXPECT_EQ(JsonValue(1.0).dump(), "1.0");
  EXPECT_EQ(JsonValue(std::int64_t{1}).dump(), "1");
  EXPECT_EQ(JsonValue(std::nan("")).dump(), "null");
  EXPECT_EQ(JsonValue(std::numeric_limits<double>::infinity()).dump(), "null");
  EXPECT_FALSE(JsonValue::parse("1.0")->integer());
  EXPECT_EQ(*JsonValue::parse("18446744073709551616")->number(), 18446744073709551616.0);
  for (const double value : {0.1, 1.0 / 3, 1e-300, 123456789012345678.0, -2.5e19})
    EXPECT_EQ(*JsonValue::parse(JsonValue(value).dump())->number(), value);
}

TEST(JsonValue, AZeroByteEndsNothing) {
  for (const std::string& text :
       {std::string("{}\0", 3), std::string("{}\0garbage", 10), std::string("\0{}", 3),
        std::string("{\"a\":1\0}", 8), std::string("[1]\n\0[2]", 8)}) {
    JsonProblem problem;
    EXPECT_FALSE(JsonValue::parse(text, problem)) << text;
    EXPECT_EQ(problem.kind, JsonProblem::Kind::syntax);
    EXPECT_EQ(problem.offset, text.find('\0'));
  }
}

TEST(JsonValue, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(JsonValue("a\xff"
                      "b")
                .dump(),
            "\"a\xEF\xBF\xBD"
            "b\"");
}

TEST(JsonValue, MembersKeepTheirOrderAndAreFoundByName) {
  JsonValue value = JsonValue::Object();
  value.add("z", std::int64_t{1});
  value.add("a", JsonValue::Array{true, "x"});
  EXPECT_EQ(value.dump(), R"({"z":1,"a":[true,"x"]})");
  EXPECT_EQ(value.dump(2), Other::parse(value.dump()).dump(2));
  EXPECT_EQ(value.find("a")->array()->size(), 2u);
  EXPECT_EQ(value.find("b"), nullptr);
  EXPECT_EQ(JsonValue("text").find("a"), nullptr);
}

}  // namespace
}  // namespace tally
