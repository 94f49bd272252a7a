#include "cli/language_option.h"

#include "lecture/locale.h"
#include "lecture/real/account_words.h"
#include "lecture/text.h"

namespace tally::cli {

const Language& language_of(const std::vector<std::string>& arguments) {
  const Language* asked = nullptr;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--lang" && i + 1 < arguments.size())
      asked = find_language(arguments[i + 1]);
    else if (arguments[i].starts_with("--lang="))
      asked = find_language(arguments[i].substr(7));
  }
  return asked ? *asked : locale_language();
}

std::string all_language_tags() { return join(language_tags, ", "); }

std::string take_language(std::vector<std::string>& arguments, const Language& language) {
  const AccountWords& words = account_words(language);
  bool given = false;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool joined = arguments[i].starts_with("--lang=");
    if (arguments[i] != "--lang" && !joined) {
      rest.push_back(arguments[i]);
      continue;
    }
    if (given) return fill(words.given_twice, {{"name", "--lang"}});
    given = true;
    if (!joined && i + 1 == arguments.size()) return fill(words.got_nothing, {{"name", "--lang"}});
    const std::string tag = joined ? arguments[i].substr(7) : arguments[++i];
    if (!find_language(tag))
      return fill(words.bad_value,
                  {{"name", "--lang"}, {"got", printable(tag)}, {"takes", all_language_tags()}});
  }
  arguments = rest;
  return "";
}

}  // namespace tally::cli
