#include "cli/run.h"

#include <exception>
#include <optional>
#include <vector>

#include "cli/account_command.h"
#include "cli/ask.h"
#include "cli/cases.h"
#include "cli/language_option.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/text_view.h"
#include "lecture/json.h"
#include "lecture/run.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally::cli {
namespace {

/// With the space before it; nothing where no command was given.
std::string name_of(Options::Command command) {
  switch (command) {
    case Options::Command::lecture:
      return " lecture";
    case Options::Command::ask:
      return " ask";
    case Options::Command::none:
      break;
  }
  return {};
}

int run_lecture(const Options& options) {
  if (options.describe) return write_out(describe_json() + "\n", *options.language);
  std::vector<RunResponse> responses;
  std::string text;
  for (const Lesson& lesson : lessons()) {
    if (options.lesson && options.lesson->id != lesson.id) continue;
    Progress progress;
    RunResponse response = tally::run({.lesson = std::string(lesson.id),
                                       .language = std::string(options.language->tag),
                                       .values = options.values},
                                      progress);
    for (const Issue& issue : response.issues) say(option_name(issue.key) + ": " + issue.message);
    if (!response.issues.empty()) return bad_usage;
    if (!response.error.empty()) {
      say(response.error);
      return failure;
    }
    if (options.pytorch) {
      if (const auto& script = response.presentation->pytorch)
        return write_out(script->code, *options.language);
      say(std::string(options.language->strings->scripts.none));
      return failure;
    }
    if (!options.json)
      text += (text.empty() ? "" : "\n\n") + text_view(response, lesson, *options.language);
    responses.push_back(std::move(response));
  }
  return write_out(options.json ? to_json(responses, 2) + "\n" : text, *options.language);
}

/// The commands on real models, which take their arguments apart themselves.
std::optional<int> run_tool(int argc, char** argv) {
  if (argc < 2) return std::nullopt;
  const std::string_view command = argv[1];
  const std::vector<std::string> arguments(argv + 2, argv + argc);
  CommandResult result;
  if (command == "account")
    result = run_account(arguments);
  else if (command == "models")
    result = run_models(arguments);
  else if (command == "cases")
    result = run_cases_command(arguments);
  else
    return std::nullopt;
  if (!result.problem.empty()) say(result.problem);
  if (result.status == bad_usage)
    say(fill(language_of(arguments).strings->cli.see_help,
             {{"command", " " + std::string(command)}}));
  return result.output.empty() ? result.status : write_out(result.output, language_of(arguments));
}

}  // namespace

int run(int argc, char** argv) {
  try {
    if (const std::optional<int> status = run_tool(argc, argv)) return *status;
    if (argc > 1 && std::string_view(argv[1]) == "report") return run_report(argc, argv);
    const Options options = read_options(argc, argv);
    if (options.status == bad_usage) {
      say(options.problem);
      say(fill(options.language->strings->cli.see_help, {{"command", name_of(options.command)}}));
      return bad_usage;
    }
    if (options.status != -1) return write_out(options.output, *options.language);
    if (options.command == Options::Command::ask)
      return write_out(ask_text(options), *options.language);
    return run_lecture(options);
  } catch (const std::exception& error) {
    say(error.what());
    return failure;
  }
}

}  // namespace tally::cli
