// Lesson 5: activation checkpointing. What is saved at most for every segment length, what it
// computes, and the live bytes of one run.
#include "experiments/checkpointing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "autograd/checkpoint.h"
#include "engine/engine.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lesson.h"
#include "lecture/lessons/checkpointing_parts.h"
#include "lecture/lessons/shared.h"
#include "lecture/scripts.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "lecture/timeline.h"

namespace tally {
namespace {

using namespace checkpointing;

constexpr std::array<Choice, 2> blocks{{
    {"toy", [](const Strings& s) { return s.checkpointing.block_toy; }},
    {"wide", [](const Strings& s) { return s.checkpointing.block_wide; }},
}};

constexpr Parameter segment_parameter{
    .key = "segment",
    .kind = ParameterKind::integer,
    .label = [](const Strings& s) { return s.checkpointing.segment; },
    .help = [](const Strings& s) { return s.checkpointing.segment_help; },
    .unit = Unit::layers,
    .min = 1,
    .max = 128,
    .default_text = "4"};

struct CheckpointingLesson {
  static constexpr std::string_view id = "checkpointing";
  static constexpr int number = 5;
  static constexpr TextKey title = [](const Strings& s) { return s.checkpointing.title; };

  static constexpr std::array<Parameter, 10> parameters{{
      layers_parameter(128, "16"),
      segment_parameter,
      {.key = "boundaries",
       .kind = ParameterKind::integers,
       .label = [](const Strings& s) { return s.checkpointing.boundaries; },
       .help = [](const Strings& s) { return s.checkpointing.boundaries_help; },
       .unit = Unit::layers,
       .min = 1,
       .max = 128,
       .default_text = ""},
      {.key = "block",
       .kind = ParameterKind::choice,
       .label = [](const Strings& s) { return s.checkpointing.block; },
       .help = [](const Strings& s) { return s.checkpointing.block_help; },
       .default_text = "toy",
       .choices = blocks},
      width_parameter(8, 4096, "256"),
      batch_parameter(1, 4096, "32"),
      {.key = "early_stop",
       .kind = ParameterKind::flag,
       .label = [](const Strings& s) { return s.checkpointing.early_stop; },
       .help = [](const Strings& s) { return s.checkpointing.early_stop_help; },
       .default_text = "true"},
      {.key = "preserve_rng_state",
       .kind = ParameterKind::flag,
       .label = [](const Strings& s) { return s.checkpointing.preserve_rng; },
       .help = [](const Strings& s) { return s.checkpointing.preserve_rng_help; },
       .default_text = "true"},
      {.key = "keep_gradients",
       .kind = ParameterKind::flag,
       .label = [](const Strings& s) { return s.checkpointing.keep_gradients; },
       .help = [](const Strings& s) { return s.checkpointing.keep_gradients_help; },
       .default_text = "false"},
      {.key = "all_bands",
       .kind = ParameterKind::flag,
       .label = [](const Strings& s) { return s.checkpointing.all_bands; },
       .help = [](const Strings& s) { return s.checkpointing.all_bands_help; },
       .default_text = "false"},
  }};

  struct Result {
    CheckpointingResult run;
    TimelineBands bands;
  };

  static std::vector<Issue> validate(const Values& values, const Language& language);

  static Result run(const Values& values, Progress& progress) {
    CheckpointingResult result = run_checkpointing(
        Engine(),
        {.layers = values.integer("layers"),
         .width = values.integer("width"),
         .batch = values.integer("batch"),
         .block = values.choice("block") == "toy" ? BlockKind::toy : BlockKind::wide,
         .segment = values.integer("segment"),
         .lengths = values.integers("boundaries"),
         .early_stop = values.flag("early_stop"),
         .preserve_rng_state = values.flag("preserve_rng_state"),
         .keep_gradients = values.flag("keep_gradients")},
        progress);
    const TimelineBands bands =
        values.flag("all_bands") ? TimelineBands::all : telling_bands(result.timeline);
    return {std::move(result), bands};
  }

