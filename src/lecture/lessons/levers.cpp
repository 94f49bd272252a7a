// Lesson 7: every lever of the lecture against every category, and what that means for 7B
// parameters on a card of 80 GB.
#include "experiments/levers.h"

#include <algorithm>
#include <array>

#include "engine/engine.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lesson.h"
#include "lecture/lessons/optimizers.h"
#include "lecture/lessons/setups.h"
#include "lecture/lessons/shared.h"
#include "lecture/scripts.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {
namespace {

struct LeversLesson {
  static constexpr std::string_view id = "levers";
  static constexpr int number = 7;
  static constexpr TextKey title = [](const Strings& s) { return s.levers.title; };

  static constexpr std::array<Parameter, 7> parameters{{
      layers_parameter(64, "16"),
      width_parameter(1, 16'384, "256"),
      {.key = "batch",
       .kind = ParameterKind::integer,
       .label = [](const Strings& s) { return s.common.batch; },
       .help = [](const Strings& s) { return s.levers.batch_help; },
       .unit = Unit::samples,
       .min = 2,
       .max = 65'536,
       .scale = Scale::log2,
       .default_text = "512"},
      {.key = "micro_batches",
       .kind = ParameterKind::integer,
       .label = [](const Strings& s) { return s.levers.micro_batches; },
       .help = [](const Strings& s) { return s.levers.micro_batches_help; },
       .min = 1,
       .max = 64,
       .default_text = "4"},
      {.key = "segment",
       .kind = ParameterKind::integer,
       .label = [](const Strings& s) { return s.levers.segment; },
       .help = [](const Strings& s) { return s.levers.segment_help; },
       .unit = Unit::layers,
       .min = 1,
       .max = 64,
       .default_text = "4"},
      {.key = "optimizer",
       .kind = ParameterKind::choice,
       .label = [](const Strings& s) { return s.levers.optimizer; },
       .help = [](const Strings& s) { return s.levers.optimizer_help; },
       .default_text = "sgd_momentum",
       .choices = optimizer_names},
      {.key = "gpus",
       .kind = ParameterKind::integer,
       .label = [](const Strings& s) { return s.setups.gpus; },
       .help = [](const Strings& s) { return s.levers.gpus_help; },
       .unit = Unit::gpus,
       .min = 1,
       .max = 100'000,
       .scale = Scale::log10,
       .default_text = "8"},
  }};

  /// A lever that cannot do what it says would be shown as if it had.
  static std::vector<Issue> validate(const Values& values, const Language& language) {
    const std::int64_t layers = values.integer("layers"), segment = values.integer("segment"),
                       batch = values.integer("batch"), parts = values.integer("micro_batches");
    std::vector<Issue> issues;
    if (parts > batch)
      issues.push_back(
          {"micro_batches", fill(language.strings->levers.many_micro_batches,
                                 {{"micro", grouped(parts)}, {"batch", grouped(batch)}})});
    if (segment > layers)
      issues.push_back(
          {"segment", fill(language.strings->checkpointing.long_segment,
                           {{"segment", grouped(segment)}, {"layers", grouped(layers)}})});
    return issues;
  }

  static LeversResult run(const Values& values, Progress& progress) {
    return run_levers(Engine(Device::meta),
                      {.layers = values.integer("layers"),
                       .width = values.integer("width"),
                       .batch = values.integer("batch"),
                       .micro_batches = values.integer("micro_batches"),
                       .segment = values.integer("segment"),
                       .optimizer = *find_optimizer_choice(values.choice("optimizer")),
                       .gpus = values.integer("gpus")},
                      progress);
  }

  static Presentation present(const LeversResult& result, const Language& language);
};

constexpr std::array states{MemoryCategory::parameter, MemoryCategory::gradient,
                            MemoryCategory::master_weight, MemoryCategory::optimizer_state};

const LeverWords& words_of(Lever lever, const Language& language) {
  const LeversStrings& words = language.strings->levers;
  const std::array rows{&words.recipe,       &words.optimizer_row, &words.batch_row,
                        &words.accumulation, &words.checkpointing, &words.sharding};
  return *rows[static_cast<std::size_t>(lever)];
}

std::string what(Lever lever, const LeversResult& result, const Language& language) {
  const LeversSettings& settings = result.settings;
  const TrainingStepSettings step = lever_step(settings, lever);
  const std::vector<std::pair<std::string, std::string>> places{
      {"recipe", std::string(tally::words_of(step.recipe.id, language).name)},
      {"optimizer", std::string(name_of(settings.optimizer, language))},
      {"whole", grouped(settings.batch)},
      {"batch", grouped(step.batch)},
      {"micro", grouped(step.micro_batches)},
      {"segment", grouped(settings.segment)},
      {"gpus", quantity(step.gpus, Unit::gpus, language)}};
  return fill(words_of(lever, language).what, places);
}

std::string price(Lever lever, const LeversResult& result, const Language& language) {
  const LeverBytes& before = result.runs.before;
  const LeverBytes& with = result.runs.at(lever);
  const TrainingStepSettings step = lever_step(result.settings, lever);
  const std::vector<std::pair<std::string, std::string>> places{
      {"master", bytes_in_short(with.of(MemoryCategory::master_weight))},
      {"steps", grouped((result.settings.batch + step.batch - 1) / step.batch)},
      {"waiting", bytes_in_short(with.waiting)},
      {"flops", grouped(with.flops.count - before.flops.count)},
      {"percent",
       percent_text(
           static_cast<double>(with.flops.count) / static_cast<double>(before.flops.count) - 1)},
      {"gpus", quantity(step.gpus, Unit::gpus, language)},
      {"gathered", bytes_in_short(with.gathered)}};
  return fill(words_of(lever, language).price, places);
}

/// One number with the lever off and on. `value` is the factor, and its formula has every digit;
/// none where there was nothing.
Cell moved(std::int64_t before, std::int64_t after, std::string (*text)(std::int64_t),
           const Language& language) {
  const LeversStrings& words = language.strings->levers;
  if (before == 0 && after == 0) return cell(words.absent);
  if (before == 0) return cell(fill(words.appears, {{"after", text(after)}}));
  const double factor = static_cast<double>(after) / static_cast<double>(before);
  const std::string shown = before == after
                                ? fill(words.stays, {{"bytes", text(after)}})
                                : fill(words.moves, {{"factor", significant(factor) + "x"},
                                                     {"before", text(before)},
                                                     {"after", text(after)}});
  return with_formula(cell(factor, shown), expression(after, " / ", before));
}

std::string short_bytes(std::int64_t count) { return bytes_in_short({count}); }
std::string short_flops(std::int64_t count) {
  return significant(static_cast<double>(count) / 1e9) + " GFLOP";
}

Table levers_table(const LeversResult& result, const Language& language) {
  const LeversStrings& words = language.strings->levers;
  Table table{.id = "levers",
              .caption = std::string(words.table_caption),
              .source = std::string(language.strings->sources.levers)};
  table.columns.push_back(column("lever", words.lever_column));
  for (const MemoryCategory category : states)
    table.columns.push_back(column(id(category), label(category, language)));
  table.columns.push_back(column("activation", words.activation_column));
  table.columns.push_back(column("peak", words.peak_column));
  table.columns.push_back(column("flops", words.flops_column));
  table.columns.push_back(column("price", words.price_column));
  const LeverBytes& before = result.runs.before;
  for (const Lever lever : levers) {
    const LeverBytes& with = result.runs.at(lever);
    const auto bytes = [&](Bytes off, Bytes on) {
      return moved(off.count, on.count, short_bytes, language);
    };
    std::vector<Cell> row{cell(what(lever, result, language))};
    for (const MemoryCategory category : states)
      row.push_back(bytes(before.of(category), with.of(category)));
    row.push_back(bytes(before.saved, with.saved));
    row.push_back(bytes(before.peak, with.peak));
    row.push_back(moved(before.flops.count, with.flops.count, short_flops, language));
    row.push_back(cell(price(lever, result, language)));
    table.rows.push_back(std::move(row));
    table.row_ids.emplace_back(lever_ids[static_cast<std::size_t>(lever)]);
  }
  return table;
}

Cell gigabytes_cell(Bytes bytes) {
  return with_formula(cell(in_gigabytes(bytes), significant(in_gigabytes(bytes))),
                      expression(bytes, " / ", 1'000'000'000), "GB");
}

std::string large_size(const LeversResult& result) {
  return compact(static_cast<double>(result.large.parameters));
}

Table answer_table(const LeversResult& result, const Language& language) {
  const LeversStrings& words = language.strings->levers;
  const std::string gpu = gigabytes_text(levers_capacity);
  Table table{.id = "answer",
              .caption = fill(words.answer_caption, {{"size", large_size(result)}, {"gpu", gpu}}),
              .source = std::string(language.strings->sources.levers_answer)};
  table.columns.push_back(column("lever", words.lever_column));
  for (const MemoryCategory category : states)
    table.columns.push_back(
        column(id(category), label(category, language), Unit::gigabytes, language));
  table.columns.push_back(column("states", words.states_column, Unit::gigabytes, language));
  table.columns.push_back(column("activation", words.activation_column, Unit::gigabytes, language));
  table.columns.push_back(column("peak", words.peak_column, Unit::gigabytes, language));
  table.columns.push_back(column("fits", fill(words.fits_column, {{"gpu", gpu}})));
  const auto row = [&](std::string_view row_id, std::string_view name, const LeverBytes& bytes) {
    std::vector<Cell> cells{cell(name)};
    for (const MemoryCategory category : states)
      cells.push_back(gigabytes_cell(bytes.of(category)));
    cells.push_back(gigabytes_cell(bytes.states()));
    cells.push_back(gigabytes_cell(bytes.saved));
    cells.push_back(gigabytes_cell(bytes.peak));
    cells.push_back(cell(bytes.peak <= levers_capacity ? words.fits : words.too_large));
    table.rows.push_back(std::move(cells));
    table.row_ids.emplace_back(row_id);
  };
  row("none", words.none_row, result.large.before);
  for (const Lever lever : levers)
    row(lever_ids[static_cast<std::size_t>(lever)], what(lever, result, language),
        result.large.at(lever));
  return table;
}

/// One bar without a lever, and one with each.
template <class Stack>
Plot bars(std::string plot_id, std::string caption, std::string_view y_label, Unit unit,
          const LeverRuns& runs, const Language& language, Stack&& stack) {
  const LeversStrings& words = language.strings->levers;
  std::vector<std::string> names{std::string(words.none)};
  std::vector<BytesByCategory> stacks{stack(runs.before)};
  for (const Lever lever : levers) {
    names.emplace_back(words_of(lever, language).name);
    stacks.push_back(stack(runs.at(lever)));
  }
  return {.id = std::move(plot_id),
          .caption = std::move(caption),
          .x = axis(words.lever_axis, std::move(names)),
          .y = axis(y_label, unit, language),
          .series = stacked_bars(stacks, unit == Unit::gigabytes ? 1e9 : 1, language),
          .marks = {}};
}

Plot peak_plot(const LeversResult& result, const Language& language) {
  const LeversStrings& words = language.strings->levers;
  return bars("peak", std::string(words.peak_plot), words.peak_axis, Unit::bytes, result.runs,
              language, [](const LeverBytes& bytes) { return bytes.at_peak; });
}

Plot states_plot(const LeversResult& result, const Language& language) {
  const LeversStrings& words = language.strings->levers;
  Plot plot =
      bars("states", fill(words.states_plot, {{"size", large_size(result)}}), words.states_axis,
           Unit::gigabytes, result.large, language, [](const LeverBytes& bytes) {
             BytesByCategory kept{};
             for (const MemoryCategory category : states)
               kept[static_cast<std::size_t>(category)] = bytes.of(category);
             return kept;
           });
  plot.marks.push_back({Mark::Along::y, in_gigabytes(levers_capacity),
                        fill(words.one_gpu, {{"gpu", gigabytes_text(levers_capacity)}}), "limit"});
  return plot;
}

std::string sentence(const LeversResult& result, const Language& language) {
  const LeversStrings& words = language.strings->levers;
  const Lever best = *std::ranges::min_element(
      levers, {}, [&](Lever lever) { return result.runs.at(lever).peak; });
  const Bytes peak = result.runs.before.peak, least = result.runs.at(best).peak;
  const auto states_of = [](const LeverBytes& bytes) { return gigabytes_text(bytes.states()); };
  const std::string first =
      least < peak ? fill(words.sentence, {{"peak", bytes_in_short(peak)},
                                           {"lever", std::string(words_of(best, language).name)},
                                           {"least", bytes_in_short(least)}})
                   : fill(words.sentence_none, {{"peak", bytes_in_short(peak)}});
  return join_sentences(first,
                        fill(words.sentence_large,
                             {{"size", large_size(result)},
                              {"states", states_of(result.large.before)},
                              {"gpu", gigabytes_text(levers_capacity)},
                              {"accumulated", states_of(result.large.at(Lever::accumulation))},
                              {"checkpointed", states_of(result.large.at(Lever::checkpointing))},
                              {"gpus", quantity(result.settings.gpus, Unit::gpus, language)},
                              {"sharded", states_of(result.large.at(Lever::sharding))}}));
}

std::vector<std::string> notes(const LeversResult& result, const Language& language) {
  const LeversStrings& words = language.strings->levers;
  return {std::string(words.saved_note),
          fill(words.peak_note,
               {{"phase", std::string(label(result.runs.before.peak_phase, language))}}),
          std::string(words.batch_note),
          std::string(words.sharding_note),
          fill(words.large_note, {{"parameters", grouped(result.large.parameters)},
                                  {"layers", grouped(levers_large_layers)},
                                  {"width", grouped(levers_large_width)}}),
          std::string(words.meta_note)};
}

Presentation LeversLesson::present(const LeversResult& result, const Language& language) {
  return {.sentence = sentence(result, language),
          .notes = notes(result, language),
          .plots = {peak_plot(result, language), states_plot(result, language)},
          .timeline = {},
          .tables = {levers_table(result, language), answer_table(result, language)},
          .pytorch = pytorch(result, language)};
}

}  // namespace

extern const Lesson levers_lesson;
const Lesson levers_lesson = lesson<LeversLesson>();

}  // namespace tally
