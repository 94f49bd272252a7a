// A Python program, line by line.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.h"
#include "core/dtype.h"

namespace tally {

class Code {
 public:
  /// Appends one line of these parts, one after another; whole numbers as Python reads them.
  template <class... Parts>
  void line(const Parts&... parts) {
    (append(parts), ...);
    text_ += '\n';
  }
  const std::string& text() const { return text_; }
  /// No more lines than a script has, and none wider.
  bool fits() const;

 private:
  void append(std::string_view text) { text_ += text; }
  void append(std::integral auto value) { text_ += python(value); }

 public:
  /// 512, 65_536: with an underscore between thousands where there are many digits.
  static std::string python(std::int64_t value);
  /// "[6, 4, 3]", and "[4] * 4 + [1]" where equal ones follow each other.
  static std::string list(const std::vector<std::int64_t>& values);
  static std::string dtype(Dtype dtype) { return "torch." + std::string(name(dtype)); }
  static std::string_view boolean(bool value) { return value ? "True" : "False"; }

 private:
  std::string text_;
};

}  // namespace tally
