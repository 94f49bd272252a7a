// An account as text for a terminal.
#pragma once

#include <optional>
#include <string>

#include "account/account.h"
#include "account/verdict.h"
#include "lecture/real/account_options.h"

namespace tally::cli {

/// `verdict` is that of --gpu. Ends with a newline.
std::string account_text(const AccountOptions& options, const MemoryReport& report,
                         const std::optional<Verdict>& verdict);

}  // namespace tally::cli
