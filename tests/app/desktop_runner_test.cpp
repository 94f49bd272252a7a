// The desktop's runner: what is asked, given up and answered, in any order.
#include "app/desktop_runner.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <mutex>
#include <thread>

namespace tally::app {
namespace {

RunResponse wait_for(Runner& runner) {
  for (int i = 0; i < 3000; ++i) {
    if (auto answer = runner.take()) return std::move(*answer);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ADD_FAILURE() << "no answer in 30 s";
  return {};
}

TEST(Runner, AnswersTheLatestRequest) {
  Runner runner([] {});
  runner.ask({"recipes", "en", {}});
  runner.ask({"budget", "en", {}});
  EXPECT_EQ(wait_for(runner).lesson, "budget");
  EXPECT_LT(runner.progress(), 0);
}

TEST(Runner, CancellingRightAfterAskingIsHeard) {
  Runner runner([] {});
  for (int i = 0; i < 50; ++i) {  // before the other thread took it up, or after
    runner.ask({"accumulation", "en", {}});
    runner.cancel();
    EXPECT_EQ(wait_for(runner).error, "cancelled");
  }
}

// While one runs, another is asked for and given up: the first has nobody waiting any more.
TEST(Runner, WhatIsCancelledIsAnsweredOnce) {
  std::promise<void> running, go_on;
  std::once_flag first;
  Runner runner([&] {
    std::call_once(first, [&] {
      running.set_value();
      go_on.get_future().wait();
    });
  });
  runner.ask({"accumulation", "en", {}});
  running.get_future().wait();
  runner.ask({"budget", "en", {}});
  runner.cancel();
  go_on.set_value();
  const RunResponse answer = wait_for(runner);
  EXPECT_EQ(answer.lesson, "budget");
  EXPECT_EQ(answer.error, "cancelled");
  for (int i = 0; i < 30; ++i) {
    const auto second = runner.take();
    ASSERT_FALSE(second) << second->lesson << " is answered too";
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_LT(runner.progress(), 0);
}

}  // namespace
}  // namespace tally::app
