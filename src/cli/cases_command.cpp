#include <fmt/format.h>

#include <cmath>

#include "cli/cases.h"
#include "cli/command_words.h"
#include "cli/language_option.h"
#include "cli/read_file.h"
#include "cli/run.h"
#include "lecture/real/account_words.h"
#include "lecture/text.h"

namespace tally::cli {
namespace {

std::string shown(const std::vector<double>& values) {
  std::string text;
  for (const double value : values)
    text += (text.empty() ? "" : ", ") + (value == std::floor(value) && std::abs(value) < 1e15
                                              ? fmt::format("{}", static_cast<std::int64_t>(value))
                                              : fmt::format("{:.10g}", value));
  return text.empty() ? "-" : text;
}

/// `text` and blanks up to this many columns.
std::string padded(std::string_view text, int width) {
  const int blanks = std::max(0, width - display_width(text));
  return std::string(text) + std::string(static_cast<std::size_t>(blanks), ' ');
}

std::string shown_residual(double residual) {
  return std::isfinite(residual) ? fmt::format("{:.2e}", residual) : "∞";
}

/// Every case, how many came out how, and the worst.
class Outcome {
 public:
  Outcome(const std::vector<CaseRow>& rows, const CommandWords& words)
      : rows_(rows), words_(words) {
    for (const CaseRow& row : rows)
      if (!row.got.empty() && row.result != CaseResult::not_modelled &&
          (!worst_ || row.residual > worst_->residual))
        worst_ = &row;
  }

  std::string text() const {
    std::string output;
    int width = 0;
    for (const Str result : words_.case_results) width = std::max(width, display_width(result));
    for (const CaseRow& row : rows_) {
      const std::string_view result = words_.case_results[static_cast<std::size_t>(row.result)];
      output += fill(words_.case_line, {{"result", padded(result, width)},
                                        {"id", printable_whole(row.id)},
                                        {"got", shown(row.got)},
                                        {"expected", shown(row.expected)}});
      if (row.result != CaseResult::not_modelled)
        output += fill(words_.residual, {{"residual", shown_residual(row.residual)}});
      output += words_.case_faults[static_cast<std::size_t>(row.fault)];
      output += "\n";
    }
    const auto counts = counts_of(rows_);
    output += fill(words_.summary, {{"cases", std::to_string(rows_.size())},
                                    {"exact", std::to_string(counts[0])},
                                    {"within", std::to_string(counts[1])},
                                    {"off", std::to_string(counts[2])},
                                    {"not_modelled", std::to_string(counts[3])}});
    if (worst_)
      output += fill(words_.worst, {{"residual", shown_residual(worst_->residual)},
                                    {"id", printable_whole(worst_->id)}});
    return output + "\n";
  }

 private:
  const std::vector<CaseRow>& rows_;
  const CommandWords& words_;
  const CaseRow* worst_ = nullptr;
};

}  // namespace

CommandResult run_cases_command(const std::vector<std::string>& given) {
  const Language& language = language_of(given);
  const CommandWords& words = command_words(language);
  std::vector<std::string> arguments = given;
  if (const std::string wrong = take_language(arguments, language); !wrong.empty())
    return {bad_usage, {}, wrong};
  bool json = false;
  std::string path;
  for (const std::string& argument : arguments) {
    if (argument == "--help" || argument == "-h")
      return {success, usage_text("cases", words.cases_about, words.cases_usage, language), {}};
    if (argument == "--json" && json)
      return {bad_usage, {}, fill(account_words(language).given_twice, {{"name", argument}})};
    if (argument == "--json")
      json = true;
    else if (argument.starts_with("-") || !path.empty())
      return {bad_usage, {}, fill(words.cases_takes, {{"got", printable(argument)}})};
    else
      path = argument;
  }
  FileReading<std::string> text{std::string(published_cases()), {}};
  if (!path.empty()) text = read_file(path);
  if (!text.content)
    return {bad_usage,
            {},
            fill(account_words(language).cannot_read,
                 {{"name", printable(path)}, {"reason", text.reason}})};
  FormatIssues issues;
  const std::vector<CaseRow> rows = run_cases(*text.content, issues);
  if (!issues.empty())
    return {failure,
            {},
            fill(account_words(language).bad_file,
                 {{"name", printable(path)},
                  {"reason", model_file_sentence(issues.front(), language)}})};
  return {success, json ? cases_json(rows) + "\n" : Outcome(rows, words).text(), {}};
}

}  // namespace tally::cli
