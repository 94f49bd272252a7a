// The stream of events that records a run, the same for every engine. Peak, instants, ledger and
// timeline are all read from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes.h"
#include "core/dtype.h"
#include "core/memory_category.h"
#include "core/shape.h"

namespace tally {

enum class EventKind : std::uint8_t {
  allocate,    // storage, bytes, category
  free,        // storage, bytes, category
  categorize,  // storage, bytes, category (new), previous
  save,        // node, slot, storage, bytes and offset of the range within the storage
  release,     // node: drops everything that it saved
  unsave,      // node, slot: drops one saved tensor (a checkpoint's recomputed one, once used)
  op_begin,    // op
  op_end,      // op
  phase,       // a new phase begins
};

/// One event. Names are string literals or live as long as the program.
struct Event {
  EventKind kind{};
  MemoryCategory category{};
  MemoryCategory previous{};
  Phase phase{};              // of every event
  bool on_host = false;       // allocate: in the host's memory even where tensors are on a GPU
  std::uint64_t storage = 0;  // serial number, never an address
  std::int64_t bytes = 0;
  std::int64_t offset = 0;  // bytes from the storage's start (save)
  std::uint64_t node = 0;   // sequence number of the node that saves, plus 1; 0 is none
  const char* name = "";    // op_begin/op_end: the op; save: the node's name ("MmBackward0")
  const char* slot = "";    // save: the name of what is saved ("self", "mat2", "result")
};

/// What is known of a tensor when it is saved, kept beside the event.
struct SavedInfo {
  std::size_t event = 0;  // index of the save event
  Shape shape;
  Dtype dtype{};
};

/// What is known of a storage beside its events.
struct StorageInfo {
  std::uint64_t storage = 0;
  Shape shape;       // of the first tensor over it
  std::string name;  // what it was called ("layers.0.weight"), or ""
};

/// The events of one scope, and what was already live when it began.
struct Recording {
  std::vector<Event> events;
  std::vector<SavedInfo> saves;
  std::vector<StorageInfo> storages;  // by storage, increasing: of each that was live at any time
  struct Preexisting {
    std::uint64_t storage;
    Bytes bytes;
    MemoryCategory category;
    bool on_host = false;
  };
  std::vector<Preexisting> preexisting;
};

}  // namespace tally
