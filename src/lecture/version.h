// The versions that every output carries.
#pragma once

#include <string_view>

namespace tally {

inline constexpr std::string_view engine_version = TALLY_VERSION;
/// The release whose behaviour the engine follows; the golden files are made by it.
inline constexpr std::string_view pytorch_version = "2.6.0";
/// Of the JSON in json.h. Raised when a field changes its meaning or goes.
inline constexpr int schema_version = 1;

}  // namespace tally
