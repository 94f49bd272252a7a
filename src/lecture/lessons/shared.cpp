#include "lecture/lessons/shared.h"

#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {

std::string device_note(bool computed, Dtype dtype, const Language& language) {
  const CommonStrings& words = language.strings->common;
  if (!computed) return std::string(words.on_meta.utf8);
  return fill(words.on_cpu, {{"dtype", std::string(name(dtype))}});
}

std::string join_sentences(std::string first, std::string_view second) {
  if (first.empty() || second.empty()) return first + std::string(second);
  const bool full_width = std::string_view(first).ends_with("。");
  return std::move(first) + (full_width ? "" : " ") + std::string(second);
}

}  // namespace tally
