// What is wrong with a file that a reader brought, in words.
#pragma once

#include <string>

#include "formats/issue.h"
#include "lecture/language.h"

namespace tally {

struct FormatStrings;

/// One sentence, without the file's name.
std::string sentence(const FormatIssue& issue, const FormatStrings& words);
std::string sentence(const FormatIssue& issue, const Language& language);

}  // namespace tally
