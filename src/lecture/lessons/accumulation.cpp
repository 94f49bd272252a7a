// Lesson 4: one large batch against micro-batches whose gradients add up; what it spares, what it
// costs, and the mistakes everyone makes once.
#include "experiments/accumulation.h"

#include <array>
#include <cmath>

#include "engine/engine.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lesson.h"
#include "lecture/lessons/accumulation_parts.h"
#include "lecture/lessons/shared.h"
#include "lecture/scripts.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "lecture/timeline.h"

namespace tally {
namespace {

using namespace accumulation;

struct AccumulationLesson {
  static constexpr std::string_view id = "accumulation";
  static constexpr int number = 4;
  static constexpr TextKey title = [](const Strings& s) { return s.accumulation.title; };

  static constexpr std::array<Parameter, 8> parameters{{
      layers_parameter(16, "4"),
      width_parameter(8, 1024, "128"),
      batch_parameter(1, 1024, "64"),
      {.key = "micro_batches",
       .kind = ParameterKind::integer,
       .label = [](const Strings& s) { return s.accumulation.micro_batches; },
       .help = [](const Strings& s) { return s.accumulation.micro_batches_help; },
       .min = 1,
       .max = 64,
       .default_text = "4"},
      {.key = "weighted",
       .kind = ParameterKind::flag,
       .label = [](const Strings& s) { return s.accumulation.weighted; },
       .help = [](const Strings& s) { return s.accumulation.weighted_help; },
       .default_text = "false"},
      {.key = "divide_loss",
       .kind = ParameterKind::flag,
       .label = [](const Strings& s) { return s.accumulation.divide_loss; },
       .help = [](const Strings& s) { return s.accumulation.divide_loss_help; },
       .default_text = "true"},
      {.key = "zero_grad",
       .kind = ParameterKind::flag,
       .label = [](const Strings& s) { return s.accumulation.zero_grad; },
       .help = [](const Strings& s) { return s.accumulation.zero_grad_help; },
       .default_text = "true"},
      {.key = "seed",
       .kind = ParameterKind::integer,
       .label = [](const Strings& s) { return s.accumulation.seed; },
       .help = [](const Strings& s) { return s.accumulation.seed_help; },
       .min = 0,
       .max = 9999,
       .default_text = "0"},
  }};

  static AccumulationResult run(const Values& values, Progress& progress) {
    return run_accumulation(Engine(),
                            {.layers = values.integer("layers"),
                             .width = values.integer("width"),
                             .batch = values.integer("batch"),
                             .micro_batches = values.integer("micro_batches"),
                             .weighted = values.flag("weighted"),
                             .divide_loss = values.flag("divide_loss"),
                             .zero_grad = values.flag("zero_grad"),
                             .seed = values.integer("seed")},
                            progress);
  }

