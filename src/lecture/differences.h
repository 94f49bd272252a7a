// How measured agrees with predicted, counted: for a report's sentence, and for the figures over
// which the page lays it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tally {

class Differences {
 public:
  /// Returns whether it is the largest so far.
  bool add(double predicted, double measured) {
    ++all_;
    const double difference = measured - predicted;
    equal_ += difference == 0;
    if (predicted == 0) {
      off_zero_ += difference != 0;
      return false;
    }
    shares_.push_back(std::abs(difference / predicted));
    if (shares_.back() <= largest_) return false;
    largest_ = shares_.back();
    return true;
  }
  std::int64_t all() const { return all_; }
  std::int64_t equal() const { return equal_; }
  /// Those of which nothing was predicted, and something measured.
  std::int64_t off_zero() const { return off_zero_; }
  /// The largest difference as a share of what was predicted; nothing where there is none.
  std::optional<double> largest() const {
    return largest_ > 0 ? std::optional(largest_) : std::nullopt;
  }
  double median() {
    if (shares_.empty()) return 0;
    const auto middle = shares_.begin() + static_cast<std::ptrdiff_t>(shares_.size() / 2);
    std::nth_element(shares_.begin(), middle, shares_.end());
    if (shares_.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(shares_.begin(), middle)) / 2;
  }

 private:
  std::int64_t all_ = 0, equal_ = 0, off_zero_ = 0;
  double largest_ = 0;
  std::vector<double> shares_;  // of what was predicted
};

}  // namespace tally
