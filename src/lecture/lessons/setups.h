// What lessons 1 and 6 share: parameters for recipe, GPU and sharding, their choices made from the
// rows of the registries, and how a reader's values become a capacity.
#pragma once

#include <array>
#include <string>
#include <utility>

#include "experiments/gpus.h"
#include "experiments/recipe.h"
#include "lecture/build.h"
#include "lecture/parameter.h"
#include "lecture/strings.h"

namespace tally {

/// The words of each row of `recipes`, in its order.
inline constexpr std::array<RecipeWords SetupStrings::*, 6> recipe_words{
    &SetupStrings::fp32,     &SetupStrings::bf16_fp32_moments,   &SetupStrings::bf16_master_weights,
    &SetupStrings::autocast, &SetupStrings::fp32_main_gradients, &SetupStrings::bf16_stock};
static_assert(recipe_words.size() == recipes.size(), "every recipe has its words");

inline constexpr std::array<Str SetupStrings::*, 4> sharding_words{
    &SetupStrings::replicated, &SetupStrings::zero1, &SetupStrings::zero2, &SetupStrings::zero3};

/// The words of the row of this id; a check fails for an id without a row.
const RecipeWords& words_of(std::string_view recipe_id, const Language& language);
std::string_view label(Sharding sharding, const Language& language);

namespace detail {

// A TextKey captures nothing, so the row's index is a template argument.
template <std::size_t I>
Str recipe_name(const Strings& s) {
  return (s.setups.*recipe_words[I]).name;
}
template <std::size_t I>
Str sharding_name(const Strings& s) {
  return s.setups.*sharding_words[I];
}
template <std::size_t I>
Str gpu_name(const Strings&) {
  return gpu_table[I].name;
}

template <std::size_t... I>
constexpr auto recipe_choices(std::index_sequence<I...>) {
  return std::array{Choice{recipes[I].id, recipe_name<I>}...};
}
template <std::size_t... I>
constexpr auto sharding_choices(std::index_sequence<I...>) {
  return std::array{Choice{sharding_ids[I], sharding_name<I>}...};
}
template <std::size_t... I>
constexpr auto gpu_choices(std::index_sequence<I...>) {
  return std::array{Choice{gpu_table[I].id, gpu_name<I>}...,
                    Choice{"custom", [](const Strings& s) { return s.setups.gpu_custom; }}};
}

}  // namespace detail

inline constexpr auto recipe_choices =
    detail::recipe_choices(std::make_index_sequence<recipes.size()>{});
inline constexpr auto sharding_choices =
    detail::sharding_choices(std::make_index_sequence<sharding_ids.size()>{});
inline constexpr auto gpu_choices =
    detail::gpu_choices(std::make_index_sequence<gpu_table.size()>{});
inline constexpr std::array<Choice, 2> capacity_choices{
    {{"marketed", [](const Strings& s) { return s.setups.capacity_marketed; }},
     {"reported", [](const Strings& s) { return s.setups.capacity_reported; }}}};

inline constexpr Parameter recipe_parameter{
    .key = "recipe",
    .kind = ParameterKind::choice,
    .label = [](const Strings& s) { return s.setups.recipe; },
    .help = [](const Strings& s) { return s.setups.recipe_help; },
    .default_text = "bf16_master_weights",
    .choices = recipe_choices};
inline constexpr Parameter gpu_parameter{.key = "gpu",
                                         .kind = ParameterKind::choice,
                                         .label = [](const Strings& s) { return s.setups.gpu; },
                                         .help = [](const Strings& s) { return s.setups.gpu_help; },
                                         .default_text = "h100_80gb",
                                         .choices = gpu_choices};
inline constexpr Parameter gpu_gb_parameter{
    .key = "gpu_gb",
    .kind = ParameterKind::real,
    .label = [](const Strings& s) { return s.setups.gpu_gb; },
    .help = [](const Strings& s) { return s.setups.gpu_gb_help; },
    .unit = Unit::gigabytes,
    .min = 1,
    .max = 1000,
    .step = 1,
    .scale = Scale::log10,
    .default_text = "80"};
inline constexpr Parameter capacity_parameter{
    .key = "capacity",
    .kind = ParameterKind::choice,
    .label = [](const Strings& s) { return s.setups.capacity; },
    .help = [](const Strings& s) { return s.setups.capacity_help; },
    .default_text = "marketed",
    .choices = capacity_choices};
inline constexpr Parameter sharding_parameter{
    .key = "sharding",
    .kind = ParameterKind::choice,
    .label = [](const Strings& s) { return s.setups.sharding; },
    .help = [](const Strings& s) { return s.setups.sharding_help; },
    .default_text = "zero3",
    .choices = sharding_choices};

/// The GPU that a reader's values choose.
struct ChosenGpu {
  const Gpu* row = nullptr;  // of the catalogue; null for a size of the reader's own
  bool reported = false;
  double unused_gb =
      0;  // a size that was given beside a GPU of the catalogue; 0 where there is none
  Bytes capacity;
  std::string name(const Language& language) const;  // "H100 80 GB", "96 GB GPU"
};
ChosenGpu chosen_gpu(const Values& values);

/// Adds the note on what was given and is not used, where there is such: a size beside a GPU of the
/// catalogue, or a driver's report of a size of the reader's own.
void add_unused(const ChosenGpu& gpu, const Language& language, std::vector<std::string>& notes);
Sharding chosen_sharding(const Values& values);

/// What one GPU keeps of n parameters, as a formula: "4 × n + 12 × ceil(n / 8)".
std::string share_expression(const RecipeSlope& slope, std::string_view n, std::int64_t gpus);

}  // namespace tally
