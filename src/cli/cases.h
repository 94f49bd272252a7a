// Published numbers beside ours: `tally cases`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/account_command.h"
#include "lecture/real/published_cases.h"

namespace tally::cli {

/// The cases that come with the program, as JSON.
std::string_view published_cases();

/// `tally cases [FILE] [--json]`.
CommandResult run_cases_command(const std::vector<std::string>& arguments);

}  // namespace tally::cli