  static Presentation present(const AccumulationResult& result, const Language& language);
};

bool unequal(const AccumulationResult& result) {
  return result.sizes.front() != result.sizes.back();
}

std::string milliseconds(double seconds) { return significant(seconds * 1e3) + " ms"; }

/// True where a right step left every parameter as it was, so that it has no factor.
bool unmoved(const AccumulationResult& result) {
  for (const auto& step : result.mistakes.front().steps)
    if (!std::isfinite(step.sgd) || !std::isfinite(step.adamw)) return true;
  return false;
}

/// True where the change of the parameters is not what the optimizer made of the gradient, which
/// SGD scales and AdamW's first step divides away.
bool drifts(const AccumulationResult& result) {
  constexpr double tolerated = 0.05;
  for (const auto& mistake : result.mistakes) {
    if (std::abs(mistake.steps[0].adamw - 1) > tolerated) return true;
    for (const auto& step : mistake.steps)
      if (std::abs(step.sgd / step.gradient - 1) > tolerated) return true;
  }
  return false;
}

/// True where the two ways differ by rounding only.
bool agree(const AccumulationResult& result) { return relative_difference(result) < 1e-4; }

std::string sentence(const AccumulationResult& result, const Language& language) {
  const AccumulationStrings& words = words_of(language);
  const std::string first = fill(made(result) == 1 ? words.sentence_one_part : words.sentence,
                                 {{"batch", grouped(result.settings.batch)},
                                  {"micro", grouped(made(result))},
                                  {"large", bytes_text(result.saved_large)},
                                  {"small", bytes_text(result.saved_small)},
                                  {"ratio", decimal(ratio(result), 2)}});
  std::string second(words.sentence_meta.utf8);
  if (result.computed && result.largest_difference == 0)
    second = words.sentence_equal;
  else if (result.computed && agree(result))
    second =
        fill(words.sentence_difference, {{"difference", scientific(result.largest_difference, 2)},
                                         {"relative", scientific(relative_difference(result), 2)}});
  else if (result.computed)
    second =
        fill(words.sentence_factor, {{"step", std::to_string(result.shown_step + 1)},
                                     {"factor", factor_text(result.gradient_factor)},
                                     {"difference", scientific(result.largest_difference, 2)}});
  return join_sentences(first, second);
}

/// The parts that chunk gives: "3 + 3 + 3 + 1", the middle left out of a long list.
std::string sizes_text(const AccumulationResult& result) {
  std::string text;
  for (std::size_t i = 0; i < result.sizes.size(); ++i) {
    if (i == 4 && result.sizes.size() > 8) {
      i = result.sizes.size() - 2;
      text += " + …";
    }
    text += (i ? " + " : "") + grouped(result.sizes[i]);
  }
  return text;
}

std::vector<std::string> notes(const AccumulationResult& result, const Language& language) {
  const AccumulationStrings& words = words_of(language);
  const AccumulationSettings& s = result.settings;
  std::vector<std::string> list{device_note(result.computed, Dtype::float32, language)};
  list.push_back(fill(words.note_saved,
                      {{"layers", grouped(s.layers)}, {"units_large", grouped(s.layers + 2)}}));
  if (result.computed && result.largest_difference > 0 && agree(result))
    list.emplace_back(words.note_rounding);
  list.push_back(fill(words.note_retained, {{"gradients", bytes_text(result.gradients)}}));
  list.push_back(
      fill(result.peak_small > result.peak_large ? words.note_peak_grows : words.note_peak_falls,
           {{"large", bytes_text(result.peak_large)}, {"small", bytes_text(result.peak_small)}}));
  const bool by_count = s.divide_loss && !s.weighted, by_share = s.divide_loss && s.weighted;
  if (by_count && made(result) > 1)
    list.push_back(fill(words.note_divide,
                        {{"micro", grouped(s.micro_batches)}, {"made", grouped(made(result))}}));
  if (!s.divide_loss && made(result) > 1)
    list.push_back(fill(words.note_not_divided, {{"made", grouped(made(result))}}));
  if (unequal(result) || made(result) != s.micro_batches)
    list.push_back(fill(words.note_chunks, {{"batch", grouped(s.batch)},
                                            {"asked", grouped(s.micro_batches)},
                                            {"sizes", sizes_text(result)}}));
  if (made(result) != s.micro_batches && by_count)
    list.push_back(fill(words.note_fewer,
                        {{"asked", grouped(s.micro_batches)}, {"made", grouped(made(result))}}));
  if (unequal(result) && by_count) list.emplace_back(words.note_unequal);
  if (by_share) list.emplace_back(words.note_weighted);
  if (s.weighted && !s.divide_loss) list.emplace_back(words.note_weighted_unused);
  if (!result.computed) {
    list.emplace_back(words.note_meta);
    list.push_back(fill(words.note_limit,
                        {{"passes", grouped(AccumulationResult::passes)},
                         {"work", compact(static_cast<double>(result.work.count))},
                         {"memory", bytes_in_short(result.memory)},
                         {"flops", compact(static_cast<double>(accumulation_limit.flops.count))},
                         {"bytes", bytes_in_short(accumulation_limit.bytes)}}));
    return list;
  }
  list.push_back(fill(words.note_mistakes, {{"sgd_lr", significant(accumulation_sgd_lr)},
                                            {"adamw_lr", significant(accumulation_adamw_lr)}}));
  const std::string gradient = scientific(result.largest_gradient, 2);
  if (unmoved(result)) list.push_back(fill(words.note_unmoved, {{"gradient", gradient}}));
  if (drifts(result)) list.push_back(fill(words.note_drift, {{"gradient", gradient}}));
  list.emplace_back(words.note_zero_grad);
  list.push_back(fill(words.note_times,
                      {{"runs", grouped(result.timed_runs)},
                       {"large", milliseconds(result.seconds_large)},
                       {"small", milliseconds(result.seconds_small)},
                       {"multiple", multiple_text(result.seconds_small / result.seconds_large)}}));
  return list;
}

/// A bar for each value that there is.
Series bars(std::string id, Str label, ColorKey color, const std::vector<double>& values) {
  Series series{std::move(id), std::string(label.utf8), std::move(color), SeriesKind::bars, {}, {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    series.x.push_back(static_cast<double>(i));
    series.y.push_back(values[i]);
  }
  return series;
}

std::vector<Plot> plots(const AccumulationResult& result, const Language& language) {
  const AccumulationStrings& words = words_of(language);
  const auto bytes = [](Bytes value) { return static_cast<double>(value.count); };
  const std::vector<std::string> both{std::string(words.large_row), std::string(words.small_row)};
  const Axis memory = axis(language.strings->common.memory_axis, Unit::bytes, language);
  std::vector<Plot> list;
  list.push_back({"saved",
                  std::string(words.saved_series),
                  axis(words.pass_column, both),
                  memory,
                  {bars("saved", words.saved_series, "activation",
                        {bytes(result.saved_large), bytes(result.saved_small)})}});
  list.push_back({"peak",
                  std::string(words.peak_series),
                  axis(words.pass_column, both),
                  memory,
                  {bars("peak", words.peak_series, "measured",
                        {bytes(result.peak_large), bytes(result.peak_small)})}});
  if (!result.computed) return list;
  Plot gradients{"gradients", std::string(words.gradients_plot),
                 axis(words.quantity_axis, {std::string(words.gradient_row)}),
                 axis(words.gradients_axis, Unit::none, language, Scale::log10)};
  std::vector<double> values{result.largest_gradient};
  if (result.largest_difference > 0) {  // a logarithmic scale has no zero
    gradients.x.categories.emplace_back(words.difference_row);
    values.push_back(result.largest_difference);
  }
  gradients.series = {bars("gradients", words.gradients_axis, "gradient", values)};
  list.push_back(std::move(gradients));
  const auto& mistake = result.mistakes[result.own_mistake];
  const std::size_t step = result.shown_step;
  list.push_back(
      {"factors",
       fill(words.factors_plot, {{"step", std::to_string(step + 1)}}),
       axis(words.quantity_axis, {std::string(words.gradient_bar), std::string(words.sgd_bar),
                                  std::string(words.adamw_bar)}),
       axis(words.factors_axis, Unit::multiple, language),
       {bars("factors", words.factors_axis, "measured",
             {mistake.steps[step].gradient, mistake.steps[step].sgd, mistake.steps[step].adamw})},
       {{Mark::Along::y, 1, std::string(words.right_row), "limit"}}});
  list.push_back({"times",
                  std::string(words.times_plot),
                  axis(words.pass_column, both),
                  axis(words.times_axis, Unit::milliseconds, language),
                  {bars("times", words.times_axis, "measured",
                        {result.seconds_large * 1e3, result.seconds_small * 1e3})}});
  return list;
}

Presentation AccumulationLesson::present(const AccumulationResult& result,
                                         const Language& language) {
  Presentation shown{sentence(result, language)};
  shown.notes = notes(result, language);
  shown.plots = plots(result, language);
  add_timeline(
      shown, result.timeline, "micro_batches",
      fill(words_of(language).timeline_caption,
           {{"count", grouped(made(result))}, {"gradients", bytes_text(result.gradients)}}),
      language);
  shown.tables = tables(result, language);
  shown.pytorch = pytorch(result, language);
  return shown;
}

}  // namespace

extern const Lesson accumulation_lesson;
const Lesson accumulation_lesson = lesson<AccumulationLesson>();

}  // namespace tally
