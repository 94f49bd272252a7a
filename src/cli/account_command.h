// `tally account` and `tally models`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lecture/language.h"

namespace tally::cli {

/// What stands on standard output or error, and the exit status.
struct CommandResult {
  int status = 0;
  std::string output, problem;
};

CommandResult run_account(const std::vector<std::string>& arguments);
CommandResult run_models(const std::vector<std::string>& arguments);

/// What `tally COMMAND --help` says of a command without options of its own.
std::string usage_text(std::string_view command, Str about, Str line, const Language& language);

}  // namespace tally::cli
