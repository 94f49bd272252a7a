// The tables of lesson 1.
#include <utility>

#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lessons/recipes_parts.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally::recipe_parts {

std::string size_text(std::int64_t parameters) { return compact_at_most(parameters, 2); }

namespace {

/// "16", "4 + 12/N", "16/N".
std::string formula(const RecipeSlope& slope) {
  const std::string shared = grouped(slope.sharded) + "/N";
  if (slope.sharded == 0) return grouped(slope.replicated);
  return slope.replicated == 0 ? shared : grouped(slope.replicated) + " + " + shared;
}

/// With a decimal where one digit stands alone: 5.0B, 14.5B, 40B.
std::string precise_size(std::int64_t parameters) {
  std::string text = compact_at_most(parameters);
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

Table sharding_table(const RecipesResult& run, const ChosenGpu& gpu, const Language& language) {
  const RecipesStrings& words = language.strings->recipes;
  const RecipesSettings& settings = run.settings;
  Table table{.id = "sharding",
              .caption = fill(words.sharding_caption,
                              {{"gpus", grouped(settings.gpus)}, {"size", gpu.name(language)}}),
              .source = std::string(language.strings->sources.sharding)};
  table.columns = {column("sharding", language.strings->setups.sharding),
                   column("formula", words.formula_column),
                   column("bytes_per_parameter", language.strings->setups.per_gpu_column,
                          Unit::bytes_per_parameter, language),
                   column("largest", words.largest_column, Unit::parameters, language)};
  for (const ShardingRow& row : run.shardings) {
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

}  // namespace

std::vector<Table> tables(const RecipesResult& run, const ChosenGpu& gpu,
                          const Language& language) {
  return {recipes_table(run, language), sharding_table(run, gpu, language),
          measured_table(run, language), updates_table(run, language),
          gpu_catalogue(gpu, language)};
}

}  // namespace tally::recipe_parts
