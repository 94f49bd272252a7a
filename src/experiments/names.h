// What an optimizer's tensors are called in recordings.
#pragma once

#include <cstddef>
#include <string>

namespace tally {

/// Names them after their parameter: "layers.0.weight.exp_avg". `paths(visit)` visits the path of
/// each parameter, in the optimizer's order.
template <class E, class Optimizer, class Paths>
void name_states(const E& engine, const Optimizer& optimizer, Paths&& paths) {
  std::size_t index = 0;
  paths([&](const std::string& path) {
    for (const auto& [name, tensor] : optimizer.state(index))
      engine.set_name(tensor, path + "." + std::string(name));
    ++index;
  });
}

}  // namespace tally
