// The input of a published case, by key, and the units of sources.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "account/published_case.h"

namespace tally {

/// Reads a case's input; what is not read in the end makes the case another one than is modelled.
class PublishedInput {
 public:
  explicit PublishedInput(const PublishedCase& published) : published_(published) {}

  bool has(const std::string& key) const {
    return published_.numbers.contains(key) || published_.texts.contains(key) ||
           published_.lists.contains(key);
  }
  std::optional<std::int64_t> integer(const std::string& key) {
    read_.insert(key);
    const auto found = published_.numbers.find(key);
    if (found == published_.numbers.end()) return std::nullopt;
    return whole(found->second);
  }
  std::int64_t integer(const std::string& key, std::int64_t otherwise) {
    return integer(key).value_or(otherwise);
  }
  bool flag(const std::string& key) { return integer(key, 0) != 0; }
  std::string text(const std::string& key) {
    read_.insert(key);
    const auto found = published_.texts.find(key);
    return found == published_.texts.end() ? "" : found->second;
  }
  std::vector<std::int64_t> list(const std::string& key) {
    read_.insert(key);
    std::vector<std::int64_t> found;
    if (const auto list = published_.lists.find(key); list != published_.lists.end())
      for (const double value : list->second) found.push_back(whole(value));
    return found;
  }
  /// Everything was asked for, and every number is a count.
  bool all_read() const {
    if (!counts_) return false;
    const auto seen = [&](const auto& map) {
      for (const auto& [key, value] : map)
        if (!read_.contains(key)) return false;
      return true;
    };
    return seen(published_.numbers) && seen(published_.texts) && seen(published_.lists);
  }

 private:
  /// `value` where it counts something and is exact; else the case is not modelled.
  std::int64_t whole(double value) {
    constexpr double most = 9007199254740992;  // 2^53
    if (value >= 0 && value <= most && value == std::floor(value))
      return static_cast<std::int64_t>(value);
    counts_ = false;
    return 0;
  }

  const PublishedCase& published_;
  std::set<std::string> read_;
  bool counts_ = true;
};

/// Bytes in the unit that a source writes.
inline std::optional<double> in_unit(double bytes, std::string_view unit) {
  if (unit.starts_with("GiB")) return bytes / (1 << 30);
  if (unit.starts_with("MiB")) return bytes / (1 << 20);
  if (unit.starts_with("KiB")) return bytes / (1 << 10);
  if (unit.starts_with("GB(1e9)")) return bytes / 1e9;
  if (unit.starts_with("bytes")) return bytes;
  return std::nullopt;
}

}  // namespace tally
