// Where a value stands in a JSON text, put into words only when something is wrong with it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tally {

struct JsonPlace {
  const JsonPlace* parent = nullptr;  // none of the root
  std::string_view name = {};         // empty for an element of a list
  std::size_t index = 0;

  /// "tables[0].columns"
  std::string text() const {
    const std::string before = parent ? parent->text() : "";
    if (parent && name.empty()) return before + "[" + std::to_string(index) + "]";
    return before + (before.empty() ? "" : ".") + std::string(name);
  }
};

}  // namespace tally
