#include "lecture/scripts/code.h"

#include <algorithm>

#include "lecture/scripts.h"
#include "lecture/text.h"

namespace tally {

std::string Code::python(std::int64_t value) {
  std::string digits = std::to_string(value);
  if (digits.size() < 5) return digits;
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, "_");
  return digits;
}

bool Code::fits() const {
  if (std::count(text_.begin(), text_.end(), '\n') > script_lines) return false;
  for (std::size_t begin = 0; begin < text_.size();) {
    const std::size_t end = text_.find('\n', begin);
    if (display_width(std::string_view(text_).substr(begin, end - begin)) > script_columns)
      return false;
    begin = end + 1;
  }
  return true;
}

std::string Code::list(const std::vector<std::int64_t>& values) {
  std::string text, plain;  // `plain`: a piece of different values that is still open
  const auto close = [&] {
    if (!plain.empty()) text += (text.empty() ? "" : " + ") + ("[" + plain + "]");
    plain.clear();
  };
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i;
    while (end < values.size() && values[end] == values[i]) ++end;
    if (end - i < 3) {
      for (; i < end; ++i) plain += (plain.empty() ? "" : ", ") + python(values[i]);
      continue;
    }
    close();
    text += (text.empty() ? "[" : " + [") + python(values[i]) + "] * " +
            python(static_cast<std::int64_t>(end - i));
    i = end;
  }
  close();
  return text.empty() ? "[]" : text;
}

}  // namespace tally
