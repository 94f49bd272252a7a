// Lesson 6: what a model of a given size needs, and how many GPUs hold it.
#include "experiments/budget.h"

#include <array>
#include <utility>

#include "engine/engine.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lesson.h"
#include "lecture/lessons/scaled_steps.h"
#include "lecture/lessons/setups.h"
#include "lecture/scripts.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "lecture/timeline.h"

namespace tally {
namespace {

struct Result {
  BudgetResult run;
  ChosenGpu gpu;
  TrainingStepResult step;
};

struct BudgetLesson {
  static constexpr std::string_view id = "budget";
  static constexpr int number = 6;
  static constexpr TextKey title = [](const Strings& s) { return s.budget.title; };

  static constexpr std::array<Parameter, 6> parameters{{
      {.key = "parameters",
       .kind = ParameterKind::integer,
       .label = [](const Strings& s) { return s.budget.size; },
       .help = [](const Strings& s) { return s.budget.size_help; },
       .unit = Unit::parameters,
       .min = 1e6,
       .max = 1e13,
       .scale = Scale::log10,
       .default_text = "13000000000"},
      recipe_parameter,
      gpu_parameter,
      gpu_gb_parameter,
      capacity_parameter,
      sharding_parameter,
  }};

  static Result run(const Values& values, Progress& progress) {
    const ChosenGpu gpu = chosen_gpu(values);
    BudgetResult result = run_budget(Engine(Device::meta),
                                     {.parameters = values.integer("parameters"),
                                      .recipe = *find_recipe(values.choice("recipe")),
                                      .capacity = gpu.capacity,
                                      .sharding = chosen_sharding(values)},
                                     progress);
    TrainingStepResult step = whole_step(result);
    return {std::move(result), gpu, std::move(step)};
  }

