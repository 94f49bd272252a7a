// The options of `tally account`, a row each: what it takes, what it means, and what it does.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lecture/real/account_options.h"
#include "lecture/real/account_words.h"

namespace tally {

/// An option with a value.
struct AccountOption {
  std::string_view name, takes;
  Str AccountWords::* help;
  /// Sets it; gives what is wrong with the value, in the language of the options.
  std::function<std::string(AccountOptions&, const std::string&)> set;
};

struct AccountFlag {
  std::string_view name;
  Str AccountWords::* help;
  std::function<void(AccountOptions&)> set;
};

/// In the language of the options.
inline const AccountWords& words_of(const AccountOptions& options) {
  return account_words(*options.language);
}

const std::vector<AccountOption>& account_option_table();
const std::vector<AccountFlag>& account_flag_table();

}  // namespace tally
