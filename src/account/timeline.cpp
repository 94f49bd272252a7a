#include "account/timeline.h"

#include <algorithm>
#include <utility>

namespace tally {
namespace {

constexpr std::int64_t most_stretches = 480;  // of the whole step
constexpr std::int64_t most_units = 256;      // that are walked of a part

/// Keeps of each stretch of changes where it begins and where most is live.
class Thinner {
 public:
  Thinner(std::vector<MemoryTimelinePoint>& points, std::int64_t stretch)
      : points_(points), stretch_(stretch) {}

  /// What is live after `at` changes.
  void see(std::int64_t at, const Walk& walk) {
    if (points_.empty() || at >= next_) {
      finish();
      points_.push_back({at, walk.now});
      most_ = walk.total;
      next_ = at + stretch_;
    } else if (walk.total > most_) {
      most_ = walk.total;
      best_ = {at, walk.now};
      better_ = true;
    }
  }
  void finish() {
    if (std::exchange(better_, false)) points_.push_back(best_);
  }

 private:
  std::vector<MemoryTimelinePoint>& points_;
  std::int64_t stretch_, next_ = 0;
  Bytes most_;
  MemoryTimelinePoint best_;
  bool better_ = false;
};

std::int64_t size_of(const Changes& changes) { return static_cast<std::int64_t>(changes.size()); }

std::int64_t length_of(const RepeatedChanges& changes) {
  return size_of(changes.before) + changes.times * size_of(changes.unit) + size_of(changes.after);
}

void pass(const Changes& changes, std::int64_t& at, Walk& walk, Thinner& thinner) {
  for (const Change& change : changes) {
    walk.apply(change);
    thinner.see(++at, walk);
  }
}

/// Units change what is live by the same each: between those that are walked it is a product.
void skip(std::int64_t units, const RepeatedChanges& changes, std::int64_t& at, Walk& walk) {
  if (units == 0) return;
  const BytesByCategory before = walk.now;
  const Bytes total = walk.total;
  for (const Change& change : changes.unit) walk.apply(change);
  for (std::size_t c = 0; c < before.size(); ++c)
    walk.now[c] += (units - 1) * (walk.now[c] - before[c]);
  walk.total += (units - 1) * (walk.total - total);
  at += units * size_of(changes.unit);
}

}  // namespace

void MemoryTimelineReader::add(StepPart part, std::int64_t micro_batch, RepeatedChanges changes) {
  added_.push_back({{part, micro_batch, 0, 0}, std::move(changes)});
}

MemoryTimeline MemoryTimelineReader::read() const {
  MemoryTimeline timeline;
  Walk walk;
  std::size_t first = 0;
  while (first < added_.size() && added_[first].part.part != StepPart::forward)
    walk.apply(added_[first++].changes);
  std::int64_t length = 0;
  for (std::size_t i = first; i < added_.size(); ++i) length += length_of(added_[i].changes);
  Thinner thinner(timeline.points, std::max<std::int64_t>(1, length / most_stretches));
  std::int64_t at = 0;
  thinner.see(at, walk);
  for (std::size_t i = first; i < added_.size(); ++i) {
    const RepeatedChanges& changes = added_[i].changes;
    MemoryTimelinePart part = added_[i].part;
    part.from = at;
    pass(changes.before, at, walk, thinner);
    const std::int64_t step = changes.times / most_units + 1;
    for (std::int64_t unit = 0; unit < changes.times;) {
      pass(changes.unit, at, walk, thinner);
      ++unit;
      // The last one is walked: the greatest of all units is in the first or in it.
      const std::int64_t skipped = std::clamp<std::int64_t>(changes.times - 1 - unit, 0, step - 1);
      skip(skipped, changes, at, walk);
      unit += skipped;
    }
    pass(changes.after, at, walk, thinner);
    thinner.finish();
    part.to = at;
    // The end of a region of autocast is of its forward pass.
    if (part.part == StepPart::forward && !timeline.parts.empty() &&
        timeline.parts.back().part == part.part &&
        timeline.parts.back().micro_batch == part.micro_batch)
      timeline.parts.back().to = at;
    else
      timeline.parts.push_back(part);
  }
  // Where it ends, also if no stretch began there.
  if (timeline.points.back().at != at) timeline.points.push_back({at, walk.now});
  return timeline;
}

}  // namespace tally
