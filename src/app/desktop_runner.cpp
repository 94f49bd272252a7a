#include "app/desktop_runner.h"

#include <exception>

namespace tally::app {

RunResponse run_now(const RunRequest& request, Progress& progress) {
  try {
    return run(request, progress);
  } catch (const std::exception& problem) {
    RunResponse response;
    response.lesson = request.lesson;
    response.language = request.language;
    response.values = request.values;
    response.error = problem.what();
    return response;
  }
}

Runner::Runner(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { work(); }) {}

Runner::~Runner() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = give_up_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Runner::ask(RunRequest request) {
  {
    const std::lock_guard lock(mutex_);
    asked_ = std::move(request);
    ++asked_count_;
    give_up_ = true;
    if (progress_ < 0) progress_ = 0;
  }
  changed_.notify_one();
}

void Runner::cancel() {
  const std::lock_guard lock(mutex_);
  give_up_ = true;
  if (!asked_) return;  // the one that runs ends by itself, and says so
  RunResponse response;
  response.lesson = asked_->lesson;
  response.language = asked_->language;
  response.error = "cancelled";
  answer_ = std::move(response);
  asked_.reset();
  progress_ = -1;
}

std::optional<RunResponse> Runner::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

void Runner::work() {
  for (;;) {
    RunRequest request;
    int count = 0;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return asked_ || ending_; });
      if (ending_) return;
      request = std::move(*asked_);
      asked_.reset();
      count = asked_count_;
      give_up_ = false;
      progress_ = 0;
    }
    Progress progress([this, count](double fraction) {
      if (count != asked_count_) return false;
      progress_ = static_cast<float>(fraction);
      wake_();
      return !give_up_;
    });
    RunResponse response = run_now(request, progress);
    {
      const std::lock_guard lock(mutex_);
      if (count == asked_count_) {
        answer_ = std::move(response);
        progress_ = -1;
      }
    }
    wake_();
  }
}

}  // namespace tally::app
