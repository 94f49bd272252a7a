// The command line prints other numbers when an op saves one tensor more: the program `tally`
// beside one that is linked with a changed ReLU (cmake/mutation.cmake).
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace tally {
namespace {

std::string output_of(const std::string& program, const std::string& arguments) {
  std::string text;
  FILE* pipe = popen((program + " " + arguments).c_str(), "r");
  if (!pipe) return "could not be run";
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), count);
  EXPECT_EQ(pclose(pipe), 0) << program;
  return text;
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(Mutation, CommandLineFollows) {
  const std::string activation = "lecture --demo 3 --lang en --json";
  EXPECT_TRUE(contains(output_of(TALLY, activation), "589,824"));
  const std::string mutated = output_of(TALLY_MUTANT, activation);
  EXPECT_TRUE(contains(mutated, "1,114,112"));  // 17 x 65,536
  EXPECT_NE(mutated, output_of(TALLY, activation));
  // By the sentence, the first paragraph: times and the step of the timeline stand further down.
  const auto sentence_of = [](const char* program, const char* demo) {
    const std::string text = output_of(program, std::string("lecture --lang en --demo ") + demo);
    return text.substr(0, text.find("\n\n"));
  };
  for (const char* demo : {"4", "5", "7"})
    EXPECT_NE(sentence_of(TALLY, demo), sentence_of(TALLY_MUTANT, demo)) << demo;
  for (const char* demo : {"1", "2", "6"})  // what no ReLU has to do with is the same
    EXPECT_EQ(sentence_of(TALLY, demo), sentence_of(TALLY_MUTANT, demo)) << demo;
}

}  // namespace
}  // namespace tally
