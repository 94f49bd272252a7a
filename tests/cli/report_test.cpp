// `tally report FILE` as a user starts it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "program.h"

namespace tally::cli {
namespace {

using ::testing::HasSubstr;

std::string file_of(const std::string& text) {
  const std::string path = ::testing::TempDir() + "tally_report_" + std::to_string(getpid());
  std::ofstream(path) << text;
  return path;
}

const std::string report = R"({"format": "tally measurement", "schema": 1, "kind": "lecture",
  "tally_version": "0.1.0", "libtorch_version": "2.6.0", "device": "cpu", "configurations": [
  {"id": "activation", "numbers": [{"id": "points/L8_B32/saved_bytes", "unit": "bytes",
    "predicted": 589824, "measured": 589824}]}]})";

TEST(Report, IsShownInBothLanguages) {
  const std::string file = file_of(report);
  const Finished english = tally({"report", file, "--lang", "en"});
  EXPECT_EQ(english.status, 0) << english.error;
  EXPECT_THAT(english.out, HasSubstr("589,824"));
  EXPECT_THAT(english.out, HasSubstr("saved for backward, L8_B32 (B)"));
  EXPECT_THAT(english.out, HasSubstr("equal"));
  const Finished chinese = tally({"report", "--lang=zh", file});
  EXPECT_EQ(chinese.status, 0) << chinese.error;
  EXPECT_THAT(chinese.out, HasSubstr("相等"));
}

TEST(Report, AForeignFileIsRefusedWithASentence) {
  const auto refused = [](const std::string& file, const std::string& sentence, int status = 1) {
    const Finished finished = tally({"report", file, "--lang", "en"});
    EXPECT_EQ(finished.status, status);
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.error, HasSubstr(sentence));
  };
  refused("/nowhere/report.json", "cannot be opened: No such file or directory", 2);
  refused("/", "/ cannot be opened: Is a directory", 2);
  refused("/dev/zero", "/dev/zero cannot be opened: File too large", 2);
  refused(file_of("PyTorch CUDA memory summary"), "it is no JSON");
  refused(file_of(R"({"model_type": "llama"})"),
          "is no report of ./scripts/measure: format is missing");
  refused(file_of(R"({"format": "tally measurement", "schema": 2})"), "schema: 2 is out of range");
}

TEST(Report, AWrongCommandLineIsToldSo) {
  EXPECT_EQ(tally({"report"}).status, 2);
  EXPECT_THAT(tally({"report"}).error, HasSubstr("needs a file"));
  EXPECT_EQ(tally({"report", "a", "b"}).status, 2);
  EXPECT_EQ(tally({"report", "a", "--lang", "fr"}).status, 2);
  EXPECT_EQ(tally({"report", "a", "--frob"}).status, 2);
  EXPECT_EQ(tally({"report", "--help"}).status, 0);
  EXPECT_THAT(tally({"--help"}).out, HasSubstr("Show a report of the measuring program"));
}

}  // namespace
}  // namespace tally::cli
