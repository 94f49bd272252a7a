// What the page of real models asks, as JSON, and the answer: the account of the command line, or
// what is wrong with the settings.
#pragma once

#include <string>
#include <string_view>

#include "lecture/language.h"
#include "lecture/real/account_json.h"

namespace tally {

/// `request_json`: {"options": the arguments of `tally account`, "file": the text that --config
/// stands for, "files": those of --safetensors, without a model}. Each file is {"name", "text"};
/// of a safetensors file "text" is its header, "length" the 8 bytes before it, as numbers, and
/// "size" that of the whole file. Gives what `tally account --json` prints, or {"problem": one
/// sentence}. Never fails.
std::string account_answer(std::string_view request_json, const Language& language);

}  // namespace tally
