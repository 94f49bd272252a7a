#include "account/stream.h"

#include <algorithm>

namespace tally {

Changes changes_of(const Recording& recording, std::size_t begin, std::size_t end) {
  Changes changes;
  for (std::size_t i = begin; i < end; ++i) {
    const Event& event = recording.events[i];
    switch (event.kind) {
      case EventKind::allocate:
        changes.push_back({event.bytes, event.category, {}});
        break;
      case EventKind::free:
        changes.push_back({-event.bytes, event.category, {}});
        break;
      case EventKind::categorize:
        changes.push_back({event.bytes, event.category, event.previous});
        break;
      default:
        break;
    }
  }
  return changes;
}

std::optional<RepeatedChanges> RepeatedChanges::between(const Changes& shorter,
                                                        const Changes& longer,
                                                        std::int64_t units_beyond_shorter) {
  if (longer.size() < shorter.size()) return std::nullopt;
  const auto split = std::mismatch(shorter.begin(), shorter.end(), longer.begin(), longer.end());
  const auto more = static_cast<std::ptrdiff_t>(longer.size() - shorter.size());
  if (!std::equal(split.first, shorter.end(), split.second + more, longer.end()))
    return std::nullopt;
  RepeatedChanges found;
  found.before.assign(shorter.begin(), split.first);
  found.unit.assign(split.second, split.second + more);
  found.after.assign(split.first, shorter.end());
  found.times = units_beyond_shorter;
  return found;
}

void Walk::apply(const Change& change) {
  const auto at = [](MemoryCategory category) { return static_cast<std::size_t>(category); };
  now[at(change.category)] += Bytes{change.bytes};
  if (change.from)
    now[at(*change.from)] -= Bytes{change.bytes};
  else
    total += Bytes{change.bytes};
}

void Walk::apply(const Changes& changes, Part in) {
  for (std::size_t i = 0; i < changes.size(); ++i) {
    apply(changes[i]);
    if (total <= peak) continue;
    peak = total;
    at_peak = now;
    part = in;
    index = i;
  }
}

void Walk::apply(const RepeatedChanges& changes) {
  apply(changes.before, Part::before);
  if (changes.times > 0) {
    const BytesByCategory start = now;
    const Bytes start_total = total;
    apply(changes.unit, Part::first_unit);
    if (changes.times > 1) {
      const std::int64_t between = changes.times - 2;
      for (std::size_t c = 0; c < now.size(); ++c) now[c] += between * (now[c] - start[c]);
      total += between * (total - start_total);
      apply(changes.unit, Part::last_unit);
    }
  }
  apply(changes.after, Part::after);
}

}  // namespace tally
