// JSON of the lecture's plain data, both ways. Field names are those of the structs, enums stand by
// name in snake_case, and a Cell is {"value", "text"} with a null value for words.
#pragma once

#include <string>
#include <string_view>

#include "lecture/description.h"
#include "lecture/presentation.h"
#include "lecture/question.h"
#include "lecture/run.h"

namespace tally {

/// {"schema":1, "engine_version", "pytorch_version", "languages", "ui", "categories", "lessons",
/// "questions"}
std::string to_json(const Description& description);

/// {"schema":1, "lesson", "language", ..., "values", "issues", "presentation"}, or {"schema":1,
/// "error"}. Bytes that are not UTF-8 come out as U+FFFD.
std::string to_json(const RunResponse& response);
std::string to_json(const Presentation& presentation);
std::string to_json(const Answer& answer);
/// {"schema":1, "engine_version", "pytorch_version", "lessons":[responses]}: the command line's
/// output. `indent` below 0 keeps it on one line.
std::string to_json(const std::vector<RunResponse>& responses, int indent);

/// Each reads one text and says what is wrong with it, or "". Any input is answered: on a problem
/// the target holds what was read so far. Unknown fields are passed over.
std::string from_json(std::string_view text, Description& description);
std::string from_json(std::string_view text, RunRequest& request);
std::string from_json(std::string_view text, AskRequest& request);
std::string from_json(std::string_view text, RunResponse& response);
std::string from_json(std::string_view text, Presentation& presentation);

}  // namespace tally
