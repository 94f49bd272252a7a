// Questions beside lesson 4: what micro-batches change, and what hides a mistake.
#include "experiments/accumulation.h"

#include <algorithm>
#include <cmath>

#include "engine/engine.h"
#include "lecture/format.h"
#include "lecture/questions/shared.h"

namespace tally {
namespace {

constexpr std::string_view part = "accumulation";
constexpr AccumulationSettings lecture_settings{};

/// Bytes alone, on meta.
AccumulationResult run_bytes(const AccumulationSettings& settings, Progress& progress) {
  return run_accumulation(Engine(Device::meta), settings, progress);
}

/// Bytes of gradients when each micro-batch's forward begins.
std::vector<Bytes> gradients_at_forward(const Recording& recording) {
  std::vector<Bytes> found;
  Account account(recording);
  Phase phase = Phase::none;
  do {
    const LiveSample& now = account.now();
    if (now.phase == Phase::forward && phase != Phase::forward)
      found.push_back(now.live(MemoryCategory::gradient));
    phase = now.phase;
  } while (account.next());
  return found;
}

struct ForgottenDivision {
  static constexpr std::string_view id = "forgotten_division", lesson = part;
  static constexpr auto words = &QuestionStrings::forgotten_division;
  static constexpr std::array<std::string_view, 4> choices{"both", "sgd", "adamw", "neither"};

  static Arguments setting() { return {{"micro", grouped(lecture_settings.micro_batches)}}; }

  static Finding run(Progress& progress) {
    AccumulationSettings settings = lecture_settings;
    settings.divide_loss = false;
    const AccumulationResult result = run_accumulation(Engine(), settings, progress);
    const auto& factors = result.mistakes.at(result.own_mistake).steps[0];
    // Larger by about M, and not by a little that rounding explains.
    const auto larger = [&](double factor) {
      return factor > 0.9 * static_cast<double>(settings.micro_batches);
    };
    const bool sgd = larger(factors.sgd), adamw = larger(factors.adamw);
    return {proved({{"both", sgd && adamw},
                    {"sgd", sgd && !adamw},
                    {"adamw", adamw && !sgd},
                    {"neither", !sgd && !adamw}}),
            {{"gradient", fixed(factors.gradient, 2)},
             {"sgd", fixed(factors.sgd, 2)},
             {"adamw", fixed(factors.adamw, 2)}}};
  }
};

struct ChunkOfSix {
  static constexpr std::string_view id = "chunk_of_six", lesson = part;
  static constexpr auto words = &QuestionStrings::chunk_of_six;
  static constexpr std::array<std::string_view, 3> choices{"3", "4", "unequal"};
  static constexpr AccumulationSettings settings{.batch = 6, .micro_batches = 4};

  static Arguments setting() {
    return {{"batch", grouped(settings.batch)}, {"asked", grouped(settings.micro_batches)}};
  }

  static Finding run(Progress& progress) {
    const std::vector<std::int64_t> sizes = run_bytes(settings, progress).sizes;
    const auto is = [&](std::vector<std::int64_t> expected) { return sizes == expected; };
    std::string list;
    for (const std::int64_t size : sizes) list += (list.empty() ? "" : " + ") + grouped(size);
    return {proved({{"3", is({2, 2, 2})}, {"4", is({2, 2, 1, 1})}, {"unequal", is({1, 1, 1, 3})}}),
            {{"made", grouped(static_cast<std::int64_t>(sizes.size()))},
             {"asked", grouped(settings.micro_batches)},
             {"sizes", list}}};
  }
};

struct AccumulationLowersPeak {
  static constexpr std::string_view id = "accumulation_lowers_peak", lesson = part;
  static constexpr auto words = &QuestionStrings::accumulation_lowers_peak;
  static constexpr std::array<std::string_view, 4> choices{"quarter", "lower", "same", "higher"};

  static Arguments setting() {
    return {{"layers", grouped(lecture_settings.layers)},
            {"width", grouped(lecture_settings.width)},
            {"batch", grouped(lecture_settings.batch)},
            {"micro", grouped(lecture_settings.micro_batches)}};
  }

  static Finding run(Progress& progress) {
    const AccumulationResult result = run_bytes(lecture_settings, progress);
    const Bytes large = result.peak_large, small = result.peak_small;
    const bool quarter = lecture_settings.micro_batches * small <= large;
    return {proved({{"quarter", quarter},
                    {"lower", small < large && !quarter},
                    {"same", small == large},
                    {"higher", small > large}}),
            {{"large", bytes_text(large)},
             {"small", bytes_text(small)},
             {"saved_large", bytes_text(result.saved_large)},
             {"saved_small", bytes_text(result.saved_small)},
             {"gradients", bytes_text(result.gradients)}}};
  }
};

struct GradientsBetween {
  static constexpr std::string_view id = "gradients_between", lesson = part;
  static constexpr auto words = &QuestionStrings::gradients_between;
  static constexpr std::array<std::string_view, 4> choices{"none", "part", "once", "each"};

  static Arguments setting() { return {{"micro", grouped(lecture_settings.micro_batches)}}; }

  static Finding run(Progress& progress) {
    const AccumulationResult result = run_bytes(lecture_settings, progress);
    const std::vector<Bytes> gradients = gradients_at_forward(result.timeline);
    const Bytes first = gradients.front(), second = gradients.at(1), last = gradients.back();
    const Bytes full = result.parameters;
    return {proved({{"none", second == Bytes{}},
                    {"part", Bytes{} < second && second < full},
                    {"once", second == full && last == full},
                    {"each", second == full && last > full}}),
            {{"first", bytes_text(first)},
             {"second", bytes_text(second)},
             {"last", bytes_text(last)},
             {"saved_large", bytes_text(result.saved_large)},
             {"saved_small", bytes_text(result.saved_small)}}};
  }
};

}  // namespace

extern const Question forgotten_division, chunk_of_six, accumulation_lowers_peak, gradients_between;
const Question forgotten_division = question<ForgottenDivision>();
const Question chunk_of_six = question<ChunkOfSix>();
const Question accumulation_lowers_peak = question<AccumulationLowersPeak>();
const Question gradients_between = question<GradientsBetween>();

}  // namespace tally
