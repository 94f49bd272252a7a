// The program `tally-desktop` as a user starts it: a picture, a window that is clicked, and what it
// says to options that are wrong.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <set>
#include <utility>

#include "tests/program.h"

namespace tally::app {
namespace {

std::vector<std::string> environment_here() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry; ++entry) entries.emplace_back(*entry);
  return entries;
}

Finished desktop(const std::vector<std::string>& arguments) {
  return run_program(TALLY_DESKTOP_PROGRAM, arguments, environment_here());
}

std::string temporary(const std::string& name) {
  return ::testing::TempDir() + "tally_desktop_" + std::to_string(getpid()) + name;
}

/// What a command of the shell writes.
std::string said_by(const std::string& command) {
  std::string text;
  std::FILE* out = popen((command + " 2>/dev/null").c_str(), "r");
  for (int c = 0; out && (c = std::fgetc(out)) != EOF;) text += static_cast<char>(c);
  if (out) pclose(out);
  return text;
}

/// Asks again until it is so, for 30 s at most.
template <class Condition>
bool comes_true(Condition&& condition) {
  for (int i = 0; i < 300; ++i) {
    if (condition()) return true;
    usleep(100'000);
  }
  return false;
}

TEST(DesktopProgram, WritesAPictureOfTheSizeThatWasAskedFor) {
  const std::string file = temporary(".ppm");
  const Finished finished =
      desktop({"--screenshot", file, "--lesson", "budget", "--lang", "en", "--size", "400x300",
               "--scale", "2", "--set", "parameters=1e9"});
  EXPECT_EQ(finished.status, 0) << finished.error;
  // A driver may have something to say; the program has not.
  EXPECT_EQ(finished.error.find("tally-desktop:"), std::string::npos) << finished.error;
  const std::string picture = read_file(file);
  std::remove(file.c_str());
  const std::string head = "P6\n800 600\n255\n";
  ASSERT_EQ(picture.substr(0, head.size()), head);
  ASSERT_EQ(picture.size(), head.size() + 800 * 600 * 3);
  std::set<std::string> colours;
  for (std::size_t at = head.size(); at < picture.size(); at += 3)
    colours.insert(picture.substr(at, 3));
  EXPECT_GT(colours.size(), 100u) << "something is drawn";
}

TEST(DesktopProgram, WritesPngByDefault) {
  const std::string file = temporary(".png");
  const Finished finished = desktop({"--screenshot=" + file, "--size=360x700", "--theme=dark"});
  EXPECT_EQ(finished.status, 0) << finished.error;
  const std::string picture = read_file(file);
  std::remove(file.c_str());
  ASSERT_GT(picture.size(), 5'000u);
  EXPECT_EQ(picture.substr(1, 3), "PNG");
  using std::string_literals::operator""s;
  EXPECT_EQ(picture.substr(16, 8), "\0\0\x01\x68\0\0\x02\xbc"s) << "360 by 700";
}

TEST(DesktopProgram, RefusesWhatItDoesNotTake) {
  const std::pair<std::vector<std::string>, const char*> uses[] = {
      {{"--full"}, "there is no option \"--full\""},
      {{"--lesson", "activation", "--lang", "en", "--set", "layres=4"}, "did you mean layers?"},
      {{"--lesson", "activation", "--lang", "en", "--set", "layers=999"}, "1 to 64"},
  };
  for (const auto& [arguments, says] : uses) {
    const Finished finished = desktop(arguments);
    EXPECT_EQ(finished.status, 2) << arguments.back();
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.error.find(says), std::string::npos) << finished.error;
  }
  const Finished unwritten = desktop({"--screenshot", "/no/such/folder/a.png"});
  EXPECT_EQ(unwritten.status, 1);
  EXPECT_NE(unwritten.error.find("--screenshot: cannot write"), std::string::npos);
}

TEST(DesktopProgram, FollowsThePointerInItsWindow) {
  for (const char* tool : {"xdotool", "import"})
    ASSERT_NE(said_by(std::string("command -v ") + tool), "")
        << tool << " is missing: Debian's packages xdotool and imagemagick have what it takes";
  const std::string error = temporary(".err"), file = temporary(".window.ppm");
  const pid_t program =
      start_program(TALLY_DESKTOP_PROGRAM, {"--lesson=recipes", "--size=1000x700", "--lang=en"},
                    environment_here(), temporary(".out"), error);
  std::string window;
  EXPECT_TRUE(comes_true([&] {
    window = said_by("xdotool search --onlyvisible --pid " + std::to_string(program));
    return !window.empty();
  }));
  window = window.substr(0, window.find('\n'));
  const auto picture = [&] {
    said_by("import -silent -window " + window + " '" + file + "'");
    return read_file(file);
  };
  // At rest a window's picture stays: the first run is drawn once two are the same.
  std::string before;
  EXPECT_TRUE(comes_true([&] {
    const std::string last = std::exchange(before, picture());
    return before.size() > 1'000'000 && before == last;
  }));
  said_by("xdotool mousemove --window " + window + " 120 200 click 1");  // on the list of lessons
  EXPECT_TRUE(comes_true([&] { return picture() != before; }));
  EXPECT_EQ(kill(program, SIGTERM), 0);
  int status = 0;
  waitpid(program, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "it ran until it was told to end";
  EXPECT_EQ(read_file(error).find("tally-desktop:"), std::string::npos) << read_file(error);
  for (const std::string& each : {error, file, temporary(".out")}) std::remove(each.c_str());
}

}  // namespace
}  // namespace tally::app
