// Which storages lived when, and which backward nodes held them: one walk over the events.
#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "lecture/timeline.h"

namespace tally {
namespace {

class StorageList {
 public:
  StorageList(const Recording& recording, TimelineBands bands)
      : recording_(recording), bands_(bands), end_(as_x(recording.events.size() + 1)) {
    for (const auto& each : recording.preexisting)
      begin(each.storage, each.category, each.bytes.count, "", 0);
    for (const Event& event : recording.events) {
      take(event, ++count_);
      if (shown_count_ > timeline_storages_limit) break;
    }
  }

  std::vector<Timeline::Storage> shown() {
    std::vector<Timeline::Storage> result;
    if (shown_count_ > timeline_storages_limit) return result;
    for (Entry& entry : entries_)
      if (is_shown(entry.category, bands_)) result.push_back(std::move(entry.shown));
    return result;
  }

 private:
  struct Entry {
    Timeline::Storage shown;
    MemoryCategory category{};
    std::uint64_t storage = 0;
  };
  struct Hold {
    std::uint64_t storage;
    std::size_t index;  // in the entry's holds
    const char* slot;
  };

  static double as_x(std::size_t ordinal) { return static_cast<double>(ordinal); }

  const StorageInfo* info_of(std::uint64_t storage) const {
    const auto& all = recording_.storages;
    const auto found = std::lower_bound(
        all.begin(), all.end(), storage,
        [](const StorageInfo& info, std::uint64_t serial) { return info.storage < serial; });
    return found != all.end() && found->storage == storage ? &*found : nullptr;
  }

  void begin(std::uint64_t storage, MemoryCategory category, std::int64_t bytes, const char* op,
             std::size_t from) {
    Timeline::Storage shown;
    shown.category = id(category);
    shown.label = op;
    if (const StorageInfo* info = info_of(storage)) {
      if (!info->name.empty()) shown.label = info->name;
      shown.shape = to_string(info->shape);
    }
    shown.bytes = static_cast<double>(bytes);
    shown.from = as_x(from);
    shown.to = end_;
    live_[storage] = entries_.size();
    list({std::move(shown), category, storage});
  }

  /// What changes its category is listed once for each, and what holds it goes on holding it.
  void change(std::uint64_t storage, MemoryCategory category, std::size_t at) {
    const auto found = live_.find(storage);
    if (found == live_.end()) return;
    const std::size_t old = found->second;
    Entry next = entries_[old];
    next.category = category;
    next.shown.category = id(category);
    next.shown.from = as_x(at);
    for (auto& hold : next.shown.holds) hold.from = std::max(hold.from, as_x(at));
    entries_[old].shown.to = as_x(at);
    for (auto& hold : entries_[old].shown.holds) hold.to = std::min(hold.to, as_x(at));
    found->second = entries_.size();
    list(std::move(next));
  }

  void list(Entry entry) {
    shown_count_ += is_shown(entry.category, bands_);
    entries_.push_back(std::move(entry));
  }

  void save(const Event& event, std::size_t at) {
    const auto found = live_.find(event.storage);
    if (found == live_.end() || event.bytes == 0) return;  // nothing is held
    auto& holds = entries_[found->second].shown.holds;
    by_node_[event.node].push_back({event.storage, holds.size(), event.slot});
    holds.push_back({event.name, event.slot, as_x(at), end_});
  }

  void drop(const Hold& hold, std::size_t at) {
    const auto found = live_.find(hold.storage);
    if (found != live_.end()) entries_[found->second].shown.holds[hold.index].to = as_x(at);
  }

  /// `at`: so many events have happened with this one.
  void take(const Event& event, std::size_t at) {
    switch (event.kind) {
      case EventKind::allocate:
        begin(event.storage, event.category, event.bytes, ops_.empty() ? "" : ops_.back(), at);
        break;
      case EventKind::free: {
        const auto found = live_.find(event.storage);
        if (found == live_.end()) break;
        entries_[found->second].shown.to = as_x(at);
        live_.erase(found);
        break;
      }
      case EventKind::categorize:
        change(event.storage, event.category, at);
        break;
      case EventKind::save:
        save(event, at);
        break;
      case EventKind::release:
        if (const auto found = by_node_.find(event.node); found != by_node_.end()) {
          for (const Hold& hold : found->second) drop(hold, at);
          by_node_.erase(found);
        }
        break;
      case EventKind::unsave:
        if (const auto found = by_node_.find(event.node); found != by_node_.end()) {
          std::vector<Hold>& holds = found->second;
          for (std::size_t i = 0; i < holds.size(); ++i) {
            if (std::strcmp(holds[i].slot, event.slot) != 0) continue;
            drop(holds[i], at);
            holds.erase(holds.begin() + static_cast<std::ptrdiff_t>(i));
            break;
          }
        }
        break;
      case EventKind::op_begin:
        ops_.push_back(event.name);
        break;
      case EventKind::op_end:
        if (!ops_.empty()) ops_.pop_back();
        break;
      case EventKind::phase:
        break;
    }
  }

  const Recording& recording_;
  TimelineBands bands_;
  double end_;
  std::size_t count_ = 0, shown_count_ = 0;
  std::vector<Entry> entries_;
  std::unordered_map<std::uint64_t, std::size_t> live_;  // by storage: its entry now
  std::unordered_map<std::uint64_t, std::vector<Hold>> by_node_;
  std::vector<const char*> ops_;  // begun and not ended, the innermost last
};

}  // namespace

std::vector<Timeline::Storage> timeline_storages(const Recording& recording, TimelineBands bands) {
  return StorageList(recording, bands).shown();
}

}  // namespace tally
