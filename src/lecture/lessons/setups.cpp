#include "lecture/lessons/setups.h"

#include <cmath>

#include "core/check.h"
#include "lecture/format.h"
#include "lecture/text.h"

namespace tally {

const RecipeWords& words_of(std::string_view recipe_id, const Language& language) {
  for (std::size_t i = 0; i < recipes.size(); ++i)
    if (recipes[i].id == recipe_id) return language.strings->setups.*recipe_words[i];
  fail("[words_of] there is no recipe \"" + std::string(recipe_id) + "\"");
}

std::string_view label(Sharding sharding, const Language& language) {
  return language.strings->setups.*sharding_words[static_cast<std::size_t>(sharding)];
}

std::string ChosenGpu::name(const Language& language) const {
  if (row) return row->name;
  return fill(language.strings->setups.by_size, {{"size", gigabytes_text(capacity)}});
}

ChosenGpu chosen_gpu(const Values& values) {
  ChosenGpu chosen;
  chosen.reported = values.choice("capacity") == "reported";
  for (const Gpu& gpu : gpu_table)
    if (gpu.id == values.choice("gpu")) chosen.row = &gpu;
  const double gb = values.real("gpu_gb");
  if (!chosen.row) {
    chosen.capacity = {std::llround(gb * 1e9)};
    return chosen;
  }
  chosen.capacity = chosen.reported ? chosen.row->reported : chosen.row->marketed;
  if (typed(gb) != gpu_gb_parameter.default_text) chosen.unused_gb = gb;
  return chosen;
}

void add_unused(const ChosenGpu& gpu, const Language& language, std::vector<std::string>& notes) {
  if (!gpu.row && gpu.reported) notes.emplace_back(language.strings->setups.reported_unused);
  if (gpu.unused_gb != 0)
    notes.push_back(fill(language.strings->setups.gb_unused,
                         {{"gb", typed(gpu.unused_gb)}, {"gpu", gpu.name(language)}}));
}

std::string share_expression(const RecipeSlope& slope, std::string_view n, std::int64_t gpus) {
  const std::string whole = expression(slope.replicated, " × ", n);
  const std::string cut = expression(slope.sharded, " × ceil(", n, " / ", gpus, ")");
  if (slope.sharded == 0) return whole;
  return slope.replicated == 0 ? cut : whole + " + " + cut;
}

Sharding chosen_sharding(const Values& values) {
  const auto sharding = find_sharding(values.choice("sharding"));
  check(sharding.has_value(), "[chosen_sharding] no such way of sharding");
  return *sharding;
}

}  // namespace tally
