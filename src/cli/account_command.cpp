#include "cli/account_command.h"

#include <algorithm>

#include "cli/account_text.h"
#include "cli/command_words.h"
#include "cli/explain_json.h"
#include "cli/language_option.h"
#include "cli/read_file.h"
#include "cli/run.h"
#include "cli/stored_model.h"
#include "formats/json_value.h"
#include "lecture/format.h"
#include "lecture/real/account_json.h"
#include "lecture/real/account_words.h"
#include "lecture/text.h"
#include "models/parameter_formula.h"
#include "models/presets.h"

namespace tally::cli {

CommandResult run_account(const std::vector<std::string>& given) {
  const Language& language = language_of(given);
  std::vector<std::string> arguments = given;
  if (const std::string problem = take_language(arguments, language); !problem.empty())
    return {bad_usage, {}, problem};
  const AccountOptions options = read_account_options(arguments, language, read_file);
  if (!options.problem.empty()) return {bad_usage, {}, options.problem};
  if (options.help) return {success, account_help(language), {}};
  std::optional<StoredModel> stored;
  if (!options.stored.empty()) {
    stored = read_stored_model(options.stored, read_file, read_file_start, language);
    if (stored->problem.empty() && !options.name.empty())
      stored->problem = disagreement(*stored, options.config.model, language);
    if (!stored->problem.empty()) return {bad_usage, {}, stored->problem};
    if (options.name.empty()) {
      const JsonValue json = stored_model_json(*stored, options.stored);
      return {success,
              options.json ? json.dump(2) + "\n" : stored_text(*stored, options.stored, language),
              {}};
    }
  }
  const MemoryReport report = account(options.config, Execution::repeated,
                                      options.timeline ? WithTimeline::yes : WithTimeline::no);
  std::optional<Verdict> verdict;
  if (options.gpu) verdict = verdict_of(options.config, report, options.gpu->capacity);
  if (options.json) {
    std::optional<JsonValue> json = JsonValue::parse(account_json(options, report, verdict));
    add_explanations(*json, options);
    if (stored) json->add("stored", stored_json(*stored));
    return {success, json->dump(2) + "\n", {}};
  }
  std::string text = account_text(options, report, verdict);
  if (stored) text += "\n" + stored_text(*stored, options.stored, language);
  return {success, text, {}};
}

std::string usage_text(std::string_view command, Str about, Str line, const Language& language) {
  const AccountWords& words = account_words(language);
  return std::string(about) + "\n" +
         fill(words.usage, {{"line", "tally " + std::string(command) + " " + std::string(line)}}) +
         "\n";
}

CommandResult run_models(const std::vector<std::string>& given) {
  const Language& language = language_of(given);
  const CommandWords& words = command_words(language);
  std::vector<std::string> arguments = given;
  if (const std::string problem = take_language(arguments, language); !problem.empty())
    return {bad_usage, {}, problem};
  bool json = false;
  for (const std::string& argument : arguments) {
    if (argument == "--help" || argument == "-h")
      return {success, usage_text("models", words.models_about, words.models_usage, language), {}};
    if (argument != "--json")
      return {bad_usage, {}, fill(words.models_takes, {{"got", printable(argument)}})};
    if (json)
      return {bad_usage, {}, fill(account_words(language).given_twice, {{"name", argument}})};
    json = true;
  }
  JsonValue::Array rows;
  std::string text;
  for (const Preset& preset : presets()) {
    const std::int64_t parameters = parameter_formula(preset.config);
    rows.emplace_back(JsonValue::Object{{"id", std::string(preset.id)},
                                        {"parameters", parameters},
                                        {"source", std::string(preset.source)}});
    text +=
        std::string(preset.id) + std::string(22 - std::min<std::size_t>(21, preset.id.size()), ' ');
    const std::string count = grouped(parameters);
    text += std::string(16 - std::min<std::size_t>(16, count.size()), ' ') + count + "  ";
    text += std::string(preset.source) + "\n";
  }
  if (!json) return {success, text, {}};
  return {success, JsonValue{JsonValue::Object{{"models", rows}}}.dump(2) + "\n", {}};
}

}  // namespace tally::cli
