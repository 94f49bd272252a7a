// Where storages come from. `Allocator` hands out memory; `TrackedAllocator` counts what is live,
// by category, keeps the peak, tells the recorder, and can refuse beyond a limit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bytes.h"
#include "core/memory_category.h"
#include "tensor/storage.h"

namespace tally {

/// Memory of the host, aligned to 64 bytes. Fails (check) when the system has none.
///
/// Natively, freed blocks of 64 KiB and more are kept for the next of their size, up to 256 MiB of
/// them: a page that comes anew from the system costs more than what an op writes into it. What is
/// counted and recorded knows nothing of it.
class Allocator {
 public:
  static std::byte* allocate(Bytes size);
  /// `size` is that of its allocation.
  static void deallocate(std::byte* data, Bytes size);
};

class TrackedAllocator {
 public:
  /// A new storage: memory on cpu (not initialised), none on meta. A storage of zero bytes is no
  /// event, as in PyTorch. Fails beyond the limit with the sizes in the message.
  Storage allocate(Bytes size, Device device, MemoryCategory category);

  /// Changes what the storage is there for.
  void categorize(StorageImpl& storage, MemoryCategory category);

  Bytes live() const { return live_; }
  Bytes live(MemoryCategory category) const {
    return by_category_[static_cast<std::size_t>(category)];
  }
  Bytes peak() const { return peak_; }
  void reset_peak() {
    peak_ = live_;
    host_peak_ = host_live_;
  }
  /// Of what lies in the host's memory even where tensors are on a GPU; it is in `peak` too.
  Bytes host_peak() const { return host_peak_; }

  /// Live bytes beyond which an allocation fails; negative: none (the default).
  void set_limit(Bytes limit) { limit_ = limit; }

  /// The first of the live storages, oldest last (StorageImpl::next).
  const StorageImpl* first_live() const { return first_; }

 private:
  friend struct StorageImpl;
  void release(StorageImpl& storage);

  std::uint64_t next_serial_ = 1;
  Bytes live_, peak_, host_live_, host_peak_, limit_{-1};
  std::array<Bytes, memory_category_count> by_category_{};
  StorageImpl* first_ = nullptr;
};

/// The allocator of this thread.
TrackedAllocator& allocator();

}  // namespace tally
