// A real model's account as JSON, the same on the command line and in the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "account/account.h"
#include "account/verdict.h"
#include "lecture/real/account_options.h"

namespace tally {

/// `verdict` is that of --gpu.
std::string account_json(const AccountOptions& options, const MemoryReport& report,
                         const std::optional<Verdict>& verdict = {});

/// What the options take: presets with their sizes, and the rows of every choice.
std::string account_description_json(const Language& language);

}  // namespace tally
