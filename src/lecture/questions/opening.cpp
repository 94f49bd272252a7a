// The question that the lecture opens with: why an 80 GB card runs out with a model of 14 GB.
#include "engine/engine.h"
#include "experiments/budget.h"
#include "experiments/gpus.h"
#include "lecture/format.h"
#include "lecture/questions/shared.h"

namespace tally {
namespace {

struct SevenBillion {
  static constexpr std::string_view id = "seven_billion", lesson = "opening";
  static constexpr auto words = &QuestionStrings::seven_billion;
  static constexpr std::array<std::string_view, 4> choices{"28", "56", "84", "112"};
  static constexpr BudgetSettings settings{.parameters = 7'000'000'000};

  static Arguments setting() {
    return {{"size", compact(static_cast<double>(settings.parameters))},
            {"stored", gigabytes_text(settings.parameters * itemsize(settings.recipe.parameter))},
            {"gpu", gigabytes_text(settings.capacity)}};
  }

  static Finding run(Progress& progress) {
    const RecipeBytes whole = run_budget(Engine(Device::meta), settings, progress).yours.whole;
    const auto in = [&](MemoryCategory category) {
      return gigabytes_text(whole.by_category[static_cast<std::size_t>(category)]);
    };
    const auto is = [&](std::int64_t gb) { return whole.total() == gigabytes(gb); };
    return {proved({{"28", is(28)}, {"56", is(56)}, {"84", is(84)}, {"112", is(112)}}),
            {{"total", gigabytes_text(whole.total())},
             {"parameter", in(MemoryCategory::parameter)},
             {"gradient", in(MemoryCategory::gradient)},
             {"master", in(MemoryCategory::master_weight)},
             {"state", in(MemoryCategory::optimizer_state)},
             {"gpu", gigabytes_text(settings.capacity)}}};
  }
};

}  // namespace

extern const Question seven_billion;
const Question seven_billion = question<SevenBillion>();

}  // namespace tally