  static Presentation present(const Result& result, const Language& language);
};

/// "4 segments".
std::string segments_text(std::int64_t count, const Language& language) {
  const CheckpointingStrings& words = words_of(language);
  return fill(count == 1 ? words.one_segment : words.many_segments, {{"count", grouped(count)}});
}

std::vector<Issue> CheckpointingLesson::validate(const Values& values, const Language& language) {
  const std::vector<std::int64_t>& lengths = values.integers("boundaries");
  const std::int64_t sum = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
  const std::int64_t layers = values.integer("layers");
  if (const std::int64_t segment = values.integer("segment"); lengths.empty() && segment > layers)
    return {{"segment", fill(words_of(language).long_segment,
                             {{"segment", grouped(segment)}, {"layers", grouped(layers)}})}};
  if (lengths.empty() || sum == layers) return {};
  return {{"boundaries", fill(words_of(language).wrong_sum, {{"lengths", lengths_text(lengths)},
                                                             {"sum", grouped(sum)},
                                                             {"layers", grouped(layers)}})}};
}

std::string sentence(const CheckpointingResult& result, const Language& language) {
  const CheckpointingStrings& words = words_of(language);
  const auto segments = static_cast<std::int64_t>(result.chosen.segments.size());
  return join_sentences(
      fill(words.sentence, {{"layers", quantity(result.settings.layers, Unit::layers, language)},
                            {"segments", segments_text(segments, language)},
                            {"units", units_text(result.chosen.units)},
                            {"bytes", bytes_text(result.chosen.saved_peak)},
                            {"plain_units", units_text(result.plain.units)},
                            {"plain_bytes", bytes_text(result.plain.saved_peak)},
                            {"flops", multiple_text(multiple(result.chosen))},
                            {"plain_flops", multiple_text(multiple(result.plain))}}),
      !result.computed          ? words.sentence_meta
      : !result.gradients_equal ? words.sentence_different
      : result.gradients_zero   ? words.sentence_zero
                                : words.sentence_equal);
}

std::vector<std::string> notes(const CheckpointingResult& result, const Language& language) {
  const CheckpointingStrings& words = words_of(language);
  const CheckpointingSettings& s = result.settings;
  std::vector<std::string> list{device_note(result.computed, Dtype::float32, language)};
  list.push_back(fill(words.note_input,
                      {{"plain", units_text(result.plain.units)}, {"layers", grouped(s.layers)}}));
  list.emplace_back(toy(result) ? words.note_estimate_toy : words.note_estimate_wide);
  list.emplace_back(words.note_measured);
  const std::size_t least = best(result);
  list.push_back(
      fill(words.note_best, {{"best", grouped(static_cast<std::int64_t>(least + 1))},
                             {"units", units_text(result.by_segment[least].units)},
                             {"root", decimal(std::sqrt(static_cast<double>(s.layers)), 2)}}));
  list.emplace_back(toy(result) ? words.note_toy : words.note_wide);
  if (!s.lengths.empty() && grouped(s.segment) != segment_parameter.default_text)
    list.push_back(fill(words.note_segment_unused, {{"segment", grouped(s.segment)}}));
  if (!s.lengths.empty())
    list.push_back(fill(words.note_hand, {{"units", units_text(result.chosen.units)},
                                          {"best", units_text(result.by_segment[least].units)}}));
  else if (s.layers % s.segment != 0 && s.segment < s.layers)
    list.push_back(fill(words.note_uneven,
                        {{"last", quantity(s.layers % s.segment, Unit::layers, language)}}));
  list.emplace_back(words.note_flops);
  list.emplace_back(!s.early_stop ? words.note_early_off
                    : toy(result) ? words.note_early_toy
                                  : words.note_early_wide);
  if (s.preserve_rng_state)
    list.push_back(
        fill(words.note_rng,
             {{"state", grouped(rng_state_bytes)},
              {"segments",
               segments_text(static_cast<std::int64_t>(result.chosen.segments.size()), language)},
              {"bytes", bytes_text(result.chosen.rng_peak)}}));
  else
    list.emplace_back(words.note_rng_off);
  if (s.keep_gradients) list.emplace_back(words.note_temporary);
  const LiveSample peak = peak_live(result.timeline);
  list.push_back(
      fill(words.note_peak, {{"peak", bytes_text(peak.total)},
                             {"parameters", bytes_text(peak.live(MemoryCategory::parameter))},
                             {"gradients", bytes_text(peak.live(MemoryCategory::gradient))},
                             {"saved", bytes_text(peak.saved)},
                             {"plain", bytes_text(result.plain.live_peak)}}));
  if (result.chosen.live_peak >= result.plain.live_peak) list.emplace_back(words.note_peak_same);
  list.emplace_back(words.note_real_models);
  return list;
}

std::vector<Plot> plots(const CheckpointingResult& result, const Language& language) {
  const CheckpointingStrings& words = words_of(language);
  const CheckpointingSettings& s = result.settings;
  Series measured{"measured", std::string(language.strings->common.measured), "measured",
                  SeriesKind::points};
  Series estimated{"estimate", std::string(words.estimate_series), "formula"};
  Series flops{"with", std::string(words.with_series), "measured", SeriesKind::points};
  for (std::size_t i = 0; i < result.by_segment.size(); ++i) {
    const auto k = static_cast<std::int64_t>(i + 1);
    for (Series* series : {&measured, &estimated, &flops})
      series->x.push_back(static_cast<double>(k));
    measured.y.push_back(result.by_segment[i].units);
    estimated.y.push_back(estimate(result, s.layers, k));
    flops.y.push_back(multiple(result.by_segment[i]));
  }
  const Axis segments = axis(words.segment_axis, Unit::layers, language);
  Plot peak{"peak", std::string(words.peak_plot), segments,
            axis(words.units_axis, Unit::activation_units, language)};
  peak.series = {estimated, measured};
  peak.marks = {{Mark::Along::y, result.plain.units,
                 fill(words.plain_mark, {{"units", units_text(result.plain.units)}}), "limit"}};
  Plot computation{"computation", std::string(words.flops_plot), segments,
                   axis(words.multiple_axis, Unit::multiple, language)};
  computation.series = {flops};
  computation.marks = {{Mark::Along::y, multiple(result.plain),
                        fill(words.plain_mark, {{"units", multiple_text(multiple(result.plain))}}),
                        "limit"}};
  if (s.lengths.empty()) {
    const std::int64_t k = s.segment;
    for (Plot* plot : {&peak, &computation})
      plot->series.push_back({"yours",
                              std::string(language.strings->ui.yours),
                              "yours",
                              SeriesKind::points,
                              {static_cast<double>(k)},
                              {plot == &peak ? result.chosen.units : multiple(result.chosen)}});
  } else {
    peak.marks.push_back({Mark::Along::y, result.chosen.units,
                          std::string(words.hand_row) + ": " + units_text(result.chosen.units),
                          "yours"});
  }
  return {peak, computation};
}

Presentation CheckpointingLesson::present(const Result& shown_result, const Language& language) {
  const CheckpointingResult& result = shown_result.run;
  Presentation shown{sentence(result, language)};
  shown.notes = notes(result, language);
  shown.plots = plots(result, language);
  const CheckpointingStrings& words = words_of(language);
  const Str& caption =
      shown_result.bands == TimelineBands::all ? words.timeline_caption : words.moving_caption;
  add_timeline(shown, result.timeline, "live_bytes",
               fill(caption, {{"lengths", lengths_text(result.chosen.segments)}}), language,
               shown_result.bands);
  shown.tables = tables(result, language);
  shown.pytorch = pytorch(result, language);
  if (!shown.pytorch) shown.notes.emplace_back(language.strings->scripts.none);
  return shown;
}

}  // namespace

extern const Lesson checkpointing_lesson;
const Lesson checkpointing_lesson = lesson<CheckpointingLesson>();

}  // namespace tally
