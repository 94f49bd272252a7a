// The options of an optimizer as the golden files write them: torch's keys, betas as beta1 and
// beta2.
#pragma once

#include <stdexcept>

#include "tests/golden/golden.h"

namespace tally::golden {

template <class Options>
Options read_options(const Json& json) {
  Options options;
  for (const auto& item : json.items()) {
    const std::string& key = item.key();
    const double value = item.value().is_boolean() ? 0 : item.value().get<double>();
    double* option = key == "lr" ? &options.lr : nullptr;
    if (key == "weight_decay") option = &options.weight_decay;
    if constexpr (requires { options.betas; }) {
      if (key == "beta1") option = &options.betas[0];
      if (key == "beta2") option = &options.betas[1];
    }
    if constexpr (requires { options.eps; })
      if (key == "eps") option = &options.eps;
    if constexpr (requires { options.momentum; })
      if (key == "momentum") option = &options.momentum;
    if constexpr (requires { options.dampening; })
      if (key == "dampening") option = &options.dampening;
    if constexpr (requires { options.nesterov; })
      if (key == "nesterov") {
        options.nesterov = item.value().template get<bool>();
        continue;
      }
    if (!option) throw std::runtime_error("no option " + key);
    *option = value;
  }
  return options;
}

}  // namespace tally::golden
