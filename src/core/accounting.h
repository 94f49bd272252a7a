// What is read from a recording: live bytes over the events, the peak, the ledger of saved storages.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/event.h"

namespace tally {

using BytesByCategory = std::array<Bytes, memory_category_count>;

/// Live bytes after one event.
struct LiveSample {
  std::size_t event = 0;  // index into Recording::events; samples exist where something changed
  Phase phase{};
  BytesByCategory by_category{};
  Bytes total;            // sum of by_category
  Bytes saved;            // union of the saved byte ranges, storages of category parameter left out
};

/// Live bytes after each allocate, free, categorize, save, release and unsave. Linear in events
/// (a save costs the number of ranges saved of that storage).
std::vector<LiveSample> live_samples(const Recording& recording);

/// The first sample at which `total` is greatest (a zero sample for an empty recording).
LiveSample peak_live(const Recording& recording);

/// The first sample at which `saved` is greatest.
LiveSample peak_saved(const Recording& recording);

/// One row per saved storage at an instant.
struct LedgerRow {
  std::uint64_t storage = 0;
  MemoryCategory category{};
  Bytes bytes;          // union of the saved ranges of this storage
  Bytes storage_bytes;  // the whole storage
  struct Holder {
    std::uint64_t node = 0;  // sequence number plus 1
    std::string node_name;   // "MmBackward0"
    std::string slot;        // "self"
    Shape shape;
    Dtype dtype{};
  };
  std::vector<Holder> holders;  // who keeps it, in the order of saving: more than one = shared
};

/// The storages that are saved after the first `event_count` events, parameters left out unless
/// `with_parameters`; in order of first save. The sum of `bytes` is LiveSample::saved.
std::vector<LedgerRow> saved_ledger(const Recording& recording, std::size_t event_count,
                                    bool with_parameters = false);

/// Saved bytes after all events (the lecture's "activations": the input included, parameters not).
Bytes saved_bytes(const Recording& recording);

/// One live storage at an instant.
struct LiveStorage {
  std::uint64_t storage = 0;
  MemoryCategory category{};
  Bytes bytes;
  bool saved = false;
};
std::vector<LiveStorage> live_storages(const Recording& recording, std::size_t event_count);

}  // namespace tally
