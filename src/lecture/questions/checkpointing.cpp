// Questions beside lesson 5: how few activations are enough, and what they cost.
#include "experiments/checkpointing.h"

#include <algorithm>
#include <cmath>

#include "engine/engine.h"
#include "lecture/format.h"
#include "lecture/questions/shared.h"

namespace tally {
namespace {

constexpr std::string_view part = "checkpointing";

/// Bytes and FLOPs, on meta.
CheckpointingResult run_bytes(const CheckpointingSettings& settings, Progress& progress) {
  return run_checkpointing(Engine(Device::meta), settings, progress);
}

std::string units(double count) { return decimal(count, 2); }

std::string forwards(const CheckpointingRun& run, Flops flops) {
  return fixed(static_cast<double>(flops.count) / static_cast<double>(run.forward.count), 2);
}

struct TwoRoots {
  static constexpr std::string_view id = "two_roots", lesson = part;
  static constexpr auto words = &QuestionStrings::two_roots;
  static constexpr std::array<std::string_view, 4> choices{"6", "7", "8", "9"};

  static CheckpointingSettings settings() { return {.lengths = {6, 4, 3, 2, 1}}; }

  static Arguments setting() {
    std::string lengths;
    for (const std::int64_t length : settings().lengths)
      lengths += (lengths.empty() ? "" : ", ") + grouped(length);
    return {{"layers", grouped(settings().layers)}, {"lengths", lengths}};
  }

  static Finding run(Progress& progress) {
    const CheckpointingResult result = run_bytes(settings(), progress);
    const double hand = result.chosen.units;
    const auto equal = std::min_element(
        result.by_segment.begin(), result.by_segment.end(),
        [](const CheckpointingRun& a, const CheckpointingRun& b) { return a.units < b.units; });
    return {proved({{"6", hand == 6}, {"7", hand == 7}, {"8", hand == 8}, {"9", hand == 9}}),
            {{"hand", units(hand)},
             {"equal", units(equal->units)},
             {"plain", units(result.plain.units)}}};
  }
};

struct OnePerLayer {
  static constexpr std::string_view id = "one_per_layer", lesson = part;
  static constexpr auto words = &QuestionStrings::one_per_layer;
  static constexpr std::array<std::string_view, 4> choices{"toy", "wide", "both", "neither"};

  static Finding run(Progress& progress) {
    const CheckpointingResult toy = run_bytes({}, progress);
    const CheckpointingResult wide = run_bytes({.block = BlockKind::wide}, progress);
    // One checkpoint per layer saves least of all segment lengths, and less than none at all.
    const auto best = [](const CheckpointingResult& result) {
      const double one = result.by_segment.front().units;
      return one < result.plain.units &&
             std::all_of(
                 result.by_segment.begin() + 1, result.by_segment.end(),
                 [&](const CheckpointingRun& run) { return one < run.units; });
    };
    const bool for_toy = best(toy), for_wide = best(wide);
    return {proved({{"toy", for_toy && !for_wide},
                    {"wide", for_wide && !for_toy},
                    {"both", for_toy && for_wide},
                    {"neither", !for_toy && !for_wide}}),
            {{"toy", units(toy.by_segment.front().units)},
             {"toy_plain", units(toy.plain.units)},
             {"wide", units(wide.by_segment.front().units)},
             {"wide_plain", units(wide.plain.units)}}};
  }
};

struct RecomputationCost {
  static constexpr std::string_view id = "recomputation_cost", lesson = part;
  static constexpr auto words = &QuestionStrings::recomputation_cost;
  static constexpr std::array<std::string_view, 4> choices{"3", "4", "5", "6"};

  static Finding run(Progress& progress) {
    const CheckpointingResult result = run_bytes({}, progress);
    const CheckpointingRun& each = result.by_segment.front();
    const auto about = [&](std::int64_t forward_passes) {
      return std::llround(static_cast<double>(each.total.count) /
                          static_cast<double>(each.forward.count)) == forward_passes;
    };
    return {proved({{"3", about(3)}, {"4", about(4)}, {"5", about(5)}, {"6", about(6)}}),
            {{"plain", forwards(result.plain, result.plain.total)},
             {"checkpointed", forwards(each, each.total)},
             {"more", percent_text(static_cast<double>(each.total.count) /
                                       static_cast<double>(result.plain.total.count) -
                                   1)}}};
  }
};

struct CheckpointingLowersPeak {
  static constexpr std::string_view id = "checkpointing_lowers_peak", lesson = part;
  static constexpr auto words = &QuestionStrings::checkpointing_lowers_peak;
  static constexpr std::array<std::string_view, 3> choices{"half", "lower", "not_lower"};
  static constexpr std::int64_t large_batch = 4096;

  static Arguments setting() {
    const CheckpointingSettings settings;
    return {{"layers", grouped(settings.layers)},
            {"width", grouped(settings.width)},
            {"batch", grouped(settings.batch)},
            {"segment", grouped(settings.segment)}};
  }

  static Finding run(Progress& progress) {
    const CheckpointingResult result = run_bytes({}, progress);
    const CheckpointingResult large = run_bytes({.batch = large_batch}, progress);
    const Bytes plain = result.plain.live_peak, chosen = result.chosen.live_peak;
    const bool half = 2 * chosen <= plain;
    return {
        proved(
            {{"half", half}, {"lower", chosen < plain && !half}, {"not_lower", chosen >= plain}}),
        {{"units", units(result.chosen.units)},
         {"plain_units", units(result.plain.units)},
         {"peak", bytes_in_short(chosen)},
         {"plain_peak", bytes_in_short(plain)},
         {"large_batch", grouped(large_batch)},
         {"large_peak", bytes_in_short(large.chosen.live_peak)},
         {"large_plain_peak", bytes_in_short(large.plain.live_peak)}}};
  }
};

}  // namespace

extern const Question two_roots, one_per_layer, recomputation_cost, checkpointing_lowers_peak;
const Question two_roots = question<TwoRoots>();
const Question one_per_layer = question<OnePerLayer>();
const Question recomputation_cost = question<RecomputationCost>();
const Question checkpointing_lowers_peak = question<CheckpointingLowersPeak>();

}  // namespace tally
