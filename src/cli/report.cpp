#include "cli/report.h"

#include <optional>
#include <string>
#include <vector>

#include "cli/account_command.h"
#include "cli/command_words.h"
#include "cli/language_option.h"
#include "cli/output.h"
#include "cli/read_file.h"
#include "cli/run.h"
#include "cli/text_view.h"
#include "formats/measurement.h"
#include "lecture/format_issue.h"
#include "lecture/real/account_words.h"
#include "lecture/report.h"
#include "lecture/strings.h"
#include "lecture/strings/report.h"
#include "lecture/text.h"

namespace tally::cli {
namespace {

int show(const std::string& name, const std::string& text, const Language& language) {
  const ReportStrings& words = report_strings(language.tag);
  FormatIssues issues;
  const std::optional<Measurement> measurement = read_measurement(text, issues);
  if (!measurement) {
    say(fill(words.cannot_read,
             {{"name", printable(name)}, {"reason", sentence(issues.front(), language)}}));
    return failure;
  }
  const ReportView view = present_report(*measurement, words);
  return write_out(text_view(view.presentation, view.title), language);
}

}  // namespace

int run_report(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 2, argv + argc);
  const Language& language = language_of(arguments);
  const ReportStrings& words = report_strings(language.tag);
  const CliStrings& cli = language.strings->cli;
  std::string problem = take_language(arguments, language);
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    if (argument == "--help" || argument == "-h")
      return write_out(
          usage_text("report", words.about, command_words(language).report_usage, language) +
              "\n  " + std::string(words.file_help) + "\n",
          language);
    if (argument.starts_with("-") && problem.empty())
      problem = fill(account_words(language).no_option,
                     {{"name", printable(argument)}, {"names", "--lang, --help"}});
    files.push_back(argument);
  }
  if (problem.empty() && files.size() != 1) problem = words.needs_file;
  if (problem.empty()) {
    const auto [text, reason] = read_file(files.front());
    if (text) return show(files.front(), *text, language);
    problem = fill(words.cannot_open, {{"name", printable(files.front())}, {"reason", reason}});
  }
  say(problem);
  say(fill(cli.see_help, {{"command", " report"}}));
  return bad_usage;
}

}  // namespace tally::cli
