#include "cli/options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "cli/command_words.h"
#include "cli/language_option.h"
#include "cli/run.h"
#include "lecture/format.h"
#include "lecture/locale.h"
#include "lecture/real/account_words.h"
#include "lecture/strings.h"
#include "lecture/strings/report.h"
#include "lecture/text.h"
#include "lecture/version.h"

namespace tally::cli {
namespace {

std::string demo_names() {
  std::string names;
  for (const Lesson& lesson : lessons())
    names +=
        (names.empty() ? "" : ", ") + std::to_string(lesson.number) + " " + std::string(lesson.id);
  return names;
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

/// The command, before CLI11 sees it: a message may be needed where its parse fails.
Options::Command command_of(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument(argv[i]);
    if (argument.starts_with("-")) continue;
    if (argument == "lecture") return Options::Command::lecture;
    return argument == "ask" ? Options::Command::ask : Options::Command::none;
  }
  return Options::Command::none;
}

/// What a value option holds, and how often it was given.
struct Given {
  const CLI::App* app;
  std::string name;  // "--layers"
  std::string key;   // "layers"; empty for options that are no parameter's
  bool optional_value = false;
  std::vector<std::string> texts = {};
};

/// Options that take no value.
constexpr std::array<std::string_view, 4> flags{"--json", "--pytorch", "--describe", "--help"};

class CommandLine {
 public:
  CommandLine(int argc, char** argv) : argc_(argc), argv_(argv) {}

  Options read() {
    const std::string_view tag = value_of("--lang", argc_, argv_);
    const Language* asked = tag.empty() ? nullptr : find_language(tag);
    options_.language = asked ? asked : &locale_language();
    options_.lesson = find_demo(value_of("--demo", argc_, argv_));
    options_.command = command_of(argc_, argv_);

    CLI::App app(std::string(words().about), "tally");
    dress(app);
    app.set_version_flag("--version", version_text(), std::string(words().version_help));
    CLI::App* lecture = app.add_subcommand("lecture", std::string(words().lecture_about));
    add(*lecture, "--demo", "", "N", fill(words().demo_help, {{"names", demo_names()}}));
    add_common(*lecture);
    lecture->add_flag("--pytorch", options_.pytorch, std::string(words().pytorch_help));
    lecture->add_flag("--describe", options_.describe, std::string(words().describe_help));
    if (options_.lesson)
      for (const Parameter& parameter : options_.lesson->parameters) add(*lecture, parameter);
    CLI::App* ask = app.add_subcommand("ask", std::string(words().ask_about));
    add(*ask, "QUESTION", "", "", std::string(words().question_help));
    add(*ask, "--answer", "", "ID", std::string(words().answer_help));
    add_common(*ask);
    // run.cpp takes these before anything here is read: they are named in the help.
    const CommandWords& commands = command_words(*options_.language);
    const auto named = [&](const char* command, Str about) {
      app.add_subcommand(command, std::string(about))->group(std::string(words().commands));
    };
    named("account", account_words(*options_.language).about);
    named("models", commands.models_about);
    named("cases", commands.cases_about);
    named("report", report_strings(options_.language->tag).about);

    app.require_subcommand(0, 1);
    for (int i = 1; i < argc_ && std::string_view(argv_[i]) != "--"; ++i)
      for (const std::string_view flag : {"--json", "--pytorch", "--describe"})
        if (std::string_view(argv_[i]).starts_with(std::string(flag) + "="))
          return wrong(
              fill(account_words(*options_.language).takes_nothing, {{"name", std::string(flag)}}));
    const std::string valueless = take_empty_values();
    if (!valueless.empty())
      return wrong(fill(account_words(*options_.language).got_nothing, {{"name", valueless}}));
    std::vector<const char*> arguments;
    for (const std::string& argument : arguments_) arguments.push_back(argument.c_str());

    try {
      app.parse(static_cast<int>(arguments.size()), arguments.data());
    } catch (const CLI::CallForHelp&) {
      return done(lecture->parsed() ? lecture->help("tally")
                  : ask->parsed()   ? ask->help("tally")
                                    : app.help());
    } catch (const CLI::CallForAllHelp&) {
      return done(app.help("", CLI::AppFormatMode::All));
    } catch (const CLI::CallForVersion&) {
      return done(version_text() + "\n");
    } catch (const CLI::ExtrasError&) {
      return wrong(extras_message(app, lecture->parsed() ? lecture
                                       : ask->parsed()   ? ask
                                                         : nullptr));
    } catch (const CLI::ParseError& error) {
      return wrong(parse_message(error));
    }
    for (Given* given : empty_lists_) given->texts.emplace_back();
    if (lecture->parsed()) return collect(*lecture);
    if (ask->parsed()) return collect(*ask);
    return done(app.help());
  }

