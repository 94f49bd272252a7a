// Live bytes over the changes of a step, thinned out so that the number of points has a bound
// whatever the model; the greatest of every stretch is kept, and with it the peak.
#pragma once

#include <cstdint>
#include <vector>

#include "account/step.h"
#include "account/stream.h"

namespace tally {

struct MemoryTimelinePoint {
  std::int64_t at = 0;  // how many changes there were before, from the first forward pass on
  BytesByCategory by_category{};
};

/// A part of the step, and the changes [from, to) that are its own. Micro-batches that were not
/// executed have none: they are like the last one.
struct MemoryTimelinePart {
  StepPart part{};
  std::int64_t micro_batch = 1;  // from 1
  std::int64_t from = 0, to = 0;
};

struct MemoryTimeline {
  std::vector<MemoryTimelinePart> parts;
  std::vector<MemoryTimelinePoint> points;  // by `at`, which may stand twice
};

/// Parts of a step in their order, those before the first forward pass too. A part that frees and
/// allocates nothing may be there.
class MemoryTimelineReader {
 public:
  void add(StepPart part, std::int64_t micro_batch, RepeatedChanges changes);
  MemoryTimeline read() const;

 private:
  struct Added {
    MemoryTimelinePart part;
    RepeatedChanges changes;
  };
  std::vector<Added> added_;
};

}  // namespace tally
