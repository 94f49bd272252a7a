// A run as changes of live bytes, in which a part that repeats is kept once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/accounting.h"
#include "core/event.h"

namespace tally {

/// One event that changes what is live. A storage is not told from another of its size: what is
/// live in each category depends on nothing else.
struct Change {
  std::int64_t bytes = 0;  // negative: freed
  MemoryCategory category{};
  std::optional<MemoryCategory> from = {};  // the bytes were there for this before

  bool operator==(const Change&) const = default;
};

using Changes = std::vector<Change>;

/// The changes among events [begin, end).
Changes changes_of(const Recording& recording, std::size_t begin, std::size_t end);

/// `before`, then `unit` so often, then `after`.
struct RepeatedChanges {
  Changes before, unit, after;
  std::int64_t times = 0;

  /// The stream of any number of units, from two runs of which `longer` has one more. Nothing where
  /// the longer one is not the shorter one with a run of changes put in.
  static std::optional<RepeatedChanges> between(const Changes& shorter, const Changes& longer,
                                                std::int64_t units_beyond_shorter);
  static RepeatedChanges once(Changes changes) { return {std::move(changes), {}, {}, 0}; }
};

/// Where the most was live, and what is live now.
struct Walk {
  BytesByCategory now{};
  BytesByCategory at_peak{};
  Bytes total, peak;

  /// Which part of a stream the peak of it lies in.
  enum class Part : std::uint8_t { before, first_unit, last_unit, after };
  Part part{};
  std::size_t index = 0;  // of the change within its part

  void begin_peak() {
    peak = total;
    at_peak = now;
    part = Part::before;
    index = 0;
  }
  void apply(const Change& change);
  /// Applies a whole stream. Its cost does not depend on how often its unit repeats: what is live
  /// at a change of the unit grows by the same from one to the next, so that the greatest is in the
  /// first or in the last.
  void apply(const RepeatedChanges& changes);

 private:
  void apply(const Changes& changes, Part in);
};

}  // namespace tally
