#include "tensor/allocator.h"

#include <algorithm>

#include "core/check.h"
#include "core/format_text.h"
#include "tensor/recorder.h"

namespace tally {

Storage TrackedAllocator::allocate(Bytes size, Device device, MemoryCategory category) {
  check(size.count >= 0, [&] { return format_text("[allocate] negative size {}", size.count); });
  const bool skipped = recorder().skipping();
  auto storage = std::make_shared<StorageImpl>();
  storage->serial = next_serial_++;
  storage->nbytes = size;
  storage->device = device;
  storage->category = category;
  storage->on_host = on_host_now();
  if (skipped || size.count == 0) return storage;
  check(limit_.count < 0 || live_ + size <= limit_, [&] {
    return format_text("[allocate] out of memory: {} bytes asked for, {} live, limit {}",
                       size.count, live_.count, limit_.count);
  });
  if (device == Device::cpu) storage->data = Allocator::allocate(size);
  storage->tracked = true;
  storage->next = first_;
  if (first_) first_->previous = storage.get();
  first_ = storage.get();
  live_ += size;
  by_category_[static_cast<std::size_t>(category)] += size;
  peak_ = std::max(peak_, live_);
  if (storage->on_host) host_peak_ = std::max(host_peak_, host_live_ += size);
  if (recorder().active()) recorder().allocated(*storage);
  return storage;
}

void TrackedAllocator::categorize(StorageImpl& storage, MemoryCategory category) {
  if (storage.category == category) return;
  const MemoryCategory previous = storage.category;
  storage.category = category;
  if (!storage.tracked) return;
  by_category_[static_cast<std::size_t>(previous)] -= storage.nbytes;
  by_category_[static_cast<std::size_t>(category)] += storage.nbytes;
  if (recorder().active()) recorder().categorized(storage, previous);
}

void TrackedAllocator::release(StorageImpl& storage) {
  (storage.previous ? storage.previous->next : first_) = storage.next;
  if (storage.next) storage.next->previous = storage.previous;
  live_ -= storage.nbytes;
  if (storage.on_host) host_live_ -= storage.nbytes;
  by_category_[static_cast<std::size_t>(storage.category)] -= storage.nbytes;
  if (recorder().active()) recorder().freed(storage);
}

StorageImpl::~StorageImpl() {
  if (tracked) allocator().release(*this);
  if (data) Allocator::deallocate(data, nbytes);
}

TrackedAllocator& allocator() {
  // Leaked on purpose: storages held by other thread-local or static objects may be freed after it.
  thread_local auto* instance = new TrackedAllocator;
  return *instance;
}

}  // namespace tally
