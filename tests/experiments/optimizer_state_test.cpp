// Demonstration 2 through the engine: what AdamW keeps, when it makes it, and what iteration 2
// starts with.
#include "experiments/optimizer_state.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/engine.h"
#include "experiments/optimizer_state_run.h"

namespace tally {
namespace {

OptimizerStateResult run_with(OptimizerStateSettings settings = {}) {
  Progress progress;
  return run_optimizer_state(Engine(Device::cpu), settings, progress);
}

Bytes in(const BytesByCategory& bytes, MemoryCategory category) {
  return bytes[static_cast<std::size_t>(category)];
}

OptimizerChoice choice(std::string_view id) { return *find_optimizer_choice(id); }

TEST(OptimizerState, TheLecturesNumbers) {
  const OptimizerStateResult result = run_with();
  EXPECT_EQ(result.parameters, 262'144);
  EXPECT_EQ(result.parameter_bytes, Bytes{1'048'576});
  EXPECT_EQ(result.state_after[0], Bytes{0});
  EXPECT_EQ(result.state_after[1], Bytes{2'097'168});
  EXPECT_EQ(result.state_after[2], Bytes{2'097'168});
  ASSERT_EQ(result.tensors.size(), 3u);
  EXPECT_EQ(result.tensors[0].name, "step");
  EXPECT_EQ(to_string(result.tensors[0].shape), "()");
  EXPECT_EQ(result.tensors[1].name, "exp_avg");
  EXPECT_EQ(to_string(result.tensors[1].shape), "(256, 256)");
  EXPECT_EQ(result.tensors[2].name, "exp_avg_sq");
  EXPECT_EQ(to_string(result.tensors[2].shape), "(256, 256)");
  for (const StateTensor& tensor : result.tensors) EXPECT_EQ(tensor.dtype, Dtype::float32);
  EXPECT_TRUE(result.computed);
  EXPECT_EQ(result.step_count, 1);
}

TEST(OptimizerState, StateIsMadeAtTheFirstStepAndDoesNotGrow) {
  const OptimizerStateResult before = run_with({.steps = 0});
  EXPECT_TRUE(before.tensors.empty());
  const OptimizerStateResult after = run_with({.steps = 5});
  ASSERT_EQ(after.state_after.size(), 6u);
  EXPECT_EQ(after.state_after[0], Bytes{0});
  for (std::size_t i = 1; i < 6; ++i) EXPECT_EQ(after.state_after[i], Bytes{2'097'168});
  EXPECT_EQ(after.step_count, 5);
}

TEST(OptimizerState, EveryOptimizerOnTheSameNetwork) {
  const OptimizerStateResult result = run_with();
  const std::int64_t p = 1'048'576;
  const std::pair<std::string_view, std::int64_t> expected[] = {{"adamw", 2 * p + 16},
                                                                {"adam", 2 * p + 16},
                                                                {"sgd", 0},
                                                                {"sgd_momentum", p},
                                                                {"sgd_nesterov", p}};
  EXPECT_EQ(result.choices.size(), optimizer_choices.size());
  for (const auto& [id, state] : expected) {
    const auto found = std::ranges::find(result.choices, id, [](const StateOfChoice& each) {
      return std::string_view(each.optimizer.id);
    });
    ASSERT_NE(found, result.choices.end()) << id;
    EXPECT_EQ(found->state, Bytes{state}) << id;
  }
  const OptimizerStateResult momentum = run_with({.optimizer = choice("sgd_momentum")});
  ASSERT_EQ(momentum.tensors.size(), 1u);
  EXPECT_EQ(momentum.tensors[0].name, "momentum_buffer");
  EXPECT_EQ(momentum.state_after[1], Bytes{p});
  EXPECT_TRUE(run_with({.optimizer = choice("sgd")}).tensors.empty());
}

TEST(OptimizerState, IterationTwoStartsWithTheStateOfIterationOne) {
  const OptimizerStateResult result = run_with();
  ASSERT_EQ(result.phases.size(), 6u);
  const Bytes p{1'048'576}, state{2'097'168};
  const Phase order[] = {Phase::forward, Phase::backward, Phase::optimizer_step};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(result.phases[i].phase, order[i % 3]);
    EXPECT_EQ(result.phases[i].iteration, i < 3 ? 1 : 2);
    const BytesByCategory& live = result.phases[i].at_end;
    EXPECT_EQ(in(live, MemoryCategory::parameter), p);
    EXPECT_EQ(in(live, MemoryCategory::gradient), i % 3 == 0 ? Bytes{} : p);
    EXPECT_EQ(in(live, MemoryCategory::optimizer_state), i < 2 ? Bytes{} : state);
    EXPECT_EQ(in(live, MemoryCategory::input), Bytes{8 * 256 * 4});
    EXPECT_EQ(in(live, MemoryCategory::temporary), Bytes{});
    // Four ReLU outputs and the loss.
    EXPECT_EQ(in(live, MemoryCategory::activation),
              i % 3 == 0 ? Bytes{4 * 8 * 256 * 4 + 4} : Bytes{});
    EXPECT_GE(result.phases[i].total_at_peak(), result.phases[i].total_at_end());
  }
  EXPECT_EQ(result.phases[4].total_at_peak() - result.phases[1].total_at_peak(), state);
  EXPECT_EQ(result.phases[3].total_at_peak() - result.phases[0].total_at_peak(), state);
}

TEST(OptimizerState, WithLargeActivationsIterationTwoNeedsMost) {
  const OptimizerStateResult result = run_with({.batch = 4096});
  Bytes first, second;
  for (const PhaseEnd& end : result.phases) {
    Bytes& most = end.iteration == 1 ? first : second;
    most = std::max(most, end.total_at_peak());
  }
  EXPECT_GT(second, first);
}

TEST(OptimizerState, CpuAndMetaAgreeAndTheResultSaysWhich) {
  Progress progress;
  const OptimizerStateSettings settings{.layers = 3, .width = 64};
  const OptimizerStateResult cpu = run_with(settings);
  const OptimizerStateResult meta = run_optimizer_state(Engine(Device::meta), settings, progress);
  EXPECT_TRUE(cpu.computed);
  EXPECT_FALSE(meta.computed);
  EXPECT_EQ(cpu.state_after, meta.state_after);
  ASSERT_EQ(cpu.phases.size(), meta.phases.size());
  for (std::size_t i = 0; i < cpu.phases.size(); ++i) {
    EXPECT_EQ(cpu.phases[i].at_end, meta.phases[i].at_end);
    EXPECT_EQ(cpu.phases[i].at_peak, meta.phases[i].at_peak);
  }
  // Beyond the limit a cpu engine's run is on meta, in no time.
  const OptimizerStateResult large = run_with({.layers = 64, .width = 16'384, .steps = 100});
  EXPECT_FALSE(large.computed);
  EXPECT_EQ(large.state_after[1], Bytes{2 * large.parameter_bytes.count + 4 * 64});
}

}  // namespace
}  // namespace tally
