// What LibTorch allocates, frees and saves, written down as the stream of events of core/event.h:
// the counterpart of tensor/recorder.h. It sees addresses and bytes only, and no header of
// LibTorch.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/event.h"

namespace tally::measure {

/// Where a block lies. What is on meta has bytes, and no memory.
enum class Place : std::uint8_t { host, device, meta };

/// Who saves: a node's number (its sequence number plus 1) and a name for which of its saved
/// tensors it is ("0", "1", ...). LibTorch tells C++ no more.
struct SaveSite {
  std::uint64_t node = 0;
  const char* slot = "";
};

/// A text that lives as long as the program, as events need them.
const char* interned(const std::string& text);

/// One for the program: backward on a GPU runs on threads of its own, one after another with ours.
class Tracker {
 public:
  /// A block is known by what its owner keeps of it, which is its address where it has memory.
  void allocated(const void* block, Bytes bytes, Place place);
  void freed(const void* block);
  void categorize(const void* block, MemoryCategory category);
  /// A gradient has come to a leaf: its block was one all along. PyTorch itself does not know when
  /// it allocates; written into what is recorded already.
  void is_gradient(const void* block);
  void describe(const void* block, const Shape& shape);
  void name(const void* block, std::string called);

  /// Its number in recordings; 0 where there is none, as without bytes.
  std::uint64_t serial_of(const void* block);

  void saved(const void* block, const SaveSite& site, const Shape& shape, Dtype dtype,
             std::int64_t offset, std::int64_t bytes);
  void unsaved(const SaveSite& site);
  /// The node that saved under this number is called so: known when its op ends.
  void name_node(std::uint64_t node, const char* called);
  bool has_unnamed() const { return !unnamed_.empty(); }

  bool recording() const { return !attached_.empty(); }
  void attach(Recording* recording);
  void detach(Recording* recording);

  Phase phase() const { return phase_; }
  void set_phase(Phase phase);
  /// The category of what is allocated from here on; nothing: by the phase. Returns the one before.
  std::optional<MemoryCategory> set_category(std::optional<MemoryCategory> category) {
    return std::exchange(category_, category);
  }

  /// Where tensors are on a GPU, what the host has is marked so in recordings and counted apart.
  void tell_host_apart(bool on) { host_apart_ = on; }
  Bytes live() const { return live_; }
  Bytes peak() const { return peak_; }
  Bytes host_peak() const { return host_peak_; }
  void reset_peak() {
    peak_ = live_;
    host_peak_ = host_live_;
  }

  /// To be called when no tensor of ours is on the GPU: what is there is its libraries', such as
  /// the workspace that cuBLAS keeps in LibTorch's allocator, and from here on in no recording and
  /// in no count. Returns all that is aside.
  Bytes set_aside();

  /// What is allocated within a `Muted` leaves no trace.
  void mute(bool on) { muted_ += on ? 1 : -1; }

 private:
  struct Block {
    std::uint64_t serial = 0;
    Bytes bytes;
    MemoryCategory category{};
    Place place{};
    std::uint64_t event = 0;  // of its allocation, counted over the program
    Shape shape;
    std::string name;
  };
  struct Attached {
    Recording* recording;
    std::uint64_t begin;  // events before it
  };

  void append(Event event);
  bool is_on_host(Place place) const { return host_apart_ && place == Place::host; }
  void described(const Block& block);
  Block* find(const void* block);
  MemoryCategory category_now() const;

  std::recursive_mutex mutex_;
  std::unordered_map<const void*, Block> blocks_;
  std::vector<Attached> attached_;
  std::vector<std::uint64_t> unnamed_;  // save events whose node has no name yet
  std::uint64_t next_serial_ = 1, events_ = 0;
  Phase phase_ = Phase::none;
  std::optional<MemoryCategory> category_;
  bool host_apart_ = false;
  int muted_ = 0;
  Bytes live_, peak_, host_live_, host_peak_;
  std::unordered_map<const void*, Bytes> aside_;
};

Tracker& tracker();

class Muted {
 public:
  Muted() { tracker().mute(true); }
  ~Muted() { tracker().mute(false); }
  Muted(const Muted&) = delete;
  Muted& operator=(const Muted&) = delete;
};

/// A category for a scope, whatever the phase.
class CategoryScope {
 public:
  explicit CategoryScope(MemoryCategory category) : previous_(tracker().set_category(category)) {}
  ~CategoryScope() { tracker().set_category(previous_); }
  CategoryScope(const CategoryScope&) = delete;
  CategoryScope& operator=(const CategoryScope&) = delete;

 private:
  std::optional<MemoryCategory> previous_;
};

/// A phase for a scope; restores the previous one.
class PhaseScope {
 public:
  explicit PhaseScope(Phase phase) : previous_(tracker().phase()) { tracker().set_phase(phase); }
  ~PhaseScope() { tracker().set_phase(previous_); }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  Phase previous_;
};

}  // namespace tally::measure
