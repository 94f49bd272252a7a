// One run of one lesson, from texts to a presentation: what the page, the window and the command
// line all call.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/progress.h"
#include "lecture/description.h"
#include "lecture/lesson.h"

namespace tally {

struct RunRequest {
  std::string lesson;    // an id, "activation"
  std::string language;  // a tag; empty for the default language
  Texts values;          // parameters left out take their default
};

struct AskRequest {
  std::string question;  // an id
  std::string language;  // a tag; empty for the default language
};

struct RunResponse {
  std::string lesson, language;
  std::string engine_version, pytorch_version;
  TextMap values;  // every parameter, as `value_text` writes it; the default where the text was bad
  std::vector<Issue> issues;
  std::optional<Presentation> presentation;  // absent when there are issues or an error
  std::string error;  // an unknown lesson or language, a request that cannot be read, "cancelled"
};

/// The values of a lesson as `run` reads and validates them; nothing is executed.
Parsed read_values(const Lesson& lesson, const Texts& texts, const Language& language);

/// Validates, executes and presents. What a reader may get wrong comes back as issues or an error.
RunResponse run(const RunRequest& request, Progress& progress);

/// Both sides as JSON (json.h): what the page's worker calls.
std::string run_json(std::string_view request, Progress& progress);
std::string describe_json();
/// {"question", "language"} to an Answer (question.h).
std::string ask_json(std::string_view request, Progress& progress);

}  // namespace tally