  static Presentation present(const Result& result, const Language& language);
};

std::string sentence(const Result& result, const Language& language) {
  const BudgetStrings& words = language.strings->budget;
  const BudgetResult& run = result.run;
  const BudgetPoint& yours = run.yours;
  return fill(yours.gpus ? words.sentence : words.sentence_never,
              {{"size", compact(static_cast<double>(yours.parameters))},
               {"count", grouped(yours.parameters)},
               {"recipe", std::string(words_of(run.settings.recipe.id, language).name)},
               {"bytes", gigabytes_text(yours.whole.total())},
               {"per_parameter", grouped(yours.whole.total().count / yours.parameters)},
               {"gpus", yours.gpus ? grouped(*yours.gpus) : std::string()},
               {"gpu", result.gpu.name(language)},
               {"sharding", std::string(label(run.settings.sharding, language))}});
}

std::vector<std::string> notes(const Result& result, const Language& language) {
  const BudgetStrings& words = language.strings->budget;
  const SetupStrings& setups = language.strings->setups;
  const std::vector<BudgetPoint>& real = result.run.real;
  std::vector<std::string> notes;
  add_unused(result.gpu, language, notes);
  if (real[3].gpus && real[4].gpus)
    notes.push_back(fill(words.round_note, {{"name70", model_sizes[3].real_name},
                                            {"count70", grouped(real[3].parameters)},
                                            {"gpus70", grouped(*real[3].gpus)},
                                            {"name405", model_sizes[4].real_name},
                                            {"count405", grouped(real[4].parameters)},
                                            {"gpus405", grouped(*real[4].gpus)},
                                            {"gpu", result.gpu.name(language)}}));
  for (const Str& note : {setups.sharding_assumption, setups.states_only, words.exact_note,
                          setups.on_meta, setups.counters})
    notes.emplace_back(note.utf8);
  return notes;
}

std::vector<Column> columns(const Language& language) {
  const BudgetStrings& words = language.strings->budget;
  return {column("model", words.model_column),
          column("parameters", language.strings->common.parameters_column),
          column("gigabytes", words.memory_column, Unit::gigabytes, language),
          column("bytes", words.exact_column, Unit::bytes, language),
          column("gpus", language.strings->setups.gpus_column, Unit::gpus, language),
          column("per_gpu", language.strings->setups.per_gpu_column, Unit::bytes, language)};
}

/// The lecture's round sizes have whole gigabytes; small ones keep their digits.
std::string round_gigabytes(double value) {
  return value < 1 ? significant(value) : fixed(value, 0);
}

std::string precise(double value) { return significant(value); }

/// What a GPU keeps per parameter, whole and of its share: by the recipe.
RecipeSlope slope_of(const BudgetSettings& s) {
  RecipeSlope slope;
  for (std::size_t c = 0; c < memory_category_count; ++c) {
    const auto category = static_cast<MemoryCategory>(c);
    (is_sharded(s.sharding, category) ? slope.sharded : slope.replicated) +=
        bytes_per_parameter(s.recipe, category);
  }
  return slope;
}

/// "ceil(n / floor((80,000,000,000 B − 4 × n) / 12))". Where nothing is shared out one GPU holds
/// all of it, or none does: then there is no number to explain.
std::string gpus_expression(const BudgetSettings& s, std::string_view n,
                            std::string_view capacity) {
  const RecipeSlope slope = slope_of(s);
  if (slope.sharded == 0) return expression(slope.replicated, " × ", n, " ≤ ", capacity, ": 1");
  const std::string left = slope.replicated == 0
                               ? std::string(capacity)
                               : expression("(", capacity, " − ", slope.replicated, " × ", n, ")");
  return expression("ceil(", n, " / floor(", left, " / ", slope.sharded, "))");
}

/// `size` says where the number of parameters comes from; `text_of` writes gigabytes.
template <class Text>
std::vector<Cell> cells(std::string_view model, std::string_view size, const BudgetSettings& s,
                        const BudgetPoint& point, Text&& text_of, const Language& language) {
  const Bytes bytes = point.whole.total();
  const std::string n = grouped(point.parameters);
  const std::int64_t each = bytes_per_parameter(s.recipe);
  const std::string whole = expression(each, " × ", n);
  std::vector<Cell> row{cell(model), with_formula(cell(point.parameters), size),
                        with_formula(cell(in_gigabytes(bytes), text_of(in_gigabytes(bytes))),
                                     expression(whole, " / ", 1'000'000'000), "GB"),
                        with_formula(cell(bytes), expression(each, " × P = ", whole), "B")};
  if (point.gpus) {
    row.push_back(with_formula(
        cell(*point.gpus),
        gpus_expression(s, "P", "C") + " = " + gpus_expression(s, n, bytes_text(s.capacity))));
    row.push_back(with_formula(cell(point.share.total()),
                               share_expression(slope_of(s), n, *point.gpus), "B"));
  } else {
    row.push_back(cell(language.strings->budget.never));
    row.push_back(no_cell());
  }
  return row;
}

Table round_table(const Result& result, const Language& language) {
  const BudgetStrings& words = language.strings->budget;
  const BudgetResult& run = result.run;
  Table table{
      .id = "budget",
      .caption = fill(words.round_caption,
                      {{"recipe", std::string(words_of(run.settings.recipe.id, language).name)},
                       {"gpu", result.gpu.name(language)},
                       {"sharding", std::string(label(run.settings.sharding, language))}}),
      .columns = columns(language),
      .source = std::string(language.strings->sources.budget_round)};
  for (std::size_t i = 0; i < run.round.size(); ++i) {
    table.rows.push_back(cells(model_sizes[i].name, language.strings->formulas.round_size,
                               run.settings, run.round[i], round_gigabytes, language));
    table.row_ids.emplace_back(model_sizes[i].id);
  }
  table.marked_row = static_cast<std::int64_t>(table.rows.size());
  table.rows.push_back(cells(words.yours, "P", run.settings, run.yours, precise, language));
  table.row_ids.emplace_back("yours");
  return table;
}

Table real_table(const Result& result, const Language& language) {
  const BudgetStrings& words = language.strings->budget;
  Table table{.id = "real",
              .caption = std::string(words.real_caption),
              .columns = columns(language),
              .source = std::string(language.strings->sources.budget_real)};
  table.columns.push_back(column("source", language.strings->setups.source_column));
  for (std::size_t i = 0; i < result.run.real.size(); ++i) {
    std::vector<Cell> row =
        cells(model_sizes[i].real_name,
              fill(language.strings->formulas.real_size, {{"source", model_sizes[i].real_name}}),
              result.run.settings, result.run.real[i], precise, language);
    row.push_back(cell(model_sizes[i].source));
    table.rows.push_back(std::move(row));
    table.row_ids.emplace_back(model_sizes[i].id);
  }
  return table;
}

Series series_of(std::string id, std::string_view text, ColorKey color, SeriesKind kind,
                 const std::vector<BudgetPoint>& points) {
  Series series{std::move(id), std::string(text), std::move(color), kind, {}, {}};
  for (const BudgetPoint& point : points) {
    series.x.push_back(static_cast<double>(point.parameters));
    series.y.push_back(in_gigabytes(point.whole.total()));
  }
  return series;
}

Plot budget_plot(const Result& result, const Language& language) {
  const BudgetStrings& words = language.strings->budget;
  const BudgetResult& run = result.run;
  Plot plot{
      .id = "budget",
      .caption = std::string(words.plot_caption),
      .x = axis(words.size_axis, Unit::parameters, language, Scale::log10),
      .y = axis(words.memory_axis, Unit::gigabytes, language, Scale::log10),
      .series = {series_of("curve", words.curve, "measured", SeriesKind::line, run.curve),
                 series_of("lecture", words.lecture, "parameter", SeriesKind::points, run.round),
                 series_of("real", words.real, "gradient", SeriesKind::points, run.real),
                 series_of("yours", words.yours, "yours", SeriesKind::points, {run.yours})},
      .marks = {}};
  for (const std::int64_t gpus : {1, 8, 64, 512})
    plot.marks.push_back(
        {Mark::Along::y, in_gigabytes(gpus * run.settings.capacity),
         fill(words.gpus_of, {{"gpus", grouped(gpus)}, {"gpu", result.gpu.name(language)}}),
         "limit"});
  for (std::size_t i = 0; i < model_sizes.size(); ++i)
    plot.marks.push_back({Mark::Along::x, static_cast<double>(model_sizes[i].parameters),
                          model_sizes[i].name, "muted"});
  return plot;
}

Presentation BudgetLesson::present(const Result& result, const Language& language) {
  Presentation shown{.sentence = sentence(result, language),
                     .notes = notes(result, language),
                     .plots = {budget_plot(result, language)},
                     .timeline = {},
                     .tables = {round_table(result, language), real_table(result, language),
                                step_table(result.step.recording, language)},
                     .pytorch = pytorch(result.run, language)};
  add_whole_step(shown, result.step, result.run.yours.gpus.has_value(), language);
  return shown;
}

}  // namespace

extern const Lesson budget_lesson;
const Lesson budget_lesson = lesson<BudgetLesson>();

}  // namespace tally