 private:
  static std::string version_text() {
    return "tally " + std::string(engine_version) + " (as PyTorch " + std::string(pytorch_version) +
           ")";
  }

  const CliStrings& words() const { return options_.language->strings->cli; }

  /// CLI11's own words, in the reader's language.
  void dress(CLI::App& app) const {
    app.option_defaults()->group(std::string(words().options));
    app.set_help_flag("-h,--help", std::string(words().help_help));
    app.footer(std::string(words().footer));
    app.get_formatter()->label("Usage", std::string(words().usage));
    app.get_formatter()->label("Positionals", std::string(words().positionals));
  }

  /// What every command takes.
  void add_common(CLI::App& app) {
    app.group(std::string(words().commands));
    dress(app);
    add(app, "--lang", "", "TAG", fill(words().language_help, {{"tags", all_language_tags()}}));
    app.add_flag("--json", options_.json, std::string(words().json_help));
  }

  void add(CLI::App& app, const std::string& name, std::string key, const std::string& type,
           const std::string& help, bool optional_value = false) {
    Given& given = *given_.emplace_back(
        std::make_unique<Given>(Given{&app, name, std::move(key), optional_value}));
    CLI::Option* option = app.add_option_function<std::vector<std::string>>(
        name, [&given](const std::vector<std::string>& texts) { given.texts = texts; }, help);
    // One value each time; how often is checked below, with a message of our own.
    option->type_name(type)
        ->expected(optional_value ? 0 : 1, 1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    if (optional_value) option->default_str("true");
  }

  void add(CLI::App& app, const Parameter& parameter) {
    const Language& language = *options_.language;
    const std::string help =
        fill(words().option_help, {{"label", std::string(language.text(parameter.label))},
                                   {"help", std::string(language.text(parameter.help))},
                                   {"limits", limits_text(parameter, language)},
                                   {"default", default_of(parameter)}});
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

  static std::string default_of(const Parameter& parameter) {
    if (!parameter.default_text.empty()) return std::string(parameter.default_text);
    return "\"\"";
  }

  bool is_option(std::string_view argument) const {
    const std::string_view name = argument.substr(0, argument.find('='));
    for (const std::string_view flag : flags)
      if (name == flag) return true;
    return std::any_of(given_.begin(), given_.end(),
                       [&](const auto& given) { return given->name == name; });
  }

  /// CLI11 reads "--name=" as "--name", and the next argument as its value, be it an option. A list
  /// may be empty, and is kept from CLI11; the name of any other option without a value is
  /// returned.
  std::string take_empty_values() {
    for (int i = 0; i < argc_; ++i) {
      std::string argument(argv_[i]);
      if (argument == "--") {  // all that follows are no options
        arguments_.insert(arguments_.end(), argv_ + i, argv_ + argc_);
        break;
      }
      const bool empty = argument.ends_with('=');
      if (empty) argument.pop_back();
      const bool is_last = i + 1 == argc_;
      const auto given = std::find_if(given_.begin(), given_.end(), [&](const auto& candidate) {
        return candidate->name == argument && argument.starts_with('-') &&
               (empty || (!candidate->optional_value && !is_last && is_option(argv_[i + 1])));
      });
      if (given == given_.end()) {
        arguments_.emplace_back(argv_[i]);
      } else if (!empty || !takes_list((*given)->key)) {
        return argument;
      } else {
        empty_lists_.push_back(given->get());
      }
    }
    return {};
  }

  bool takes_list(std::string_view key) const {
    if (options_.lesson)
      for (const Parameter& parameter : options_.lesson->parameters)
        if (parameter.key == key) return parameter.kind == ParameterKind::integers;
    return false;
  }

  Options done(std::string output) {
    options_.status = success;
    options_.output = std::move(output);
    return std::move(options_);
  }

  Options wrong(std::string_view problem) {
    options_.status = bad_usage;
    options_.problem = problem;
    return std::move(options_);
  }

  /// "tally lecture, tally ask, ...".
  static std::string command_names(const CLI::App& app) {
    std::string names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      names += (names.empty() ? "" : ", ") + ("tally " + command->get_name());
    return names;
  }

  std::string extras_message(const CLI::App& app, const CLI::App* command) const {
    std::vector<std::string> extras = app.remaining(true);
    const std::string extra = extras.empty() ? std::string() : extras.front();
    if (!command)
      return fill(extra.starts_with("-") ? words().no_option_here : words().no_command,
                  {{"got", printable(extra)}, {"names", command_names(app)}});
    const std::string name = extra.substr(0, extra.find('='));
    const bool asks = command->get_name() == "ask";
    if (!name.starts_with("-"))
      return fill(asks ? words().one_question : words().not_expected, {{"got", printable(extra)}});
    if (std::any_of(argv_, argv_ + argc_, [](std::string_view each) { return each == "--"; }))
      return fill(words().after_dashes, {{"name", printable(name)}});
    std::vector<std::string_view> names{"--json", "--help"};
    if (!asks) names.insert(names.end(), {"--pytorch", "--describe"});
    for (const auto& given : given_)
      if (given->app == command && given->name.starts_with("-")) names.push_back(given->name);
    if (!asks && std::find(names.begin(), names.end(), name) != names.end())
      return fill(words().after_command, {{"name", name}});
    std::vector<std::string> numbers;  // of the demonstrations that have it
    for (const Lesson& lesson : lessons())
      for (const Parameter& parameter : lesson.parameters)
        if (!asks && option_name(parameter.key) == name)
          numbers.push_back(std::to_string(lesson.number));
    if (!numbers.empty() && options_.describe) return fill(words().describes_all, {{"name", name}});
    if (!numbers.empty()) {
      const std::vector<std::string_view> views(numbers.begin(), numbers.end());
      return fill(words().needs_demo, {{"name", name}, {"numbers", join(views, ", ")}});
    }
    if (const std::string_view guess = nearest(name, names); !guess.empty())
      return fill(account_words(*options_.language).no_option_nearest,
                  {{"name", printable(name)}, {"nearest", std::string(guess)}});
    return fill(account_words(*options_.language).no_option,
                {{"name", printable(name)}, {"names", join(names, ", ")}});
  }

  std::string parse_message(const CLI::ParseError& error) const {
    // CLI11 names the option and says that its value is missing.
    const std::string what = error.what();
    for (const auto& given : given_)
      if (what.starts_with(given->name + ":"))
        return fill(account_words(*options_.language).got_nothing, {{"name", given->name}});
    return printable(what);
  }

  Options collect(const CLI::App& command) {
    if (options_.json + options_.pytorch + options_.describe > 1) return wrong(words().one_output);
    if (options_.pytorch && value_of("--demo", argc_, argv_).empty())
      return wrong(words().pytorch_needs_demo);
    for (const auto& given : given_) {
      if (given->app != &command) continue;
      if (given->texts.size() > 1)
        return wrong(fill(account_words(*options_.language).given_twice, {{"name", given->name}}));
      if (given->texts.empty()) continue;
      if (options_.describe && given->name != "--lang")
        return wrong(fill(words().describes_all, {{"name", given->name}}));
      const std::string& text = given->texts.front();
      const auto takes = [&](std::string what) {
        return wrong(
            fill(account_words(*options_.language).bad_value,
                 {{"name", given->name}, {"got", printable(text)}, {"takes", std::move(what)}}));
      };
      if (given->name == "--demo" && !find_demo(text)) return takes(demo_names());
      if (given->name == "--lang" && !find_language(text)) return takes(all_language_tags());
      if (given->name == "QUESTION" && !(options_.question = find_question(text)))
        return wrong(no_question(text));
      if (given->name == "--answer") {
        if (!options_.question) return wrong(fill(words().needs_question, {{"name", given->name}}));
        std::vector<std::string_view> ids;
        for (const Choice& choice : options_.question->choices) {
          ids.push_back(choice.id);
          if (choice.id == text) options_.answer = &choice;
        }
        if (!options_.answer) return takes(join(ids, ", "));
      }
      if (!given->key.empty()) options_.values.emplace_back(given->key, text);
    }
    return std::move(options_);
  }

  std::string no_question(const std::string& text) const {
    std::vector<std::string_view> ids;
    for (const Question& question : questions()) ids.push_back(question.id);
    if (const std::string_view guess = nearest(text, ids); !guess.empty())
      return fill(words().no_question_nearest,
                  {{"got", printable(text)}, {"nearest", std::string(guess)}});
    return fill(words().no_question, {{"got", printable(text)}});
  }

  int argc_;
  char** argv_;
  std::vector<std::string> arguments_;  // as CLI11 is given them
  Options options_;
  std::vector<std::unique_ptr<Given>> given_;
  std::vector<Given*> empty_lists_;  // once for each "--name="
};

}  // namespace

std::string option_name(std::string_view key) {
  std::string name = "--" + std::string(key);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

Options read_options(int argc, char** argv) { return CommandLine(argc, argv).read(); }

}  // namespace tally::cli
