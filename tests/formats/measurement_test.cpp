// The report of a measurement: written, read again, refused, and valid by its schema.
#include "formats/measurement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <rapidjson/schema.h>

#include <fstream>
#include <iterator>

namespace tally {
namespace {

using Kind = FormatIssue::Kind;

Measurement example() {
  return {.kind = "scale",
          .made = "2026-11-30",
          .tally_version = "0.1.0",
          .libtorch_version = "2.6.0",
          .libraries = {{"CUDA", "12.8"}, {"cuDNN", "9.7.1"}},
          .device = "cuda",
          .device_name = "a GPU",
          .driver = "1.2",
          .configurations = {
              {.id = "network",
               .settings = {{"L", "4"}},
               .numbers = {{"saved", "bytes", 327'680, 327'680}, {"seconds", "seconds", {}, 0.25}},
               .points = {{"over_layers", "measured", 4, 327'680, 327'681.5}}},
              {.id = "largest_batch",
               .settings = {},
               .problem = MeasurementProblem{"out_of_memory", "tried to allocate 2 GiB"}}}};
}

TEST(Measurement, IsReadAsItWasWritten) {
  FormatIssues issues;
  const auto read = read_measurement(to_json(example()), issues);
  ASSERT_TRUE(read) << issues.front().field;
  EXPECT_EQ(to_json(*read), to_json(example()));
  EXPECT_EQ(read->configurations[0].numbers[0].measured, 327'680);
  EXPECT_FALSE(read->configurations[0].numbers[1].predicted);
  EXPECT_EQ(read->configurations[0].points[0].measured, 327'681.5);
  EXPECT_EQ(read->libraries, example().libraries);
  EXPECT_EQ(read->made, "2026-11-30");
  EXPECT_EQ(read->configurations[1].problem->id, "out_of_memory");
}

TEST(Measurement, IsValidByItsSchema) {
  std::ifstream file(TALLY_SOURCE_DIR "/src/formats/measurement.schema.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  rapidjson::Document schema_json, report;
  ASSERT_FALSE(schema_json.Parse(text.c_str()).HasParseError());
  const rapidjson::SchemaDocument schema(schema_json);
  const auto valid = [&](const std::string& json) {
    EXPECT_FALSE(report.Parse(json.c_str()).HasParseError());
    rapidjson::SchemaValidator validator(schema);
    return report.Accept(validator);
  };
  EXPECT_TRUE(valid(to_json(example())));
  Measurement other = example();
  other.device = "abacus";
  EXPECT_FALSE(valid(to_json(other)));
  EXPECT_FALSE(valid(R"({"format": "tally measurement"})"));
}

FormatIssue first_issue(const std::string& text) {
  FormatIssues issues;
  EXPECT_FALSE(read_measurement(text, issues)) << text;
  return issues.empty() ? FormatIssue{} : issues.front();
}

TEST(Measurement, AForeignOrBrokenFileIsRefused) {
  EXPECT_EQ(first_issue("").kind, Kind::not_json);
  EXPECT_EQ(first_issue("\xff").kind, Kind::not_utf8);
  EXPECT_EQ(first_issue("[1, 2]").kind, Kind::wrong_type);
  EXPECT_EQ(first_issue(R"({"model_type": "llama"})").kind, Kind::missing);
  EXPECT_EQ(first_issue(R"({"format": "memory summary"})").kind, Kind::unknown_value);
  std::string text = to_json(example());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  EXPECT_EQ(first_issue(with("\"schema\": 1", "\"schema\": 2")).kind, Kind::out_of_range);
  EXPECT_EQ(first_issue(with("\"cuda\"", "\"tpu\"")).kind, Kind::unknown_value);
  const FormatIssue issue = first_issue(with("\"measured\": 327680", "\"measured\": \"many\""));
  EXPECT_EQ(issue.kind, Kind::wrong_type);
  EXPECT_EQ(issue.field, "configurations[0].numbers[0].measured");
  EXPECT_EQ(first_issue(with("\"id\": \"network\",", "")).field, "configurations[0].id");
  EXPECT_EQ(first_issue(with("\"x\": 4,", "")).field, "configurations[0].points[0].x");
  EXPECT_EQ(first_issue(with("2026-11-30", "yesterday")).field, "made");
  EXPECT_EQ(first_issue(with("\"kind\"", "\"libraries\": [\"CUDA\"], \"kind\"")).field,
            "libraries");
  EXPECT_EQ(first_issue(with("out_of_memory", "bad luck")).field, "configurations[1].problem.id");
}

}  // namespace
}  // namespace tally
