#include "cli/command_words.h"

#include "cli/command_words_en.h"
#include "cli/command_words_zh.h"

namespace tally::cli {

const CommandWords& command_words(const Language& language) {
  return words_in(language.tag, {&zh::command, &en::command});
}

}  // namespace tally::cli
