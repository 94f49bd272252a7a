// The recorder writes the stream of events (core/event.h) into every attached recording. Without
// one attached, nothing is written: counters are always kept, events only when someone listens.
#pragma once

#include <cstdint>
#include <vector>

#include "core/event.h"
#include "tensor/storage.h"

namespace tally {

class Tensor;

class Recorder {
 public:
  bool active() const { return !recordings_.empty(); }
  /// True while ops are skipped (after the early stop of a recomputation): nothing is allocated,
  /// computed, counted or recorded.
  bool skipping() const { return skip_depth_ > 0; }

  void allocated(const StorageImpl& storage);
  void freed(const StorageImpl& storage);
  void categorized(const StorageImpl& storage, MemoryCategory previous);
  /// Shape or name of a live storage became known. Not an event.
  void described(const StorageImpl& storage);
  /// `tensor` was saved by a node; the range is what the tensor's elements span in its storage.
  void saved(const Tensor& tensor, std::uint64_t node, const char* node_name, const char* slot);
  void unsaved(std::uint64_t node, const char* slot);
  void released(std::uint64_t node);
  void op(EventKind kind, const char* name);

  Phase phase() const { return phase_; }
  void set_phase(Phase phase);

  void attach(Recording* recording) { recordings_.push_back(recording); }
  void detach(Recording* recording);
  void skip(bool on) { skip_depth_ += on ? 1 : -1; }

 private:
  void append(Event event);
  std::vector<Recording*> recordings_;
  int skip_depth_ = 0;
  Phase phase_ = Phase::none;
};

/// The recorder of this thread.
Recorder& recorder();

/// Records all events from here to the end of the scope.
class Record {
 public:
  Record();
  ~Record();
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;
  const Recording& recording() const { return recording_; }
  /// Ends the recording early and hands it out.
  Recording take();

 private:
  Recording recording_;
  bool attached_ = true;
};

/// Sets the phase of what follows.
inline void set_phase(Phase phase) { recorder().set_phase(phase); }

/// A phase for a scope; restores the previous one.
class PhaseScope {
 public:
  explicit PhaseScope(Phase phase) : previous_(recorder().phase()) { set_phase(phase); }
  ~PhaseScope() { set_phase(previous_); }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  Phase previous_;
};

/// What an op allocates within the scope is there for `category`, whatever the phase.
class CategoryScope {
 public:
  explicit CategoryScope(MemoryCategory category);
  ~CategoryScope();
  CategoryScope(const CategoryScope&) = delete;
  CategoryScope& operator=(const CategoryScope&) = delete;

 private:
  bool previous_set_;
  MemoryCategory previous_;
};

/// What is allocated within the scope lies in the host's memory even where tensors are on a GPU, as
/// PyTorch keeps it: the counter of an optimizer's steps, a generator's state, a scalar operand.
class HostScope {
 public:
  explicit HostScope(bool on = true);
  ~HostScope();
  HostScope(const HostScope&) = delete;
  HostScope& operator=(const HostScope&) = delete;

 private:
  bool previous_;
};
bool on_host_now();

/// The category of what an op makes at this point: the innermost CategoryScope's, else activation
/// in forward, activation_gradient in backward, temporary in the optimizer's step.
MemoryCategory result_category();

/// Marks begin and end of an op. An op that began is ended, also where ops came to be skipped
/// within it.
class OpScope {
 public:
  explicit OpScope(const char* name)
      : name_(name), begun_(recorder().active() && !recorder().skipping()) {
    if (begun_) recorder().op(EventKind::op_begin, name_);
  }
  ~OpScope() {
    if (begun_) recorder().op(EventKind::op_end, name_);
  }
  OpScope(const OpScope&) = delete;
  OpScope& operator=(const OpScope&) = delete;

 private:
  const char* name_;
  bool begun_;
};

}  // namespace tally
