#include "measure/tracker.h"

#include <algorithm>
#include <set>

namespace tally::measure {

const char* interned(const std::string& text) {
  static auto* const texts = new std::set<std::string>;  // leaked: events outlive static objects
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  return texts->insert(text).first->c_str();
}

Tracker& tracker() {
  static auto* const instance = new Tracker;  // leaked: tensors may be freed after static objects
  return *instance;
}

MemoryCategory Tracker::category_now() const {
  if (category_) return *category_;
  switch (phase_) {
    case Phase::backward:
      return MemoryCategory::activation_gradient;
    case Phase::optimizer_step:
      return MemoryCategory::temporary;
    default:
      return MemoryCategory::activation;
  }
}

Tracker::Block* Tracker::find(const void* block) {
  const auto found = blocks_.find(block);
  return found == blocks_.end() ? nullptr : &found->second;
}

void Tracker::append(Event event) {
  event.phase = phase_;
  for (const Attached& each : attached_) each.recording->events.push_back(event);
  ++events_;
}

void Tracker::allocated(const void* address, Bytes bytes, Place place) {
  const std::lock_guard lock(mutex_);
  if (muted_ > 0 || bytes.count == 0) return;
  Block& block = blocks_[address] = {.serial = next_serial_++,
                                     .bytes = bytes,
                                     .category = category_now(),
                                     .place = place,
                                     .event = events_,
                                     .shape = {},
                                     .name = {}};
  const bool on_host = is_on_host(place);
  if (on_host) {
    host_peak_ = std::max(host_peak_, host_live_ += bytes);
  } else {
    peak_ = std::max(peak_, live_ += bytes);
  }
  append({.kind = EventKind::allocate,
          .category = block.category,
          .on_host = on_host,
          .storage = block.serial,
          .bytes = bytes.count});
}

void Tracker::freed(const void* address) {
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.find(address);
  if (found == blocks_.end()) {  // it was muted or set aside, or is older than the engine
    aside_.erase(address);
    return;
  }
  const Block block = std::move(found->second);
  blocks_.erase(found);
  (is_on_host(block.place) ? host_live_ : live_) -= block.bytes;
  append({.kind = EventKind::free,
          .category = block.category,
          .storage = block.serial,
          .bytes = block.bytes.count});
}

void Tracker::categorize(const void* address, MemoryCategory category) {
  const std::lock_guard lock(mutex_);
  Block* block = find(address);
  if (!block || block->category == category) return;
  const MemoryCategory previous = std::exchange(block->category, category);
  append({.kind = EventKind::categorize,
          .category = category,
          .previous = previous,
          .storage = block->serial,
          .bytes = block->bytes.count});
}

void Tracker::is_gradient(const void* address) {
  const std::lock_guard lock(mutex_);
  Block* block = find(address);
  if (!block || block->category == MemoryCategory::gradient) return;
  const bool recorded_whole =
      std::all_of(attached_.begin(), attached_.end(),
                  [&](const Attached& each) { return each.begin <= block->event; });
  if (!recorded_whole || block->category != MemoryCategory::activation_gradient) {
    categorize(address, MemoryCategory::gradient);
    return;
  }
  block->category = MemoryCategory::gradient;
  for (const Attached& each : attached_)
    each.recording->events[block->event - each.begin].category = MemoryCategory::gradient;
}

void Tracker::described(const Block& block) {
  for (const Attached& each : attached_) {
    std::vector<StorageInfo>& known = each.recording->storages;
    const auto at = std::lower_bound(
        known.begin(), known.end(), block.serial,
        [](const StorageInfo& info, std::uint64_t serial) { return info.storage < serial; });
    if (at == known.end() || at->storage != block.serial)
      known.insert(at, {block.serial, block.shape, block.name});
    else
      *at = {block.serial, block.shape, block.name};
  }
}

void Tracker::describe(const void* address, const Shape& shape) {
  const std::lock_guard lock(mutex_);
  Block* block = find(address);
  if (!block || !block->shape.empty()) return;
  block->shape = shape;
  described(*block);
}

void Tracker::name(const void* address, std::string called) {
  const std::lock_guard lock(mutex_);
  Block* block = find(address);
  if (!block) return;
  block->name = std::move(called);
  described(*block);
}

std::uint64_t Tracker::serial_of(const void* address) {
  const std::lock_guard lock(mutex_);
  const Block* block = find(address);
  return block ? block->serial : 0;
}

void Tracker::saved(const void* address, const SaveSite& site, const Shape& shape, Dtype dtype,
                    std::int64_t offset, std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (!recording()) return;
  const Block* block = find(address);
  unnamed_.push_back(events_);
  append({.kind = EventKind::save,
          .category = block ? block->category : MemoryCategory::other,
          .storage = block ? block->serial : 0,
          .bytes = bytes,
          .offset = offset,
          .node = site.node,
          .slot = site.slot});
  for (const Attached& each : attached_)
    each.recording->saves.push_back({each.recording->events.size() - 1, shape, dtype});
  describe(address, shape);
}

void Tracker::unsaved(const SaveSite& site) {
  const std::lock_guard lock(mutex_);
  if (recording()) append({.kind = EventKind::unsave, .node = site.node, .slot = site.slot});
}

void Tracker::name_node(std::uint64_t node, const char* called) {
  const std::lock_guard lock(mutex_);
  std::erase_if(unnamed_, [&](std::uint64_t event) {
    bool named = false;
    for (const Attached& each : attached_) {
      if (event < each.begin) continue;
      Event& save = each.recording->events[event - each.begin];
      if (save.node != node) continue;
      save.name = called;
      named = true;
    }
    return named;
  });
}

void Tracker::attach(Recording* recording) {
  const std::lock_guard lock(mutex_);
  std::vector<const Block*> alive;
  for (const auto& [address, block] : blocks_) alive.push_back(&block);
  std::sort(alive.begin(), alive.end(),
            [](const Block* a, const Block* b) { return a->serial < b->serial; });
  for (const Block* block : alive) {
    recording->preexisting.push_back(
        {block->serial, block->bytes, block->category, is_on_host(block->place)});
    recording->storages.push_back({block->serial, block->shape, block->name});
  }
  attached_.push_back({recording, events_});
}

void Tracker::detach(Recording* recording) {
  const std::lock_guard lock(mutex_);
  std::erase_if(attached_, [&](const Attached& each) { return each.recording == recording; });
  if (attached_.empty()) unnamed_.clear();
}

Bytes Tracker::set_aside() {
  const std::lock_guard lock(mutex_);
  std::erase_if(blocks_, [&](const auto& each) {
    const auto& [address, block] = each;
    if (block.place != Place::device) return false;
    live_ -= block.bytes;
    aside_[address] = block.bytes;
    return true;
  });
  Bytes all;
  for (const auto& [address, bytes] : aside_) all += bytes;
  return all;
}

void Tracker::set_phase(Phase phase) {
  const std::lock_guard lock(mutex_);
  if (phase == phase_) return;
  phase_ = phase;
  append({.kind = EventKind::phase});
}

}  // namespace tally::measure
