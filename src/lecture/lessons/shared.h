// What several lessons say in the same words.
#pragma once

#include <string>
#include <string_view>

#include "core/dtype.h"
#include "lecture/language.h"

namespace tally {

/// The note on where a run was executed: with every value computed, or shapes and bytes only.
std::string device_note(bool computed, Dtype dtype, const Language& language);

/// One sentence after another, with a space between them unless a full-width stop brings its own.
std::string join_sentences(std::string first, std::string_view second);

}  // namespace tally
