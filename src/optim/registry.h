// Every optimizer: one row each, in the order in which they are offered.
#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "optim/adam.h"
#include "optim/adamw.h"
#include "optim/sgd.h"

namespace tally {

using OptimizerRules = std::tuple<AdamW,  // torch.optim.AdamW
                                  Adam,   // torch.optim.Adam
                                  SGD     // torch.optim.SGD
                                  >;

/// Calls `f.operator()<Rule>()` with the rule of this id; false when there is none:
/// `visit_optimizer("adamw", [&]<class Rule>() { Optimizer<E, Rule> optimizer(engine, parameters);
/// });`
template <class F>
bool visit_optimizer(std::string_view id, F&& f) {
  return [&]<class... Rules>(std::type_identity<std::tuple<Rules...>>) {
    return ((Rules::id == id && (f.template operator()<Rules>(), true)) || ...);
  }(std::type_identity<OptimizerRules>{});
}

/// Their ids, in the order of the rows: "adamw", "adam", ...
inline constexpr auto optimizer_ids = []<class... Rules>(std::type_identity<std::tuple<Rules...>>) {
  return std::array<std::string_view, sizeof...(Rules)>{Rules::id...};
}(std::type_identity<OptimizerRules>{});

}  // namespace tally
