// Lesson 1: how many bytes a parameter takes, and the largest model that a group of GPUs holds.
#include "experiments/recipes.h"

#include <array>

#include "core/check.h"
#include "engine/engine.h"
#include "experiments/training_step.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lesson.h"
#include "lecture/lessons/setups.h"
#include "lecture/scripts.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "lecture/timeline.h"

namespace tally {
namespace {

struct Result {
  RecipesResult run;
  ChosenGpu gpu;
  TrainingStepResult step;
};

/// The lecture's question: a 7B model in mixed precision on one GPU, with next to no activations.
TrainingStepResult flat_step() {
  const NetworkSize network = network_of(7'000'000'000);
  return run_training_step(Engine(Device::meta), {.layers = network.layers,
                                                  .width = network.width,
                                                  .batch = 1,
                                                  .recipe = *find_recipe("bf16_master_weights"),
                                                  .warm_up = 1,
                                                  .keep_gradients = true});
}

/// "16", "4 + 12/N", "16/N".
std::string formula(const RecipeSlope& slope) {
  const std::string shared = grouped(slope.sharded) + "/N";
  if (slope.sharded == 0) return grouped(slope.replicated);
  return slope.replicated == 0 ? shared : grouped(slope.replicated) + " + " + shared;
}

std::int64_t per_parameter(const RecipeRow& row, MemoryCategory category) {
  return row.per_parameter[static_cast<std::size_t>(category)];
}

/// A model's size as the lecture rounds it: 53B.
std::string size_text(std::int64_t parameters) {
  return compact(static_cast<double>(parameters), 2);
}

/// With a decimal where one digit stands alone: 5.0B, 14.5B, 40B.
std::string precise_size(std::int64_t parameters) {
  std::string text = compact(static_cast<double>(parameters));
  if (text.size() == 2) text.insert(1, ".0");
  return text;
}

/// A recipe's tensors of one category: "2 × 4 B".
std::string tensors_of(const Recipe& recipe, MemoryCategory category) {
  const auto one = [](std::optional<Dtype> dtype) {
    return dtype ? expression(1, " × ", itemsize(*dtype)) : std::string("0 × 4 B");
  };
  switch (category) {
    case MemoryCategory::parameter:
      return one(recipe.parameter);
    case MemoryCategory::gradient:
      return one(recipe.gradient);
    case MemoryCategory::master_weight:
      return one(recipe.master_weight);
    case MemoryCategory::cast_copy:
      return one(recipe.cast_copy);
    default:
      return expression(2, " × ", itemsize(recipe.moments));
  }
}

/// The largest n that a GPU's share leaves room for: "largest n with 16 × ceil(n / 8) ≤ ...".
Cell largest_cell(Cell cell, const RecipeSlope& slope, const RecipesSettings& settings,
                  std::int64_t largest, const Language& language) {
  const std::string condition =
      expression(share_expression(slope, "n", settings.gpus), " ≤ ", settings.capacity);
  return with_formula(std::move(cell), expression(fill(language.strings->formulas.largest_n,
                                                       {{"condition", condition}}),
                                                  " = ", largest));
}

constexpr std::array shown{MemoryCategory::parameter, MemoryCategory::gradient,
                           MemoryCategory::master_weight, MemoryCategory::optimizer_state,
                           MemoryCategory::cast_copy};

const RecipeRow& row_of(const RecipesResult& run, std::string_view id) {
  for (const RecipeRow& row : run.rows)
    if (row.recipe.id == id) return row;
  fail("[recipes] no such recipe was executed");
}

struct RecipesLesson {
  static constexpr std::string_view id = "recipes";
  static constexpr int number = 1;
  static constexpr TextKey title = [](const Strings& s) { return s.recipes.title; };

  static constexpr std::array<Parameter, 6> parameters{{
      gpu_parameter,
      gpu_gb_parameter,
      capacity_parameter,
      {.key = "gpus",
       .kind = ParameterKind::integer,
       .label = [](const Strings& s) { return s.setups.gpus; },
       .help = [](const Strings& s) { return s.setups.gpus_help; },
       .unit = Unit::gpus,
       .min = 1,
       .max = 100'000,
       .scale = Scale::log10,
       .default_text = "8"},
      sharding_parameter,
      {.key = "update",
       .kind = ParameterKind::real,
       .label = [](const Strings& s) { return s.recipes.update; },
       .help = [](const Strings& s) { return s.recipes.update_help; },
       .min = 1e-6,
       .max = 0.1,
       .step = 0.0005,
       .scale = Scale::log10,
       .default_text = "0.001"},
  }};

  static Result run(const Values& values, Progress& progress) {
    const ChosenGpu gpu = chosen_gpu(values);
    const RecipesSettings settings{.capacity = gpu.capacity,
                                   .gpus = values.integer("gpus"),
                                   .sharding = chosen_sharding(values),
                                   .update = values.real("update")};
    return {run_recipes(Engine(Device::cpu), settings, progress), gpu, flat_step()};
  }

  static Presentation present(const Result& result, const Language& language);
};

std::string sentence(const Result& result, const Language& language) {
  const RecipesResult& run = result.run;
  const auto bytes = [&](std::string_view id) {
    return grouped(row_of(run, id).per_parameter_in_all());
  };
  const auto size = [&](std::string_view id) { return size_text(row_of(run, id).largest); };
  return fill(language.strings->recipes.sentence,
              {{"fp32", bytes("fp32")},
               {"moments", bytes("bf16_fp32_moments")},
               {"mixed", bytes("bf16_master_weights")},
               {"fp32_size", size("fp32")},
               {"moments_size", size("bf16_fp32_moments")},
               {"mixed_size", size("bf16_master_weights")},
               {"gpus", grouped(run.settings.gpus)},
               {"gpu", result.gpu.name(language)},
               {"sharding", std::string(label(run.settings.sharding, language))}});
}

std::vector<std::string> notes(const Result& result, const Language& language) {
  const RecipesStrings& words = language.strings->recipes;
  const SetupStrings& setups = language.strings->setups;
  std::vector<std::string> notes;
  add_unused_gb(result.gpu, language, notes);
  const MasterWeightCurves& curves = result.run.curves;
  const bool lost_all = curves.bf16.back() == curves.bf16.front();
  notes.push_back(fill(lost_all ? words.updates_lost_all : words.updates_kept,
                       {{"updates", grouped(result.run.settings.updates)},
                        {"update", typed(result.run.settings.update)},
                        {"bf16", fixed(curves.bf16.back(), 4)},
                        {"master", fixed(curves.master.back(), 4)}}));
  notes.emplace_back(setups.sharding_assumption);
  notes.emplace_back(setups.states_only);
  if (const Gpu* gpu = result.gpu.row)
    notes.push_back(fill(words.reported_note,
                         {{"gpu", gpu->name},
                          {"marketed", gigabytes_text(gpu->marketed)},
                          {"reported", grouped(gpu->reported.count)},
                          {"difference", percent_text(static_cast<double>(gpu->reported.count) /
                                                          static_cast<double>(gpu->marketed.count) -
                                                      1)}}));
  notes.emplace_back(setups.on_meta);
  notes.emplace_back(setups.counters);
  return notes;
}

Table recipes_table(const RecipesResult& run, const Language& language) {
  const RecipesStrings& words = language.strings->recipes;
  Table table{.id = "recipes",
              .caption = std::string(words.table_caption),
              .source = std::string(language.strings->sources.recipes)};
  table.columns.push_back(column("recipe", words.recipe_column));
  for (const MemoryCategory category : shown)
    table.columns.push_back(column(tally::id(category), label(category, language),
                                   Unit::bytes_per_parameter, language));
  table.columns.push_back(
      column("total", words.per_parameter_total, Unit::bytes_per_parameter, language));
  table.columns.push_back(column("largest", words.largest_column, Unit::parameters, language));
  table.columns.push_back(column("regime", language.strings->setups.regime_column));
  for (const RecipeRow& row : run.rows) {
    const RecipeWords& recipe = words_of(row.recipe.id, language);
    std::vector<Cell> cells{cell(recipe.name)};
    std::vector<Bytes> terms;
    for (const MemoryCategory category : shown) {
      terms.push_back({bytes_per_parameter(row.recipe, category)});
      cells.push_back(
          with_formula(cell(per_parameter(row, category)), tensors_of(row.recipe, category), "B"));
    }
    cells.push_back(with_formula(cell(row.per_parameter_in_all()), sum_of(terms), "B"));
    cells.push_back(largest_cell({row.largest, size_text(row.largest)}, row.slope, run.settings,
                                 row.largest, language));
    cells.push_back(cell(recipe.regime));
    table.rows.push_back(std::move(cells));
    table.row_ids.emplace_back(row.recipe.id);
  }
  return table;
}

Table sharding_table(const Result& result, const Language& language) {
  const RecipesStrings& words = language.strings->recipes;
  const RecipesSettings& settings = result.run.settings;
  Table table{.id = "sharding",
              .caption = fill(words.sharding_caption, {{"gpus", grouped(settings.gpus)},
                                                       {"size", result.gpu.name(language)}}),
              .source = std::string(language.strings->sources.sharding)};
  table.columns = {column("sharding", language.strings->setups.sharding),
                   column("formula", words.formula_column),
                   column("bytes_per_parameter", language.strings->setups.per_gpu_column,
                          Unit::bytes_per_parameter, language),
                   column("largest", words.largest_column, Unit::parameters, language)};
  for (const ShardingRow& row : result.run.shardings) {
    const double bytes =
        static_cast<double>(row.slope.replicated) +
        static_cast<double>(row.slope.sharded) / static_cast<double>(settings.gpus);
    if (row.sharding == settings.sharding)
      table.marked_row = static_cast<std::int64_t>(table.rows.size());
    table.rows.push_back(
        {cell(label(row.sharding, language)), cell(formula(row.slope)),
         with_formula(
             cell(bytes, significant(bytes, 4)),
             expression(row.slope.replicated, " + ", row.slope.sharded, " / ", settings.gpus), "B"),
         largest_cell({row.largest, precise_size(row.largest)}, row.slope, settings, row.largest,
                      language)});
    table.row_ids.emplace_back(sharding_ids[static_cast<std::size_t>(row.sharding)]);
  }
  return table;
}

Table measured_table(const RecipesResult& run, const Language& language) {
  const RecipesStrings& words = language.strings->recipes;
  Table table{.id = "executed",
              .caption = std::string(words.measured_caption),
              .source = std::string(language.strings->sources.executed)};
  const auto bytes = [&](std::string_view key, std::string_view text) {
    table.columns.push_back(column(key, text, Unit::bytes, language));
  };
  table.columns = {column("recipe", words.recipe_column),
                   column("parameters", words.largest_column, Unit::parameters, language)};
  for (const MemoryCategory category : shown) bytes(tally::id(category), label(category, language));
  bytes("measured", words.measured_column);
  bytes("formula", words.formula_bytes_column);
  bytes("left", words.left_column);
  bytes("beyond", words.beyond_column);
  for (const RecipeRow& row : run.rows) {
    const RecipesSettings& s = run.settings;
    std::vector<Cell> cells{cell(words_of(row.recipe.id, language).name),
                            largest_cell(cell(row.largest), row.slope, s, row.largest, language)};
    std::vector<Bytes> terms;
    for (const MemoryCategory category : shown) {
      terms.push_back(row.formula.by_category[static_cast<std::size_t>(category)]);
      const std::int64_t bytes_each = bytes_per_parameter(row.recipe, category);
      const bool cut = is_sharded(s.sharding, category);
      cells.push_back(
          with_formula(cell(row.at_largest.by_category[static_cast<std::size_t>(category)]),
                       share_expression({cut ? 0 : bytes_each, cut ? bytes_each : 0},
                                        grouped(row.largest), s.gpus),
                       "B"));
    }
    const std::string share = share_expression(row.slope, grouped(row.largest), s.gpus);
    cells.push_back(with_formula(cell(row.at_largest.total()), sum_of(terms), "B"));
    cells.push_back(with_formula(cell(row.formula.total()), share, "B"));
    cells.push_back(with_formula(cell(s.capacity - row.at_largest.total()),
                                 expression(s.capacity, " − (", share, ")"), "B"));
    cells.push_back(with_formula(cell(row.beyond.total()),
                                 share_expression(row.slope, grouped(row.largest + 1), s.gpus),
                                 "B"));
    table.rows.push_back(std::move(cells));
    table.row_ids.emplace_back(row.recipe.id);
  }
  return table;
}

Table updates_table(const RecipesResult& run, const Language& language) {
  const RecipesStrings& words = language.strings->recipes;
  Table table{.id = "updates",
              .caption = fill(words.updates_caption, {{"updates", grouped(run.settings.updates)},
                                                      {"update", typed(run.settings.update)}}),
              .source = std::string(language.strings->sources.updates)};
  table.columns = {column("kept", language.strings->common.name_column),
                   column("start", words.start_column), column("end", words.end_column)};
  const FormulaStrings& formulas = language.strings->formulas;
  const auto row = [&](std::string_view id, std::string_view name,
                       const std::vector<double>& values, std::string_view how) {
    table.rows.push_back({cell(name),
                          with_formula(cell(values.front(), fixed(values.front(), 4)), "w"),
                          with_formula(cell(values.back(), fixed(values.back(), 4)), how)});
    table.row_ids.emplace_back(id);
  };
  const auto updated = [&](Dtype dtype) {
    return fill(formulas.updates, {{"updates", grouped(run.settings.updates)},
                                   {"update", typed(run.settings.update)},
                                   {"dtype", std::string(name(dtype))}});
  };
  row("bf16", words.kept_bf16, run.curves.bf16, updated(Dtype::bfloat16));
  row("master", words.kept_master, run.curves.master, updated(Dtype::float32));
  row("copy", words.kept_copy, run.curves.copy, formulas.copy_of_master);
  return table;
}

Table gpu_catalogue(const ChosenGpu& chosen, const Language& language) {
  const RecipesStrings& words = language.strings->recipes;
  Table table{.id = "gpus",
              .caption = std::string(words.gpus_caption),
              .source = std::string(language.strings->sources.gpus)};
  table.columns = {column("gpu", language.strings->setups.gpu),
                   column("marketed", words.marketed_column, Unit::gigabytes, language),
                   column("reported", words.reported_column, Unit::bytes, language),
                   column("reported_gib", words.reported_gib_column, Unit::gibibytes, language),
                   column("marketed_source", words.marketed_source_column),
                   column("reported_source", words.reported_source_column)};
  for (const Gpu& gpu : gpu_table) {
    if (&gpu == chosen.row) table.marked_row = static_cast<std::int64_t>(table.rows.size());
    // nvidia-smi shows MiB, rocminfo KB of 1,024 bytes.
    const std::int64_t unit = gpu.reported.count % (1 << 20) == 0 ? 1 << 20 : 1 << 10;
    table.rows.push_back(
        {cell(gpu.name),
         with_formula(cell(gpu.marketed.count / 1'000'000'000), language.strings->formulas.sheet,
                      "GB"),
         with_formula(cell(gpu.reported), expression(gpu.reported.count / unit, " × ", unit), "B"),
         with_formula(cell(static_cast<double>(gpu.reported.count) / 0x1p30, 2),
                      expression(gpu.reported, " / ", 1 << 30), "GiB"),
         cell(gpu.marketed_source), cell(gpu.reported_source)});
    table.row_ids.emplace_back(gpu.id);
  }
  return table;
}

Plot recipes_plot(const RecipesResult& run, const Language& language) {
  const RecipesStrings& words = language.strings->recipes;
  std::vector<std::string> names;
  std::vector<BytesByCategory> stacks;
  for (const RecipeRow& row : run.rows) {
    names.emplace_back(words_of(row.recipe.id, language).name);
    BytesByCategory& stack = stacks.emplace_back();
    for (const MemoryCategory category : shown)
      stack[static_cast<std::size_t>(category)] = {per_parameter(row, category)};
  }
  return {.id = "recipes",
          .caption = std::string(words.bars_caption),
          .x = axis(words.recipe_column, std::move(names)),
          .y = axis(words.bytes_axis, Unit::bytes_per_parameter, language),
          .series = stacked_bars(stacks, 1, language),
          .marks = {}};
}

Plot updates_plot(const RecipesResult& run, const Language& language) {
  const RecipesStrings& words = language.strings->recipes;
  const MasterWeightCurves& curves = run.curves;
  const std::vector<double> x(curves.at.begin(), curves.at.end());
  return {.id = "updates",
          .caption = fill(words.updates_caption, {{"updates", grouped(run.settings.updates)},
                                                  {"update", typed(run.settings.update)}}),
          .x = axis(words.updates_axis, Unit::none, language),
          .y = axis(words.weight_axis, Unit::none, language),
          .series = {{"master", std::string(words.kept_master), "master_weight", SeriesKind::line,
                      x, curves.master},
                     {"bf16", std::string(words.kept_bf16), "parameter", SeriesKind::line, x,
                      curves.bf16},
                     {"copy", std::string(words.kept_copy), "cast_copy", SeriesKind::line, x,
                      curves.copy}},
          .marks = {}};
}

Presentation RecipesLesson::present(const Result& result, const Language& language) {
  const RecipesResult& run = result.run;
  Presentation presentation{
      .sentence = sentence(result, language),
      .notes = notes(result, language),
      .plots = {recipes_plot(run, language), updates_plot(run, language)},
      .timeline = {},
      .tables = {recipes_table(run, language), sharding_table(result, language),
                 measured_table(run, language), step_table(result.step.recording, language),
                 updates_table(run, language), gpu_catalogue(result.gpu, language)},
      .pytorch = pytorch(run, language)};
  const TrainingStepSettings& step = result.step.settings;
  add_timeline(presentation, result.step.recording, "step",
               fill(language.strings->timeline.flat,
                    {{"size", size_text(result.step.parameters)},
                     {"layers", grouped(step.layers)},
                     {"width", grouped(step.width)},
                     {"states", gigabytes_text(begin_bytes(result.step.recording))}}),
               language);
  return presentation;
}

}  // namespace

extern const Lesson recipes_lesson;
const Lesson recipes_lesson = lesson<RecipesLesson>();

}  // namespace tally
