// How far a run is, and whether the reader gave up on it.
#pragma once

#include <functional>
#include <utility>

namespace tally {

class Progress {
 public:
  /// `report(fraction)` is called with 0..1 and returns false to cancel.
  using Report = std::function<bool(double fraction)>;
  Progress() = default;
  explicit Progress(Report report) : report_(std::move(report)) {}

  /// Reports; false once the run was cancelled. A run that sees false returns what it has, unused.
  bool at(double fraction) {
    if (report_ && !cancelled_) cancelled_ = !report_(fraction);
    return !cancelled_;
  }
  bool cancelled() const { return cancelled_; }

 private:
  Report report_;
  bool cancelled_ = false;
};

}  // namespace tally
