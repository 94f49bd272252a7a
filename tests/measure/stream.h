// The stream of a recording, to be compared between engines: of each allocation and free its phase
// and its bytes, with a sign.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/event.h"

namespace tally {

using Stream = std::vector<std::pair<Phase, std::int64_t>>;

inline Stream stream_of(const Recording& recording, std::size_t begin = 0,
                        std::size_t end = static_cast<std::size_t>(-1)) {
  Stream stream;
  for (std::size_t i = begin; i < std::min(end, recording.events.size()); ++i) {
    const Event& event = recording.events[i];
    if (event.kind == EventKind::allocate) stream.emplace_back(event.phase, event.bytes);
    if (event.kind == EventKind::free) stream.emplace_back(event.phase, -event.bytes);
  }
  return stream;
}

/// An empty string, or where two streams part and what each goes on with.
inline std::string difference(const Stream& theirs, const Stream& ours) {
  const auto [a, b] = std::mismatch(theirs.begin(), theirs.end(), ours.begin(), ours.end());
  if (a == theirs.end() && b == ours.end()) return {};
  const auto rest = [](auto from, auto to) {
    std::string text;
    for (int i = 0; i < 10 && from != to; ++i, ++from)
      text += " " + std::string(id(from->first)) + ":" + std::to_string(from->second);
    return text.empty() ? " nothing" : text;
  };
  return "at event " + std::to_string(a - theirs.begin()) + " of " + std::to_string(ours.size()) +
         " LibTorch goes on with" + rest(a, theirs.end()) + "; ours with" + rest(b, ours.end());
}

}  // namespace tally
