// The desktop's runner: what is asked, given up and answered, in any order.
#include "app/desktop_runner.h"

#include <gtest/gtest.h>

#include <chrono>
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

}  // namespace
}  // namespace tally::app
