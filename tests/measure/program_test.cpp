// The measuring program as ./scripts/measure starts it: its report, its exit status, its sentences.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "formats/measurement.h"

namespace tally {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Finished {
  int status = -1;
  std::string error;
};

Finished run(std::vector<std::string> arguments) {
  const std::string error = testing::TempDir() + "tally_measure.err";
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(error.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
    std::vector<char*> argv{const_cast<char*>("tally_measure")};
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    execv(TALLY_PROGRAM, argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), read_file(error)};
}

Measurement report_of(const std::string& kind) {
  const std::string file = testing::TempDir() + "tally_measure_" + kind + ".json";
  const Finished finished = run({kind, "--device", "cpu", "--json", file});
  EXPECT_EQ(finished.status, 0) << finished.error;
  FormatIssues issues;
  const auto report = read_measurement(read_file(file), issues);
  EXPECT_TRUE(report) << (issues.empty() ? "" : issues.front().field);
  return report.value_or(Measurement{});
}

/// On a CPU at one thread there is no difference at all. Gives how many numbers were both predicted
/// and measured.
int compared_as_equal(const Measurement& report) {
  EXPECT_EQ(report.device, "cpu");
  EXPECT_EQ(report.made.size(), 10u);
  int compared = 0;
  for (const MeasuredConfiguration& configuration : report.configurations) {
    std::string name = configuration.id;
    for (const auto& [key, value] : configuration.settings) name += " " + key + "=" + value;
    EXPECT_FALSE(configuration.problem) << name << ": " << configuration.problem->detail;
    for (const MeasuredNumber& number : configuration.numbers)
      if (number.predicted && number.measured) {
        EXPECT_EQ(*number.measured, *number.predicted) << name << ", " << number.id;
        ++compared;
      }
    for (const MeasuredPoint& point : configuration.points) {
      EXPECT_EQ(point.measured, point.predicted) << name << ", " << point.plot << " at " << point.x;
      ++compared;
    }
  }
  std::cout << report.kind << ": " << compared << " numbers predicted and measured\n";
  return compared;
}

TEST(MeasuringProgram, TheLectureIsAsPredicted) {
  const Measurement report = report_of("lecture");
  ASSERT_EQ(report.configurations.size(), 7u);
  EXPECT_GT(compared_as_equal(report), 300);
  std::set<double> bytes;
  for (const MeasuredNumber& number : report.configurations[2].numbers)
    bytes.insert(number.measured.value_or(-1));
  for (const double expected : {327'680.0, 589'824.0, 1'179'648.0, 2'228'224.0})
    EXPECT_TRUE(bytes.contains(expected)) << expected;
}

TEST(MeasuringProgram, EveryArchitectureIsAsPredicted) {
  const Measurement report = report_of("models");
  EXPECT_GE(report.configurations.size(), 15u);
  EXPECT_GT(compared_as_equal(report), 15 * 24);
  constexpr unsigned profiles = 2, precisions = 3, of_a_step = 4;
  for (const MeasuredConfiguration& each : report.configurations)
    EXPECT_EQ(each.numbers.size(), 1 + profiles * precisions * of_a_step)
        << each.settings.front().second;
}

TEST(MeasuringProgram, AtScaleTheSameSmall) {
  const Measurement report = report_of("scale");
  EXPECT_GT(compared_as_equal(report), 130);
  std::set<std::string> kinds;
  for (const MeasuredConfiguration& each : report.configurations) kinds.insert(each.id);
  EXPECT_EQ(kinds, (std::set<std::string>{"network", "accumulation", "checkpointing",
                                          "largest_batch", "recipe"}));
  for (const MeasuredConfiguration& each : report.configurations)
    if (each.id == "largest_batch") {
      EXPECT_GT(*each.numbers[1].measured, 1);
      EXPECT_EQ(*each.numbers[2].measured, *each.numbers[1].measured + 1);
    }
}

TEST(MeasuringProgram, SaysWhatIsWrong) {
  const std::string file = testing::TempDir() + "tally_measure_none.json";
  EXPECT_EQ(run({"lecture", "--device", "tpu", "--json", file}).status, 2);
  EXPECT_EQ(run({"lecture"}).status, 2);
  const Finished unwritable = run({"--device", "cpu", "--json", "/nowhere/report.json"});
  EXPECT_EQ(unwritable.status, 1);
  EXPECT_THAT(unwritable.error, HasSubstr("/nowhere/report.json cannot be written"));
  const Finished models = run({"models", "--device", "cuda", "--json", file, "--lang", "en"});
  EXPECT_EQ(models.status, 1);
  EXPECT_THAT(models.error, HasSubstr("models are measured on a CPU"));
  if (run({"--device", "cuda", "--json", file, "--lang", "en"}).status == 0) return;  // with a GPU
  EXPECT_THAT(run({"--device", "cuda", "--json", file, "--lang", "en"}).error,
              AnyOf(HasSubstr("LibTorch finds no GPU here"), HasSubstr("cannot use it")));
  EXPECT_THAT(run({"--device", "cuda", "--json", file, "--lang", "zh"}).error,
              AnyOf(HasSubstr("找不到 GPU"), HasSubstr("用不了")));
}

}  // namespace
}  // namespace tally
