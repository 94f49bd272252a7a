#include "cli/options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <memory>
#include <vector>

#include "cli/locale.h"
#include "cli/run.h"
#include "lecture/format.h"
#include "lecture/text.h"
#include "lecture/version.h"

namespace tally::cli {
namespace {

constexpr const char* footer =
    "Exit status: 0 all went well, 1 a run failed, 2 the command line asks for what is not there.\n"
    "The language follows LC_ALL, LC_MESSAGES or LANG. Options of a demonstration: "
    "tally lecture --demo N --help";

std::string demo_names() {
  std::string names;
  for (const Lesson& lesson : lessons())
    names +=
        (names.empty() ? "" : ", ") + std::to_string(lesson.number) + " " + std::string(lesson.id);
  return names;
}

std::string language_tags() {
  std::string tags;
  for (const Language& language : languages())
    tags += (tags.empty() ? "" : ", ") + std::string(language.tag);
  return tags;
}

const Lesson* find_demo(std::string_view text) {
  for (const Lesson& lesson : lessons())
    if (text == std::to_string(lesson.number) || text == lesson.id) return &lesson;
  return nullptr;
}

/// The value that --NAME is given, before CLI11 sees it: the other options depend on it.
std::string_view value_of(std::string_view name, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument(argv[i]);
    if (argument == name && i + 1 < argc) return argv[i + 1];
    if (argument.starts_with(name) && argument.substr(name.size()).starts_with('='))
      return argument.substr(name.size() + 1);
  }
  return {};
}

/// What a value option holds, and how often it was given.
struct Given {
  std::string name;  // "--layers"
  std::string key;   // "layers"; empty for --demo and --lang
  std::vector<std::string> texts;
};

class CommandLine {
 public:
  CommandLine(int argc, char** argv) : argc_(argc), argv_(argv) {}

  Options read() {
    const std::string_view tag = value_of("--lang", argc_, argv_);
    const Language* asked = tag.empty() ? nullptr : find_language(tag);
    options_.language = asked ? asked : &locale_language();
    options_.lesson = find_demo(value_of("--demo", argc_, argv_));

    CLI::App app("Tally: where training memory goes. Six demonstrations, executed.", "tally");
    app.set_version_flag("--version", version_text());
    app.footer(footer);
    CLI::App* lecture = app.add_subcommand("lecture", "Run the demonstrations of the lecture");
    lecture->footer(footer);
    add(*lecture, "--demo", "", "N",
        "Which demonstration: " + demo_names() + "; all when left out");
    add(*lecture, "--lang", "", "TAG", "The language: " + language_tags());
    lecture->add_flag("--json", options_.json, "Write JSON, with units and versions");
    if (options_.lesson)
      for (const Parameter& parameter : options_.lesson->parameters) add(*lecture, parameter);

    try {
      app.parse(argc_, argv_);
    } catch (const CLI::CallForHelp&) {
      return done(lecture->parsed() ? lecture->help("tally") : app.help());
    } catch (const CLI::CallForAllHelp&) {
      return done(app.help("", CLI::AppFormatMode::All));
    } catch (const CLI::CallForVersion&) {
      return done(version_text() + "\n");
    } catch (const CLI::ExtrasError&) {
      return wrong(extras_message(app, *lecture));
    } catch (const CLI::ParseError& error) {
      return wrong(parse_message(error));
    }
    options_.lecture = lecture->parsed();
    if (!options_.lecture) return done(app.help());
    return collect();
  }

 private:
  static std::string version_text() {
    return "tally " + std::string(engine_version) + " (as PyTorch " + std::string(pytorch_version) +
           ")";
  }

  void add(CLI::App& app, const std::string& name, std::string key, const std::string& type,
           const std::string& help, bool optional_value = false) {
    Given& given = *given_.emplace_back(std::make_unique<Given>(Given{name, std::move(key), {}}));
    CLI::Option* option = app.add_option_function<std::vector<std::string>>(
        name, [&given](const std::vector<std::string>& texts) { given.texts = texts; }, help);
    // One value each time; how often is checked below, with a message of our own.
    option->type_name(type)
        ->expected(optional_value ? 0 : 1, 1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    if (optional_value) option->default_str("true");
  }

  void add(CLI::App& app, const Parameter& parameter) {
    const Language& language = *options_.language;
    std::string help = std::string(language.text(parameter.label)) + ": " +
                       std::string(language.text(parameter.help)) + " [" +
                       limits_text(parameter, language) + "; " +
                       std::string(parameter.default_text) + "]";
    const char* type = "TEXT";
    switch (parameter.kind) {
      case ParameterKind::integer:
        type = "INT";
        break;
      case ParameterKind::real:
        type = "NUMBER";
        break;
      case ParameterKind::choice:
        type = "NAME";
        break;
      case ParameterKind::flag:
        type = "[true|false]";
        break;
      case ParameterKind::integers:
        type = "INT,INT,...";
        break;
    }
    add(app, option_name(parameter.key), std::string(parameter.key), type, help,
        parameter.kind == ParameterKind::flag);
  }

  Options done(std::string output) {
    options_.status = success;
    options_.output = std::move(output);
    return std::move(options_);
  }

  Options wrong(std::string problem) {
    options_.status = bad_usage;
    options_.problem = std::move(problem);
    return std::move(options_);
  }

  std::string extras_message(const CLI::App& app, const CLI::App& lecture) const {
    std::vector<std::string> extras = app.remaining(true);
    const std::string extra = extras.empty() ? std::string() : extras.front();
    if (!lecture.parsed())
      return "there is no command '" + printable(extra) + "'; the command is: tally lecture";
    const std::string name = extra.substr(0, extra.find('='));
    if (!name.starts_with("-"))
      return "'" + printable(extra) +
             "' is not expected here; takes options only, such as --demo 3";
    std::vector<std::string_view> names{"--json", "--help"};
    for (const auto& given : given_) names.push_back(given->name);
    const std::string_view guess = nearest(name, names);
    std::string message = "there is no option " + printable(name);
    if (!guess.empty()) return message + "; did you mean " + std::string(guess) + "?";
    if (!options_.lesson) {
      for (const Lesson& lesson : lessons())
        for (const Parameter& parameter : lesson.parameters)
          if (option_name(parameter.key) == name)
            return message + " without a demonstration; it belongs to --demo " +
                   std::to_string(lesson.number);
    }
    return message + "; the options here are " + join(names, ", ");
  }

  std::string parse_message(const CLI::ParseError& error) const {
    // CLI11 names the option and says what is missing.
    const std::string what = error.what();
    for (const auto& given : given_)
      if (what.starts_with(given->name + ":")) return given->name + ": got nothing, takes a value";
    return printable(what);
  }

  Options collect() {
    for (const auto& given : given_) {
      if (given->texts.size() > 1) return wrong(given->name + ": given twice, takes one value");
      if (given->texts.empty()) continue;
      const std::string& text = given->texts.front();
      if (given->name == "--demo" && !find_demo(text))
        return wrong("--demo: got '" + printable(text) + "', takes one of " + demo_names());
      if (given->name == "--lang" && !find_language(text))
        return wrong("--lang: got '" + printable(text) + "', takes one of " + language_tags());
      if (!given->key.empty()) options_.values.emplace_back(given->key, text);
    }
    return std::move(options_);
  }

  int argc_;
  char** argv_;
  Options options_;
  std::vector<std::unique_ptr<Given>> given_;
};

}  // namespace

std::string option_name(std::string_view key) {
  std::string name = "--" + std::string(key);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

Options read_options(int argc, char** argv) { return CommandLine(argc, argv).read(); }

}  // namespace tally::cli
