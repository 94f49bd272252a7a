// A storage is a run of bytes that views share. Its identity is a serial number, never an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/bytes.h"
#include "core/memory_category.h"
#include "core/shape.h"
#include "tensor/device.h"

namespace tally {

struct StorageImpl {
  StorageImpl() = default;
  StorageImpl(const StorageImpl&) = delete;
  StorageImpl& operator=(const StorageImpl&) = delete;
  ~StorageImpl();

  std::uint64_t serial = 0;
  Bytes nbytes;
  Device device = Device::cpu;
  MemoryCategory category = MemoryCategory::other;
  bool on_host = false;  // in the host's memory even where tensors are on a GPU (HostScope)
  bool tracked = false;  // counted and recorded; untracked are those of skipped ops, and the empty
  std::uint32_t version = 0;        // raised by every in-place write; shared by all views
  Shape shape;                      // of the first tensor over it
  std::string name;                 // what it is called in recordings, or ""
  std::byte* data = nullptr;        // null on meta, and of skipped ops
  StorageImpl* previous = nullptr;  // the list of live storages, for recordings that begin later
  StorageImpl* next = nullptr;
};

using Storage = std::shared_ptr<StorageImpl>;

}  // namespace tally
