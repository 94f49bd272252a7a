#include "lecture/format_issue.h"

#include <array>

#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {

std::string sentence(const FormatIssue& issue, const FormatStrings& words) {
  // In the order of FormatIssue::Kind.
  const std::array<Str, FormatIssue::kinds> sentences{
      words.not_utf8,      words.not_json,      words.number_too_big, words.too_deep,
      words.duplicate,     words.missing,       words.wrong_type,     words.out_of_range,
      words.unknown_value, words.contradiction, words.not_modelled,   words.cut_off,
      words.too_long,      words.hole};
  return fill(
      sentences[static_cast<std::size_t>(issue.kind)],
      {{"field", issue.field.empty() ? std::string(words.the_file) : printable(issue.field)},
       // A contradiction is our own sentence; anything else is what the file says.
       {"got", issue.kind == FormatIssue::Kind::contradiction ? issue.got : printable(issue.got)},
       {"takes", issue.takes}});
}

std::string sentence(const FormatIssue& issue, const Language& language) {
  return sentence(issue, language.strings->formats);
}

}  // namespace tally
