// A sum of products, as text in symbols and in numbers, and its value; of a transformer's block
// also in the units that the field counts in.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

struct ClosedText {
  std::string formula, numbers;
  std::int64_t value = 0;
};

class ClosedSum {
 public:
  struct Factor {
    std::string_view symbol;  // "": a number
    std::int64_t value;
  };

  ClosedSum& add(std::initializer_list<Factor> factors) {
    terms_.emplace_back(factors);
    return *this;
  }
  ClosedText text() const;

  /// Of a block that keeps terms in T = s b tokens (as "T", or as "s" and "b"): "T × (12 × h + ...)
  /// + 16". A symbol that is worth as much as `width` is written as it.
  ClosedText per_token(Factor tokens, Factor width) const;

  /// The same with widths as parts of `width`, h: "34 s b h + 5 a s² b + 16 s b" (Korthikanti et
  /// al. 2022). Sizes that are neither h, a, s nor b are put in as numbers.
  ClosedText in_sbh(Factor sequence, Factor batch, Factor width, Factor heads) const;

 private:
  using Term = std::vector<Factor>;
  std::vector<Term> terms_;
};

}  // namespace tally
