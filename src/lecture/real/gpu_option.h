// The value of --gpu.
#pragma once

#include <optional>
#include <string_view>

#include "lecture/real/account_options.h"

namespace tally {

/// "h100_80gb", "85899345920", "80GB" (of 1e9) or "79.6GiB"; nothing where it is none of them.
std::optional<AccountGpu> find_gpu(std::string_view text);

/// "h100_80gb, h200, ...".
std::string gpu_names();

}  // namespace tally
