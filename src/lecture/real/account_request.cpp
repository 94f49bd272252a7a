#include "lecture/real/account_request.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "formats/json_value.h"
#include "lecture/real/account_words.h"
#include "lecture/real/stored_model.h"
#include "lecture/text.h"

namespace tally {
namespace {

std::string problem_json(const std::string& problem) {
  return JsonValue{JsonValue::Object{{"problem", problem}}}.dump();
}

/// A file that came with the request; nullptr where it did not.
const JsonValue* file_of(const JsonValue& request, const std::string& name) {
  const JsonValue* files = request.find("files");
  if (!files || !files->array()) return nullptr;
  for (const JsonValue& file : *files->array()) {
    const JsonValue* found = file.find("name");
    if (found && found->text() && *found->text() == name) return &file;
  }
  return nullptr;
}

/// A text that came with the request.
FileReading<std::string> reading_of(const JsonValue* text, const Language& language) {
  if (text && text->text()) return {*text->text(), {}};
  return {std::nullopt, std::string(account_words(language).not_brought)};
}

FileReading<std::string> text_of(const JsonValue* file, const Language& language) {
  return reading_of(file ? file->find("text") : nullptr, language);
}

/// The file's first bytes as they were: what of "length" is no byte ends it.
FileReading<FileStart> start_of(const JsonValue* file, const Language& language) {
  const std::optional<std::string> text = text_of(file, language).content;
  const FileReading<FileStart> unread{std::nullopt,
                                      std::string(account_words(language).not_brought)};
  const JsonValue* length = file ? file->find("length") : nullptr;
  const JsonValue* size = file ? file->find("size") : nullptr;
  if (!text || !length || !length->array() || !size || !size->integer()) return unread;
  std::string bytes;
  for (const JsonValue& byte : *length->array()) {
    if (!byte.integer() || *byte.integer() < 0 || *byte.integer() > 255) return unread;
    bytes += static_cast<char>(*byte.integer());
  }
  return {FileStart{bytes + *text, *size->integer()}, {}};
}

}  // namespace

std::string account_answer(std::string_view request_json, const Language& language) {
  const AccountWords& words = account_words(language);
  const std::optional<JsonValue> request = JsonValue::parse(request_json);
  const JsonValue* options = request ? request->find("options") : nullptr;
  if (!options || !options->array()) return problem_json(std::string(words.no_request));
  std::vector<std::string> arguments;
  for (const JsonValue& option : *options->array()) {
    if (!option.text()) return problem_json(std::string(words.no_text));
    const std::string name = option.text()->substr(0, option.text()->find('='));
    // What the page never asks for is not in its module.
    const auto& not_here = {"--help", "--lang", "--explain", "--compare-kernels"};
    if (std::find(not_here.begin(), not_here.end(), name) != not_here.end())
      return problem_json(fill(words.not_in_request, {{"name", name}}));
    arguments.push_back(*option.text());
  }
  if (std::find(arguments.begin(), arguments.end(), "--json") == arguments.end())
    arguments.insert(arguments.begin(), "--json");  // as it is answered
  const JsonValue* file = request->find("file");
  const AccountOptions read = read_account_options(
      arguments, language, [&](const std::string&) { return reading_of(file, language); });
  if (!read.problem.empty()) return problem_json(read.problem);
  if (!read.stored.empty()) {
    if (!read.name.empty())
      return problem_json(fill(words.not_in_request, {{"name", "--safetensors --model"}}));
    const StoredModel stored = read_stored_model(
        read.stored,
        [&](const std::string& name) { return text_of(file_of(*request, name), language); },
        [&](const std::string& name) { return start_of(file_of(*request, name), language); },
        language);
    if (!stored.problem.empty()) return problem_json(stored.problem);
    return stored_model_json(stored, read.stored).dump();
  }
  const MemoryReport report = account(read.config, Execution::repeated,
                                      read.timeline ? WithTimeline::yes : WithTimeline::no);
  std::optional<Verdict> verdict;
  if (read.gpu) verdict = verdict_of(read.config, report, read.gpu->capacity);
  return account_json(read, report, verdict);
}

}  // namespace tally
