#include "lecture/real/account_words.h"

#include <utility>
#include <vector>

#include "lecture/format_issue.h"
#include "lecture/real/account_words_en.h"
#include "lecture/real/account_words_zh.h"
#include "lecture/text.h"

namespace tally {

const AccountWords& account_words(const Language& language) {
  return words_in(language.tag, {&zh::account, &en::account});
}

std::string sentence(const ConfigProblem& problem, const Language& language) {
  const Str words = account_words(language).problems[static_cast<std::size_t>(problem.kind)];
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [name, value] : problem.values) values.emplace_back(name, printable(value));
  return fill(words, values);
}

std::string model_file_sentence(const FormatIssue& issue, const Language& language) {
  FormatIssue said = issue;
  if (!issue.problem.empty()) said.got = sentence(issue.problem, language);
  return sentence(said, language);
}

}  // namespace tally
