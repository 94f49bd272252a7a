// Runs lessons beside the window: one at a time, the latest request wins.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "lecture/run.h"

namespace tally::app {

class Runner {
 public:
  /// `wake` is called from the other thread when there is something new to show.
  explicit Runner(std::function<void()> wake);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Asks for a run; one that is going on is given up.
  void ask(RunRequest request);
  /// Gives up what is going on; its answer says "cancelled".
  void cancel();
  /// An answer, once.
  std::optional<RunResponse> take();
  /// 0 to 1 while it runs, negative at rest.
  float progress() const { return progress_; }

 private:
  void work();

  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<RunRequest> asked_;
  std::optional<RunResponse> answer_;
  bool ending_ = false;
  std::atomic<int> asked_count_ = 0;  // what runs for an older request has nobody waiting
  std::atomic<bool> give_up_ = false;
  std::atomic<float> progress_ = -1;
  std::thread thread_;  // last: the others are there when it starts
};

/// Runs here and now; what a failed check says comes back as the error.
RunResponse run_now(const RunRequest& request, Progress& progress);

}  // namespace tally::app
