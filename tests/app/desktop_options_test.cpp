#include "app/desktop_options.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tally::app {
namespace {

DesktopOptions read(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tally-desktop");
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  return read_desktop_options(static_cast<int>(pointers.size()), pointers.data());
}

TEST(DesktopOptions, AreRead) {
  const auto options =
      read({"--screenshot", "a.png", "--lesson=activation", "--lang", "zh", "--theme", "dark",
            "--size", "360x700", "--scale", "2", "--set", "layers=4"});
  EXPECT_EQ(options.status, -1) << options.message;
  EXPECT_EQ(options.screenshot, "a.png");
  EXPECT_EQ(options.lesson, "activation");
  EXPECT_EQ(options.language, "zh");
  EXPECT_TRUE(options.dark);
  EXPECT_EQ(options.width, 360);
  EXPECT_EQ(options.height, 700);
  EXPECT_EQ(options.scale, 2);
  EXPECT_EQ(options.values, (TextMap{{"layers", "4"}}));
}

TEST(DesktopOptions, HaveDefaults) {
  const auto options = read({});
  EXPECT_EQ(options.status, -1);
  EXPECT_EQ(options.lesson, "recipes");
  EXPECT_FALSE(options.language.empty());
}

TEST(DesktopOptions, TheLanguageIsTheLocales) {
  unsetenv("LC_ALL");
  unsetenv("LC_MESSAGES");
  for (const auto& [locale, language] : {std::pair("zh_CN.UTF-8", "zh"),
                                         {"ZH_CN", "zh"},
                                         {"en_GB.UTF-8", "en"},
                                         {"fr_FR", "en"},
                                         {"C", "en"}}) {
    setenv("LANG", locale, 1);
    EXPECT_EQ(read({}).language, language) << locale;
    EXPECT_EQ(read({"--lang=zh"}).language, "zh") << locale;
  }
}

TEST(DesktopOptions, ABadOneIsNamedWithWhatItGotAndTakes) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"--size", "360"}, "--size: got \"360\", takes WIDTHxHEIGHT"},
      {{"--size", "360x700x"}, "--size: got \"360x700x\""},
      {{"--theme", "blue"}, "--theme: got \"blue\", takes light or dark"},
      {{"--lesson", "x"}, "--lesson: got \"x\", takes one of recipes, "},
      {{"--lang=fr"}, "--lang: got \"fr\", takes one of "},
      {{"--set", "layers"}, "--set: got \"layers\", takes KEY=VALUE"},
      {{"--lesson", "activation", "--lang", "en", "--set", "layres=4"},
       "--set: There is no parameter \"layres\"; did you mean layers?"},
      {{"--lesson", "activation", "--lang", "en", "--set", "x=4"},
       "--set: There is no parameter \"x\". The parameters here are: layers, batch, "},
      {{"--set=layers=65", "--lang=en", "--lesson=activation"},
       "--set: Layers L: got \"65\", takes a whole number from 1 to 64."},
      {{"--lesson=activation", "--lang=en", "--set", "frozen=9"},
       "--set: First layers frozen: got 9, but the network has only 8"},
      {{"--lesson=activation", "--lang=en", "--set", "layers=4", "--set", "layers=5"},
       "--set: Layers L: given twice"},
      {{"--scale", "9"}, "--scale: got \"9\", takes a number from 0.5 to 4"},
      {{"--lesson"}, "--lesson: got nothing after it"},
      {{"--full"}, "there is no option \"--full\""}};
  for (const auto& [arguments, message] : cases) {
    const auto options = read(arguments);
    EXPECT_EQ(options.status, 2);
    EXPECT_NE(options.message.find(message), std::string::npos) << options.message;
  }
}

}  // namespace
}  // namespace tally::app
