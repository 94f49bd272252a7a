#include "lecture/run.h"

#include <algorithm>
#include <utility>

#include "lecture/json.h"
#include "lecture/lessons/shared.h"
#include "lecture/question.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "lecture/version.h"

namespace tally {
namespace {

/// A message may quote a value that the reader never gave: it then says so.
void name_defaults(std::vector<Issue>& issues, const Texts& texts, const Lesson& lesson,
                   const Language& language) {
  for (Issue& issue : issues) {
    const auto is_this = [&](const auto& row) { return row.first == issue.key; };
    if (std::ranges::any_of(texts, is_this)) continue;
    const auto parameter = std::ranges::find(lesson.parameters, issue.key, &Parameter::key);
    if (parameter == lesson.parameters.end()) continue;
    issue.message = join_sentences(std::move(issue.message),
                                   fill(language.strings->messages.by_default,
                                        {{"value", std::string(parameter->default_text)}}));
  }
}

}  // namespace

Parsed read_values(const Lesson& lesson, const Texts& texts, const Language& language) {
  Parsed parsed = parse_values(lesson.parameters, texts, language);
  if (parsed.issues.empty()) {
    parsed.issues = lesson.validate(Values(lesson.parameters, parsed.values), language);
    name_defaults(parsed.issues, texts, lesson, language);
  }
  return parsed;
}

RunResponse run(const RunRequest& request, Progress& progress) {
  RunResponse response;
  response.engine_version = engine_version;
  response.pytorch_version = pytorch_version;
  const Language* language =
      request.language.empty() ? &languages().front() : find_language(request.language);
  const Lesson* lesson = find_lesson(request.lesson);
  if (!lesson) {
    std::vector<std::string_view> ids;
    for (const Lesson& row : lessons()) ids.push_back(row.id);
    response.error = "there is no lesson \"" + printable(request.lesson) + "\"; the lessons are " +
                     join(ids, ", ");
    return response;
  }
  if (!language) {
    std::vector<std::string_view> tags;
    for (const Language& row : languages()) tags.push_back(row.tag);
    response.error = "there is no language \"" + printable(request.language) +
                     "\"; the languages are " + join(tags, ", ");
    return response;
  }
  response.lesson = lesson->id;
  response.language = language->tag;
  Parsed parsed = read_values(*lesson, request.values, *language);
  for (std::size_t i = 0; i < lesson->parameters.size(); ++i)
    response.values.emplace_back(lesson->parameters[i].key, value_text(parsed.values[i]));
  response.issues = std::move(parsed.issues);
  if (!response.issues.empty()) return response;
  const Values values(lesson->parameters, std::move(parsed.values));
  const Presenter present = lesson->run(values, progress);
  if (progress.cancelled())
    response.error = "cancelled";
  else
    response.presentation = present(*language);
  return response;
}

std::string run_json(std::string_view request_json, Progress& progress) {
  RunRequest request;
  const std::string problem = from_json(request_json, request);
  if (problem.empty()) return to_json(run(request, progress));
  RunResponse unread;
  unread.error = "the request cannot be read: " + problem;
  return to_json(unread);
}

std::string ask_json(std::string_view request_json, Progress& progress) {
  AskRequest request;
  const std::string problem = from_json(request_json, request);
  if (problem.empty()) return to_json(ask(request.question, request.language, progress));
  Answer unread;
  unread.error = "the request cannot be read: " + problem;
  return to_json(unread);
}

std::string describe_json() { return to_json(describe()); }

}  // namespace tally
