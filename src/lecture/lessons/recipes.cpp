// Lesson 1: how many bytes a parameter takes, and the largest model that a group of GPUs holds.
#include "experiments/recipes.h"

#include <array>

#include "core/check.h"
#include "engine/engine.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lesson.h"
#include "lecture/lessons/recipes_parts.h"
#include "lecture/lessons/scaled_steps.h"
#include "lecture/lessons/setups.h"
#include "lecture/scripts.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "lecture/timeline.h"

namespace tally {
namespace {

using namespace recipe_parts;

struct Result {
  RecipesResult run;
  ChosenGpu gpu;
  TrainingStepResult step;
};

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
  add_unused(result.gpu, language, notes);
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
  Presentation presentation{.sentence = sentence(result, language),
                            .notes = notes(result, language),
                            .plots = {recipes_plot(run, language), updates_plot(run, language)},
                            .timeline = {},
                            .tables = tables(run, result.gpu, language),
                            .pytorch = pytorch(run, language)};
  presentation.tables.insert(presentation.tables.begin() + 3,  // behind what was executed
                             step_table(result.step.recording, language));
  add_flat_step(presentation, result.step, language);
  return presentation;
}

}  // namespace

extern const Lesson recipes_lesson;
const Lesson recipes_lesson = lesson<RecipesLesson>();

}  // namespace tally
