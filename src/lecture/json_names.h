// Enums of the lecture's plain data by name, in the order of their declaration.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "lecture/presentation.h"

namespace tally::json {

inline constexpr std::string_view kinds[] = {"integer", "real", "choice", "flag", "integers"};
inline constexpr std::string_view controls[] = {"standard", "button"};
inline constexpr std::string_view scales[] = {"linear", "log2", "log10"};
inline constexpr std::string_view series_kinds[] = {"bars", "line", "points", "area"};
inline constexpr std::string_view sides[] = {"x", "y"};

using Names = std::span<const std::string_view>;
inline Names names_of(ParameterKind) { return kinds; }
inline Names names_of(Control) { return controls; }
inline Names names_of(Scale) { return scales; }
inline Names names_of(SeriesKind) { return series_kinds; }
inline Names names_of(decltype(Mark::along)) { return sides; }
inline Names names_of(Unit) {
  static const auto ids = [] {
    std::array<std::string_view, 17> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = unit_id(static_cast<Unit>(i));
    return all;
  }();
  return ids;
}

template <class E>
std::string_view enum_name(E value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}
template <class E>
bool read_enum(std::string_view name, E& value) {
  const Names names = names_of(value);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) value = static_cast<E>(found - names.begin());
  return found != names.end();
}

}  // namespace tally::json
