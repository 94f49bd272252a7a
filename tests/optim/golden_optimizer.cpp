#include "tests/optim/golden_optimizer.h"

#include <stdexcept>

namespace tally::golden {
namespace {

template <class Options>
Options read(const Json& json) {
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

}  // namespace

template <class Rule>
void AnyOptimizer::hold(const Engine& engine, const Json& options,
                        const std::vector<Tensor>& parameters) {
  const auto held = std::make_shared<Optimizer<Engine, Rule>>(
      engine, parameters, read<typename Rule::Options>(options));
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
