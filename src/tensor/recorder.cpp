#include "tensor/recorder.h"

#include <algorithm>
#include <utility>

#include "tensor/allocator.h"
#include "tensor/tensor.h"

namespace tally {
namespace {
thread_local bool category_set = false;
thread_local MemoryCategory category_override = MemoryCategory::other;
thread_local bool on_host = false;
}  // namespace

CategoryScope::CategoryScope(MemoryCategory category)
    : previous_set_(category_set), previous_(category_override) {
  category_set = true;
  category_override = category;
}

CategoryScope::~CategoryScope() {
  category_set = previous_set_;
  category_override = previous_;
}

HostScope::HostScope(bool on) : previous_(on_host) { on_host = on || previous_; }
HostScope::~HostScope() { on_host = previous_; }
bool on_host_now() { return on_host; }

MemoryCategory result_category() {
  if (category_set) return category_override;
  switch (recorder().phase()) {
    case Phase::backward:
      return MemoryCategory::activation_gradient;
    case Phase::optimizer_step:
      return MemoryCategory::temporary;
    default:
      return MemoryCategory::activation;
  }
}

void Recorder::append(Event event) {
  event.phase = phase_;
  for (Recording* recording : recordings_) recording->events.push_back(event);
}

void Recorder::allocated(const StorageImpl& storage) {
  append({.kind = EventKind::allocate,
          .category = storage.category,
          .on_host = storage.on_host,
          .storage = storage.serial,
          .bytes = storage.nbytes.count});
}

void Recorder::freed(const StorageImpl& storage) {
  append({.kind = EventKind::free,
          .category = storage.category,
          .storage = storage.serial,
          .bytes = storage.nbytes.count});
}

void Recorder::categorized(const StorageImpl& storage, MemoryCategory previous) {
  append({.kind = EventKind::categorize,
          .category = storage.category,
          .previous = previous,
          .storage = storage.serial,
          .bytes = storage.nbytes.count});
}

void Recorder::described(const StorageImpl& storage) {
  for (Recording* recording : recordings_) {
    std::vector<StorageInfo>& known = recording->storages;
    // Serial numbers grow, so that what is new goes to the end.
    const auto at = std::lower_bound(
        known.begin(), known.end(), storage.serial,
        [](const StorageInfo& info, std::uint64_t serial) { return info.storage < serial; });
    if (at == known.end() || at->storage != storage.serial)
      known.insert(at, {storage.serial, storage.shape, storage.name});
    else
      *at = {storage.serial, storage.shape, storage.name};
  }
}

void Recorder::saved(const Tensor& tensor, std::uint64_t node, const char* node_name,
                     const char* slot) {
  if (!active()) return;
  const auto [offset, bytes] = tensor.byte_range();
  append({.kind = EventKind::save,
          .category = tensor.storage()->category,
          .storage = tensor.storage()->serial,
          .bytes = bytes,
          .offset = offset,
          .node = node,
          .name = node_name,
          .slot = slot});
  for (Recording* recording : recordings_)
    recording->saves.push_back({recording->events.size() - 1, tensor.sizes(), tensor.dtype()});
}

void Recorder::unsaved(std::uint64_t node, const char* slot) {
  if (active()) append({.kind = EventKind::unsave, .node = node, .slot = slot});
}

void Recorder::released(std::uint64_t node) {
  if (active()) append({.kind = EventKind::release, .node = node});
}

void Recorder::op(EventKind kind, const char* name) { append({.kind = kind, .name = name}); }

void Recorder::set_phase(Phase phase) {
  if (phase == phase_) return;
  phase_ = phase;
  if (active()) append({.kind = EventKind::phase});
}

void Recorder::detach(Recording* recording) {
  recordings_.erase(std::remove(recordings_.begin(), recordings_.end(), recording),
                    recordings_.end());
}

Recorder& recorder() {
  thread_local auto* instance = new Recorder;  // leaked: see allocator()
  return *instance;
}

Record::Record() {
  for (const StorageImpl* s = allocator().first_live(); s; s = s->next) {
    recording_.preexisting.push_back({s->serial, s->nbytes, s->category, s->on_host});
    recording_.storages.push_back({s->serial, s->shape, s->name});
  }
  std::reverse(recording_.preexisting.begin(), recording_.preexisting.end());
  std::reverse(recording_.storages.begin(), recording_.storages.end());
  recorder().attach(&recording_);
}

Record::~Record() {
  if (attached_) recorder().detach(&recording_);
}

Recording Record::take() {
  if (attached_) recorder().detach(&recording_);
  attached_ = false;
  return std::move(recording_);
}

}  // namespace tally
