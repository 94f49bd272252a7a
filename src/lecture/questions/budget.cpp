// Questions beside lesson 6: what a card more or less decides.
#include "experiments/budget.h"

#include "engine/engine.h"
#include "experiments/gpus.h"
#include "experiments/recipe_run.h"
#include "experiments/recipes.h"
#include "lecture/format.h"
#include "lecture/questions/shared.h"

namespace tally {
namespace {

constexpr std::string_view part = "budget";

BudgetPoint measure(const BudgetSettings& settings, Progress& progress) {
  return run_budget(Engine(Device::meta), settings, progress).yours;
}

struct OneMoreParameter {
  static constexpr std::string_view id = "one_more_parameter", lesson = part;
  static constexpr auto words = &QuestionStrings::one_more_parameter;
  static constexpr std::array<std::string_view, 3> choices{"1", "2", "8"};
  static constexpr BudgetSettings settings{.parameters = 5'000'000'000};

  static Arguments setting() {
    return {{"parameters", grouped(settings.parameters)},
            {"each", grouped(bytes_per_parameter(settings.recipe))},
            {"gpu", gigabytes_text(settings.capacity)}};
  }

  static Finding run(Progress& progress) {
    BudgetSettings more = settings;
    ++more.parameters;
    const BudgetPoint exact = measure(settings, progress), beyond = measure(more, progress);
    const auto needs = [&](std::int64_t gpus) { return beyond.gpus == gpus; };
    return {proved({{"1", needs(1)}, {"2", needs(2)}, {"8", needs(8)}}),
            {{"before", grouped(*exact.gpus)},
             {"gpus", grouped(*beyond.gpus)},
             {"bytes", bytes_text(beyond.whole.total())},
             {"excess", bytes_text(beyond.whole.total() - settings.capacity)}}};
  }
};

struct ReplicatedOnEight {
  static constexpr std::string_view id = "replicated_on_eight", lesson = part;
  static constexpr auto words = &QuestionStrings::replicated_on_eight;
  static constexpr std::array<std::string_view, 3> choices{"same", "twice", "eight"};

  static Arguments setting() {
    return {{"gpus", grouped(RecipesSettings{}.gpus)},
            {"gpu", gigabytes_text(RecipesSettings{}.capacity)}};
  }

  static Finding run(Progress& progress) {
    const auto shardings_on = [&](std::int64_t gpus) {
      return run_recipes(Engine(), {.gpus = gpus, .updates = 1}, progress).shardings;
    };
    const std::vector<ShardingRow> alone = shardings_on(1);
    const std::vector<ShardingRow> many = shardings_on(RecipesSettings{}.gpus);
    const std::int64_t one = alone.front().largest, replicated = many.front().largest;
    return {proved({{"same", replicated == one},
                    {"twice", replicated == 2 * one},
                    {"eight", replicated == 8 * one}}),
            {{"one", compact_at_most(one)},
             {"many", compact_at_most(replicated)},
             {"sharded", compact_at_most(many.back().largest)}}};
  }
};

struct Zero1Share {
  static constexpr std::string_view id = "zero1_share", lesson = part;
  static constexpr auto words = &QuestionStrings::zero1_share;
  static constexpr std::array<std::string_view, 4> choices{"14", "26", "38", "112"};
  static constexpr std::int64_t parameters = 7'000'000'000, gpus = 8;

  static Arguments setting() {
    return {{"size", compact(static_cast<double>(parameters))}, {"gpus", grouped(gpus)}};
  }

  static Finding run(Progress&) {
    const auto share = [](Sharding sharding) {
      return execute_recipe(Engine(Device::meta), *find_recipe("bf16_master_weights"), sharding,
                            parameters, gpus);
    };
    const RecipeBytes found = share(Sharding::zero1);
    const auto in = [&](MemoryCategory category) {
      return found.by_category[static_cast<std::size_t>(category)];
    };
    const Bytes kept = in(MemoryCategory::parameter) + in(MemoryCategory::gradient);
    // The choices are whole gigabytes, rounded down.
    const auto about = [&](std::int64_t gb) {
      return gigabytes(gb) <= found.total() && found.total() < gigabytes(gb + 1);
    };
    return {proved({{"14", about(14)}, {"26", about(26)}, {"38", about(38)}, {"112", about(112)}}),
            {{"share", gigabytes_text(found.total())},
             {"kept", gigabytes_text(kept)},
             {"cut", gigabytes_text(found.total() - kept)},
             {"zero2", gigabytes_text(share(Sharding::zero2).total())},
             {"zero3", gigabytes_text(share(Sharding::zero3).total())},
             {"gpus", grouped(gpus)}}};
  }
};

struct RoundNames {
  static constexpr std::string_view id = "round_names", lesson = part;
  static constexpr auto words = &QuestionStrings::round_names;
  static constexpr std::array<std::string_view, 3> choices{"14", "15", "16"};
  static constexpr const ModelSize& size = model_sizes[3];
  static constexpr BudgetSettings settings{.parameters = size.real_parameters};

  static Arguments setting() {
    return {
        {"size", size.name}, {"name", size.real_name}, {"gpu", gigabytes_text(settings.capacity)}};
  }

  static Finding run(Progress& progress) {
    const BudgetPoint real = measure(settings, progress);
    BudgetSettings round = settings;
    round.parameters = size.parameters;
    const auto needs = [&](std::int64_t gpus) { return real.gpus == gpus; };
    return {proved({{"14", needs(14)}, {"15", needs(15)}, {"16", needs(16)}}),
            {{"parameters", grouped(real.parameters)},
             {"bytes", gigabytes_text(real.whole.total())},
             {"gpus", grouped(*real.gpus)},
             {"round_gpus", grouped(*measure(round, progress).gpus)}}};
  }
};

}  // namespace

extern const Question one_more_parameter, replicated_on_eight, zero1_share, round_names;
const Question one_more_parameter = question<OneMoreParameter>();
const Question replicated_on_eight = question<ReplicatedOnEight>();
const Question zero1_share = question<Zero1Share>();
const Question round_names = question<RoundNames>();

}  // namespace tally
