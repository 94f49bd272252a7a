// What the command line alone adds to an account's JSON: closed forms and two kernel profiles.
#pragma once

#include "formats/json_value.h"
#include "lecture/real/account_options.h"

namespace tally::cli {

/// "closed_forms" of --explain and "kernels" of --compare-kernels, where they are asked for.
void add_explanations(JsonValue& json, const AccountOptions& options);

}  // namespace tally::cli
