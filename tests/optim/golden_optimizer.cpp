#include "tests/optim/golden_optimizer.h"

#include <stdexcept>

#include "tests/optim/golden_options.h"

namespace tally::golden {

template <class Rule>
void AnyOptimizer::hold(const Engine& engine, const Json& options,
                        const std::vector<Tensor>& parameters) {
  const auto held = std::make_shared<Optimizer<Engine, Rule>>(
      engine, parameters, read_options<typename Rule::Options>(options));
  step_ = [held] { held->step(); };
  zero_grad_ = [held](bool set_to_none) { held->zero_grad(set_to_none); };
  state_ = [held](std::size_t parameter) {
    Json rows = Json::array();
    for (const auto& [name, tensor] : held->state(parameter))
      rows.push_back({{"name", name},
                      {"shape", tensor.sizes()},
                      {"dtype", tally::name(tensor.dtype())},
                      {"bytes", tensor.nbytes().count}});
    return rows;
  };
}

AnyOptimizer::AnyOptimizer(const Engine& engine, const std::string& name, const Json& options,
                           const std::vector<Tensor>& parameters) {
  for (const std::string_view id : optimizer_ids)
    visit_optimizer(id, [&]<class Rule>() {
      if (Rule::title == name) hold<Rule>(engine, options, parameters);
    });
  if (!step_) throw std::runtime_error("no optimizer " + name);
}

}  // namespace tally::golden
