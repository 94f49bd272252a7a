// Questions beside lesson 1: what 16 bits save, and what they lose.
#include "experiments/recipes.h"

#include <algorithm>
#include <cmath>

#include "engine/engine.h"
#include "experiments/gpus.h"
#include "lecture/format.h"
#include "lecture/questions/shared.h"

namespace tally {
namespace {

constexpr std::string_view part = "recipes";

const RecipeRow& row_of(const RecipesResult& result, std::string_view recipe) {
  return *std::find_if(result.rows.begin(), result.rows.end(),
                       [&](const RecipeRow& row) { return row.recipe.id == recipe; });
}

std::int64_t bytes_in(const RecipeRow& row, MemoryCategory category) {
  return row.per_parameter[static_cast<std::size_t>(category)];
}

/// Without the updates, which these questions do not ask for.
RecipesResult run_bytes(Progress& progress) {
  return run_recipes(Engine(), {.updates = 1}, progress);
}

struct Bf16HalvesMemory {
  static constexpr std::string_view id = "bf16_halves_memory", lesson = part;
  static constexpr auto words = &QuestionStrings::bf16_halves_memory;
  static constexpr std::array<std::string_view, 4> choices{"8", "12", "16", "18"};

  static Arguments setting() {
    return {{"before", grouped(bytes_per_parameter(*find_recipe("fp32")))}};
  }

  static Finding run(Progress& progress) {
    const RecipesResult result = run_bytes(progress);
    const RecipeRow& mixed = row_of(result, "bf16_master_weights");
    const std::int64_t after = mixed.per_parameter_in_all();
    const auto in = [&](MemoryCategory category) { return grouped(bytes_in(mixed, category)); };
    return {
        proved({{"8", after == 8}, {"12", after == 12}, {"16", after == 16}, {"18", after == 18}}),
        {{"before", grouped(row_of(result, "fp32").per_parameter_in_all())},
         {"after", grouped(after)},
         {"parameter", in(MemoryCategory::parameter)},
         {"gradient", in(MemoryCategory::gradient)},
         {"master", in(MemoryCategory::master_weight)},
         {"state", in(MemoryCategory::optimizer_state)}}};
  }
};

struct StockAdamWOnBf16 {
  static constexpr std::string_view id = "stock_adamw_on_bf16", lesson = part;
  static constexpr auto words = &QuestionStrings::stock_adamw_on_bf16;
  static constexpr std::array<std::string_view, 3> choices{"8", "12", "16"};

  static Finding run(Progress& progress) {
    const RecipesResult result = run_bytes(progress);
    const RecipeRow& stock = row_of(result, "bf16_stock");
    const std::int64_t total = stock.per_parameter_in_all();
    return {proved({{"8", total == 8}, {"12", total == 12}, {"16", total == 16}}),
            {{"total", grouped(total)},
             {"state", grouped(bytes_in(stock, MemoryCategory::optimizer_state))},
             {"float_state", grouped(bytes_in(row_of(result, "bf16_fp32_moments"),
                                              MemoryCategory::optimizer_state))}}};
  }
};

struct LostUpdates {
  static constexpr std::string_view id = "lost_updates", lesson = part;
  static constexpr auto words = &QuestionStrings::lost_updates;
  static constexpr std::array<std::string_view, 3> choices{"nowhere", "between", "arrives"};
  static constexpr RecipesSettings settings{};

  static Arguments setting() {
    return {{"update", typed(settings.update)}, {"updates", grouped(settings.updates)}};
  }

  static Finding run(Progress& progress) {
    const MasterWeightCurves curves = run_recipes(Engine(), settings, progress).curves;
    const double start = curves.bf16.front(), end = curves.bf16.back();
    const double aim = start + settings.update * static_cast<double>(settings.updates);
    const double way = (end - start) / (aim - start);  // the part of the way that it went
    return {
        proved({{"nowhere", way == 0}, {"between", way > 0 && way < 0.9}, {"arrives", way >= 0.9}}),
        {{"bf16", decimal(end, 4)},
         {"master", decimal(curves.master.back(), 4)},
         {"update", typed(settings.update)}}};
  }
};

struct ZeroStages {
  static constexpr std::string_view id = "zero_stages", lesson = part;
  static constexpr auto words = &QuestionStrings::zero_stages;
  static constexpr std::array<std::string_view, 3> choices{"zero1", "zero2", "zero3"};

  static Arguments setting() {
    return {{"gpus", grouped(RecipesSettings{}.gpus)},
            {"gpu", gigabytes_text(RecipesSettings{}.capacity)}};
  }

  static Finding run(Progress& progress) {
    const RecipesResult result = run_bytes(progress);
    std::array<std::int64_t, 4> largest{};
    for (const ShardingRow& row : result.shardings)
      largest[static_cast<std::size_t>(row.sharding)] = row.largest;
    std::array<double, 4> factor{};
    for (std::size_t stage = 1; stage < 4; ++stage)
      factor[stage] = static_cast<double>(largest[stage]) / static_cast<double>(largest[stage - 1]);
    const auto most = [&](std::size_t stage) {
      return factor[stage] == *std::max_element(factor.begin(), factor.end());
    };
    const RecipeRow& mixed = row_of(result, "bf16_master_weights");
    return {proved({{"zero1", most(1)}, {"zero2", most(2)}, {"zero3", most(3)}}),
            {{"replicated", compact_at_most(largest[0])},
             {"zero1", compact_at_most(largest[1])},
             {"zero2", compact_at_most(largest[2])},
             {"zero3", compact_at_most(largest[3])},
             {"factor1", fixed(factor[1], 2)},
             {"factor2", fixed(factor[2], 2)},
             {"factor3", fixed(factor[3], 2)},
             {"first", grouped(bytes_in(mixed, MemoryCategory::optimizer_state) +
                               bytes_in(mixed, MemoryCategory::master_weight))},
             {"all", grouped(mixed.per_parameter_in_all())}}};
  }
};

}  // namespace

extern const Question bf16_halves_memory, stock_adamw_on_bf16, lost_updates, zero_stages;
const Question bf16_halves_memory = question<Bf16HalvesMemory>();
const Question stock_adamw_on_bf16 = question<StockAdamWOnBf16>();
const Question lost_updates = question<LostUpdates>();
const Question zero_stages = question<ZeroStages>();

}  // namespace tally
