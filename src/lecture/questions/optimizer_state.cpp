// Questions beside lesson 2: when the state appears, and which instant needs most.
#include "experiments/optimizer_state.h"

#include <algorithm>
#include <optional>

#include "core/check.h"
#include "engine/engine.h"
#include "lecture/format.h"
#include "lecture/questions/shared.h"

namespace tally {
namespace {

constexpr std::string_view part = "optimizer_state";

/// On meta: these questions ask for bytes.
OptimizerStateResult run_bytes(const OptimizerStateSettings& settings, Progress& progress) {
  return run_optimizer_state(Engine(Device::meta), settings, progress);
}

Bytes peak_in(const OptimizerStateResult& result, std::int64_t iteration, Phase phase) {
  for (const PhaseEnd& end : result.phases)
    if (end.iteration == iteration && end.phase == phase) return end.total_at_peak();
  fail("[question] a phase was not recorded");
}

Bytes at_end(const OptimizerStateResult& result, Phase phase, MemoryCategory category) {
  for (const PhaseEnd& end : result.phases)
    if (end.iteration == 2 && end.phase == phase)
      return end.at_end[static_cast<std::size_t>(category)];
  fail("[question] a phase was not recorded");
}

struct StateBeforeStep {
  static constexpr std::string_view id = "state_before_step", lesson = part;
  static constexpr auto words = &QuestionStrings::state_before_step;
  static constexpr std::array<std::string_view, 3> choices{"none", "once", "twice"};
  static constexpr OptimizerStateSettings settings{};

  static Arguments setting() {
    return {{"layers", grouped(settings.layers)}, {"width", grouped(settings.width)}};
  }

  static Finding run(Progress& progress) {
    const OptimizerStateResult result = run_bytes(settings, progress);
    const Bytes before = result.state_after[0], once = result.parameter_bytes;
    return {
        proved(
            {{"none", before == Bytes{}}, {"once", before == once}, {"twice", before >= 2 * once}}),
        {{"before", bytes_text(before)},
         {"after", bytes_text(result.state_after[1])},
         {"parameters", bytes_text(once)}}};
  }
};

struct MemoryRunsOut {
  static constexpr std::string_view id = "memory_runs_out", lesson = part;
  static constexpr auto words = &QuestionStrings::memory_runs_out;
  static constexpr std::array<std::string_view, 4> choices{"backward_1", "step_1", "backward_2",
                                                           "step_2"};
  static constexpr OptimizerStateSettings settings{.batch = 4096};

  static Arguments setting() {
    return {{"layers", grouped(settings.layers)},
            {"width", grouped(settings.width)},
            {"batch", grouped(settings.batch)}};
  }

  static Finding run(Progress& progress) {
    const OptimizerStateResult result = run_bytes(settings, progress);
    Bytes peak;
    for (const PhaseEnd& end : result.phases) peak = std::max(peak, end.total_at_peak());
    const auto is = [&](std::int64_t iteration, Phase phase) {
      return peak_in(result, iteration, phase) == peak;
    };
    const Bytes first = peak_in(result, 1, Phase::backward);
    const Bytes second = peak_in(result, 2, Phase::backward);
    return {proved({{"backward_1", is(1, Phase::backward)},
                    {"step_1", is(1, Phase::optimizer_step)},
                    {"backward_2", is(2, Phase::backward)},
                    {"step_2", is(2, Phase::optimizer_step)}}),
            {{"first", bytes_text(first)},
             {"second", bytes_text(second)},
             {"difference", bytes_text(second - first)},
             {"state", bytes_text(result.state_after[1])}}};
  }
};

struct SgdMomentumState {
  static constexpr std::string_view id = "sgd_momentum_state", lesson = part;
  static constexpr auto words = &QuestionStrings::sgd_momentum_state;
  static constexpr std::array<std::string_view, 3> choices{"none", "once", "twice"};

  static Finding run(Progress& progress) {
    const OptimizerStateResult result = run_bytes({}, progress);
    const auto state_of = [&](std::string_view id_of_choice) {
      for (const StateOfChoice& choice : result.choices)
        if (choice.optimizer.id == id_of_choice) return choice.state;
      fail("[question] there is no such optimizer");
    };
    const Bytes momentum = state_of("sgd_momentum"), once = result.parameter_bytes;
    return {proved({{"none", momentum == Bytes{}},
                    {"once", momentum == once},
                    {"twice", momentum >= 2 * once}}),
            {{"momentum", bytes_text(momentum)},
             {"adamw", bytes_text(state_of("adamw"))},
             {"sgd", bytes_text(state_of("sgd"))},
             {"parameters", bytes_text(once)}}};
  }
};

/// Deep enough that a step's temporaries, of one layer's size, do not hide where the peak moves.
struct PeakIsTheSum {
  static constexpr std::string_view id = "peak_is_the_sum", lesson = part;
  static constexpr auto words = &QuestionStrings::peak_is_the_sum;
  static constexpr std::array<std::string_view, 4> choices{"sum", "step", "turn", "flips"};
  static constexpr std::int64_t layers = 64, small_batch = 240, large_batch = 264;

  static Arguments setting() {
    return {{"layers", grouped(layers)},
            {"small", grouped(small_batch)},
            {"large", grouped(large_batch)}};
  }

  /// The second iteration, when there is state.
  struct Iteration {
    Bytes step{}, turn{}, peak{}, sum{}, activations{}, parameters{};
  };
  static Iteration iteration(std::int64_t batch, Progress& progress) {
    const OptimizerStateResult result = run_bytes({.layers = layers, .batch = batch}, progress);
    Iteration found{
        .step = peak_in(result, 2, Phase::optimizer_step),
        .turn = std::max(peak_in(result, 2, Phase::forward), peak_in(result, 2, Phase::backward))};
    found.peak = std::max(found.step, found.turn);
    found.activations = at_end(result, Phase::forward, MemoryCategory::activation) +
                        at_end(result, Phase::forward, MemoryCategory::input);
    found.parameters = result.parameter_bytes;
    found.sum = found.activations + found.parameters +
                at_end(result, Phase::optimizer_step, MemoryCategory::gradient) +
                at_end(result, Phase::optimizer_step, MemoryCategory::optimizer_state);
    return found;
  }

  static Finding run(Progress& progress) {
    const Iteration small = iteration(small_batch, progress);
    const Iteration large = iteration(large_batch, progress);
    const bool sum = small.peak >= small.sum && large.peak >= large.sum;
    const auto in_step = [](const Iteration& at) { return at.step > at.turn; };
    return {proved({{"sum", sum},
                    {"step", !sum && in_step(small) && in_step(large)},
                    {"turn", !sum && !in_step(small) && !in_step(large)},
                    {"flips", !sum && in_step(small) && !in_step(large)}}),
            {{"parameters", bytes_in_short(small.parameters)},
             {"small", grouped(small_batch)},
             {"large", grouped(large_batch)},
             {"small_activations", bytes_in_short(small.activations)},
             {"large_activations", bytes_in_short(large.activations)},
             {"small_peak", bytes_in_short(small.peak)},
             {"small_sum", bytes_in_short(small.sum)},
             {"large_peak", bytes_in_short(large.peak)},
             {"large_sum", bytes_in_short(large.sum)}}};
  }
};

}  // namespace

extern const Question state_before_step, memory_runs_out, sgd_momentum_state, peak_is_the_sum;
const Question state_before_step = question<StateBeforeStep>();
const Question memory_runs_out = question<MemoryRunsOut>();
const Question sgd_momentum_state = question<SgdMomentumState>();
const Question peak_is_the_sum = question<PeakIsTheSum>();

}  // namespace tally
