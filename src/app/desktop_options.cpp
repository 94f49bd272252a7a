#include "app/desktop_options.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "lecture/language.h"
#include "lecture/lesson.h"
#include "lecture/locale.h"
#include "lecture/run.h"
#include "lecture/version.h"

namespace tally::app {
namespace {

constexpr std::string_view usage =
    "usage: tally-desktop [--lesson ID] [--set KEY=VALUE]... [--lang TAG] [--theme light|dark]\n"
    "                     [--size WIDTHxHEIGHT] [--scale N] [--screenshot FILE]\n\n"
    "The lessons in a window.\n\n"
    "  --lesson ID         the lesson to open\n"
    "  --set KEY=VALUE     a parameter of that lesson; may be given several times\n"
    "  --lang TAG          the language; that of the locale by default\n"
    "  --theme NAME        light or dark\n"
    "  --size WIDTHxHEIGHT of the window or picture; 1280x860 by default\n"
    "  --scale N           pixels per unit, 0.5 to 4; that of the screen by default\n"
    "  --screenshot FILE   render one frame to FILE (.png or .ppm) and exit\n"
    "  --version, --help\n";

std::string lesson_ids() {
  std::string ids;
  for (const Lesson& lesson : lessons()) ids += (ids.empty() ? "" : ", ") + std::string(lesson.id);
  return ids;
}

std::string language_tags() {
  std::string tags;
  for (const Language& language : languages())
    tags += (tags.empty() ? "" : ", ") + std::string(language.tag);
  return tags;
}

/// Takes one option's value; what it takes when it is not that.
std::string take(DesktopOptions& options, std::string_view name, const std::string& value) {
  if (name == "--screenshot") {
    options.screenshot = value;
    return value.empty() ? "the name of a file" : "";
  }
  if (name == "--lesson") {
    options.lesson = value;
    return find_lesson(value) ? "" : "one of " + lesson_ids();
  }
  if (name == "--lang") {
    options.language = value;
    return find_language(value) ? "" : "one of " + language_tags();
  }
  if (name == "--theme") {
    options.dark = value == "dark";
    return value == "dark" || value == "light" ? "" : "light or dark";
  }
  if (name == "--size") {
    int end = 0;
    const bool read =
        std::sscanf(value.c_str(), "%dx%d%n", &options.width, &options.height, &end) == 2;
    const auto fits = [](int n) { return n >= 200 && n <= 16384; };
    const bool good = read && static_cast<std::size_t>(end) == value.size() &&
                      fits(options.width) && fits(options.height);
    return good ? "" : "WIDTHxHEIGHT, each from 200 to 16384";
  }
  if (name == "--scale") {
    char* end = nullptr;
    options.scale = std::strtof(value.c_str(), &end);
    const bool good = !value.empty() && *end == '\0' && options.scale >= 0.5f && options.scale <= 4;
    return good ? "" : "a number from 0.5 to 4";
  }
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos || equals == 0) return "KEY=VALUE";
  options.values.emplace_back(value.substr(0, equals), value.substr(equals + 1));
  return "";
}

DesktopOptions wrong(std::string message) {
  DesktopOptions options;
  options.status = 2;
  options.message = "tally-desktop: " + std::move(message) + "\nTry tally-desktop --help.\n";
  return options;
}

}  // namespace

DesktopOptions read_desktop_options(int argc, char** argv) {
  DesktopOptions options;
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--help" || name == "--version") {
      options.status = 0;
      options.message = name == "--help" ? std::string(usage)
                                         : "tally-desktop " + std::string(engine_version) + "\n";
      return options;
    }
    std::string value;
    const std::size_t equals = name.find('=');
    const bool joined = name.starts_with("--") && equals != std::string::npos;
    if (joined) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    bool known = false;
    for (const std::string_view option :
         {"--screenshot", "--lesson", "--lang", "--theme", "--size", "--scale", "--set"})
      known = known || option == name;
    if (!known) return wrong("there is no option \"" + name + "\"");
    if (!joined) {
      if (i + 1 == argc) return wrong(name + ": got nothing after it");
      value = argv[++i];
    }
    if (const std::string takes = take(options, name, value); !takes.empty())
      return wrong(name + ": got \"" + value + "\", takes " + takes);
  }
  if (options.language.empty()) options.language = locale_language().tag;
  if (options.lesson.empty()) options.lesson = lessons().front().id;
  const Parsed parsed =
      read_values(*find_lesson(options.lesson), options.values, *find_language(options.language));
  if (!parsed.issues.empty()) return wrong("--set: " + parsed.issues.front().message);
  return options;
}

}  // namespace tally::app
