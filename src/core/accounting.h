// What is read from a recording: live bytes over the events, the peak, the ledger of saved
// storages.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/event.h"

namespace tally {

using BytesByCategory = std::array<Bytes, memory_category_count>;

/// Live bytes at one instant of a recording.
struct LiveSample {
  std::size_t event_count = 0;  // after so many events; 0 is before the first
  Phase phase{};
  BytesByCategory by_category{};        // whole storages
  BytesByCategory saved_by_category{};  // union of the saved byte ranges of each storage
  Bytes total;                          // sum of by_category
  Bytes host;   // the part of it in the host's memory where tensors are on a GPU
  Bytes saved;  // sum of saved_by_category, parameters left out

  Bytes live(MemoryCategory category) const { return by_category[index(category)]; }
  /// The part of `live(category)` that backward nodes hold.
  Bytes saved_of(MemoryCategory category) const { return saved_by_category[index(category)]; }

 private:
  static std::size_t index(MemoryCategory category) { return static_cast<std::size_t>(category); }
};

/// Walks a recording, one event at a time, and keeps what is live and who holds it. Linear in
/// events: a save or a release costs the number of distinct pieces its range is cut into by other
/// ranges of the same storage (one, as a rule). The recording must outlive the walk.
///
/// Fails with "[accounting] ..." on a stream that contradicts itself: a storage freed while saved
/// or while unknown, allocated twice, saved while not live, or a range outside its storage.
class Account {
 public:
  explicit Account(const Recording& recording);

  /// Applies the next event. False when there is none.
  bool next();
  /// Applies events until `event_count` of them are applied or there are no more.
  void advance_to(std::size_t event_count);
  /// True when the event applied last changed a number of `now`.
  bool changed() const { return changed_; }
  const LiveSample& now() const { return now_; }

  /// One saved tensor: the node that holds it, and the range of the storage that it spans.
  struct Hold {
    std::size_t order = 0;  // index of its save event
    std::uint64_t node = 0;
    const char* node_name = "";
    const char* slot = "";
    std::uint64_t storage = 0;
    std::int64_t begin = 0, end = 0;  // bytes
    const SavedInfo* info = nullptr;  // shape and dtype, when they were recorded
  };
  /// Everything held now, in the order of saving.
  std::vector<Hold> holds() const;

  /// How many ranges cover each byte of one storage, as steps: from `at` on, `count` of them.
  class Coverage {
   public:
    void change(std::int64_t begin, std::int64_t end, int by);
    Bytes covered() const { return covered_; }

   private:
    struct Step {
      std::int64_t at;
      int count;
    };
    std::size_t split(std::int64_t at);
    std::vector<Step> steps_;
    Bytes covered_;
  };
  struct State {
    Bytes bytes;
    MemoryCategory category{};
    Coverage saved;
    bool on_host = false;
  };
  const std::unordered_map<std::uint64_t, State>& live() const { return live_; }

 private:
  void allocate(std::uint64_t storage, Bytes bytes, MemoryCategory category, bool on_host);
  void free(const Event& event);
  void categorize(const Event& event);
  void save(const Event& event);
  void drop(const Hold& hold);
  void cover(State& state, const Hold& hold, int by);
  State& find(const Event& event, const char* what);

  const Recording* recording_;
  std::size_t next_save_ = 0;
  LiveSample now_;
  bool changed_ = false;
  std::unordered_map<std::uint64_t, State> live_;  // by storage
  std::unordered_map<std::uint64_t, std::vector<Hold>> by_node_;
};

/// What was live at the beginning, and after each event that changed something. Linear in events.
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

}  // namespace tally
