// Demonstration 2: the state an optimizer makes at its first step, and what is live through the
// first two iterations of training L x [Linear(D, D), ReLU].
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/accounting.h"
#include "core/progress.h"
#include "experiments/compute_limit.h"
#include "optim/registry.h"

namespace tally {

class Engine;

/// An optimizer as a reader chooses it: a rule of optim/registry.h and the options that change its
/// state.
struct OptimizerChoice {
  std::string_view id;
  std::string_view rule;
  double momentum;
  bool nesterov;
};

/// Every rule with its default options, then SGD with momentum.
inline constexpr auto optimizer_choices = [] {
  std::array<OptimizerChoice, optimizer_ids.size() + 2> rows{};
  for (std::size_t i = 0; i < optimizer_ids.size(); ++i)
    rows[i] = {optimizer_ids[i], optimizer_ids[i], 0, false};
  rows[optimizer_ids.size()] = {"sgd_momentum", "sgd", 0.9, false};
  rows[optimizer_ids.size() + 1] = {"sgd_nesterov", "sgd", 0.9, true};
  return rows;
}();

constexpr const OptimizerChoice* find_optimizer_choice(std::string_view id) {
  for (const OptimizerChoice& choice : optimizer_choices)
    if (choice.id == id) return &choice;
  return nullptr;
}

struct OptimizerStateSettings {
  OptimizerChoice optimizer = optimizer_choices[0];
  std::int64_t layers = 4;
  std::int64_t width = 256;
  std::int64_t batch = 8;
  std::int64_t steps = 1;  // how many have been taken when the state is looked at
};

/// All runs within this limit have values.
inline constexpr ComputeLimit optimizer_state_limit{Flops{1 << 30}, Bytes{1 << 27}};

struct StateTensor {
  std::string_view name;  // "exp_avg"
  Shape shape;
  Dtype dtype{};
  Bytes bytes;
  Bytes bytes_of_all;  // over all parameter tensors
};

/// What is live at the end of a phase, and the most that was live within it.
struct PhaseEnd {
  std::int64_t iteration = 0;  // from 1
  Phase phase{};
  BytesByCategory at_end{};
  BytesByCategory at_peak{};
  Bytes total_at_end() const { return sum(at_end); }
  Bytes total_at_peak() const { return sum(at_peak); }
  static Bytes sum(const BytesByCategory& by_category) {
    Bytes total;
    for (const Bytes bytes : by_category) total += bytes;
    return total;
  }
};

struct StateOfChoice {
  OptimizerChoice optimizer;
  Bytes state;                         // after one step
  std::vector<StateTensor> tensors{};  // of the first parameter
};

struct OptimizerStateResult {
  OptimizerStateSettings settings;
  bool computed = false;  // with values; otherwise on meta
  std::int64_t parameters = 0;
  std::int64_t parameter_tensors = 0;
  Bytes parameter_bytes{};
  std::vector<Bytes> state_after{};    // after 0, 1, ... max(steps, 2) steps
  std::vector<StateTensor> tensors{};  // of the first parameter, after `steps` steps
  double step_count = 0;           // the value of its state `step`; 0 where it has none or on meta
  Recording timeline{};            // iterations 1 and 2
  std::vector<PhaseEnd> phases{};  // forward, backward, step of iterations 1 and 2
  std::vector<StateOfChoice> choices{};  // every optimizer on the same network
};

/// Each iteration: zero_grad, forward, sum, backward, step. `engine` runs what is within the limit,
/// meta the rest. Returns early, with what there is, once `progress` is cancelled. Defined in
/// optimizer_state_run.h.
template <class E>
OptimizerStateResult run_optimizer_state(const E& engine, const OptimizerStateSettings& settings,
                                         Progress& progress);

extern template OptimizerStateResult run_optimizer_state(const Engine&,
                                                         const OptimizerStateSettings&, Progress&);

}  // namespace tally
