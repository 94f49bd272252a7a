// Questions beside lesson 7, and the one that the lecture closes with: which lever moves what.
#include "experiments/levers.h"

#include "engine/engine.h"
#include "lecture/format.h"
#include "lecture/questions/shared.h"

namespace tally {
namespace {

constexpr std::string_view part = "levers";
constexpr LeversSettings settings{};

LeversResult run_bytes(Progress& progress) {
  return run_levers(Engine(Device::meta), settings, progress);
}

struct WhatFits7B {
  static constexpr std::string_view id = "what_fits_7b", lesson = "closing";
  static constexpr auto words = &QuestionStrings::what_fits_7b;
  static constexpr std::array<std::string_view, 4> choices{"batch", "accumulation", "checkpointing",
                                                           "sharding"};

  static Arguments setting() {
    return {{"size", compact(static_cast<double>(levers_large_layers * levers_large_width *
                                                 levers_large_width))},
            {"gpu", gigabytes_text(levers_capacity)}};
  }

  static Finding run(Progress& progress) {
    const LeverRuns runs = run_bytes(progress).large;
    const auto fits = [&](Lever lever) { return runs.at(lever).peak <= levers_capacity; };
    const auto states = [&](Lever lever) { return gigabytes_text(runs.at(lever).states()); };
    return {proved({{"batch", fits(Lever::batch)},
                    {"accumulation", fits(Lever::accumulation)},
                    {"checkpointing", fits(Lever::checkpointing)},
                    {"sharding", fits(Lever::sharding)}}),
            {{"states", gigabytes_text(runs.before.states())},
             {"accumulation", states(Lever::accumulation)},
             {"checkpointing", states(Lever::checkpointing)},
             {"sharding", states(Lever::sharding)},
             {"optimizer", states(Lever::optimizer)},
             {"gpus", grouped(settings.gpus)},
             {"gpu", gigabytes_text(levers_capacity)}}};
  }
};

struct WhatBf16Saves {
  static constexpr std::string_view id = "what_bf16_saves", lesson = part;
  static constexpr auto words = &QuestionStrings::what_bf16_saves;
  static constexpr std::array<std::string_view, 4> choices{"states", "activations", "both",
                                                           "neither"};

  static Finding run(Progress& progress) {
    const LeverRuns runs = run_bytes(progress).runs;
    const LeverBytes &before = runs.before, &with = runs.at(Lever::recipe);
    const bool states = with.states() < before.states(), activations = with.saved < before.saved;
    return {proved({{"states", states && !activations},
                    {"activations", activations && !states},
                    {"both", states && activations},
                    {"neither", !states && !activations}}),
            {{"states_before", bytes_text(before.states())},
             {"states_after", bytes_text(with.states())},
             {"saved_before", bytes_text(before.saved)},
             {"saved_after", bytes_text(with.saved)}}};
  }
};

struct WhatMovesTheState {
  static constexpr std::string_view id = "what_moves_the_state", lesson = part;
  static constexpr auto words = &QuestionStrings::what_moves_the_state;
  static constexpr std::array<std::string_view, 4> choices{"recipe", "optimizer", "batch",
                                                           "checkpointing"};

  static Finding run(Progress& progress) {
    const LeverRuns runs = run_bytes(progress).runs;
    const auto state = [](const LeverBytes& bytes) {
      return bytes.of(MemoryCategory::optimizer_state);
    };
    const auto moves = [&](Lever lever) { return state(runs.at(lever)) != state(runs.before); };
    return {proved({{"recipe", moves(Lever::recipe)},
                    {"optimizer", moves(Lever::optimizer)},
                    {"batch", moves(Lever::batch)},
                    {"checkpointing", moves(Lever::checkpointing)}}),
            {{"before", bytes_text(state(runs.before))},
             {"optimizer", bytes_text(state(runs.at(Lever::optimizer)))},
             {"sharding", bytes_text(state(runs.at(Lever::sharding)))},
             {"gpus", grouped(settings.gpus)}}};
  }
};

}  // namespace

extern const Question what_fits_7b, what_bf16_saves, what_moves_the_state;
const Question what_fits_7b = question<WhatFits7B>();
const Question what_bf16_saves = question<WhatBf16Saves>();
const Question what_moves_the_state = question<WhatMovesTheState>();

}  // namespace tally
