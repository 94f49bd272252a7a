// What lessons 2 and 7 share: the optimizers as choices, made from the rows of the registry.
#pragma once

#include <array>
#include <string_view>

#include "experiments/optimizer_state.h"
#include "lecture/parameter.h"
#include "lecture/strings.h"

namespace tally {
namespace detail {

/// An optimizer's name is the same in every language.
template <class Rule>
Str title_of(const Strings&) {
  return Str(Rule::title);
}

}  // namespace detail

inline constexpr auto optimizer_names =
    []<class... Rules>(std::type_identity<std::tuple<Rules...>>) {
      return std::array{
          Choice{Rules::id, detail::title_of<Rules>}...,
          Choice{"sgd_momentum", [](const Strings& s) { return s.optimizer_state.sgd_momentum; }},
          Choice{"sgd_nesterov", [](const Strings& s) { return s.optimizer_state.sgd_nesterov; }}};
    }(std::type_identity<OptimizerRules>{});
static_assert(
    [] {
      for (std::size_t i = 0; i < optimizer_names.size(); ++i)
        if (optimizer_names[i].id != optimizer_choices[i].id) return false;
      return optimizer_names.size() == optimizer_choices.size();
    }(),
    "every optimizer of the experiment is offered, in its order");

inline std::string_view name_of(const OptimizerChoice& optimizer, const Language& language) {
  for (const Choice& choice : optimizer_names)
    if (choice.id == optimizer.id) return language.text(choice.label);
  return optimizer.id;
}

}  // namespace tally
