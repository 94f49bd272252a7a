#include "tests/optim/golden_optimizer.h"

#include <stdexcept>

namespace tally::golden {
namespace {

template <class Options>
Options read(const Json& json) {
  Options options;
  for (const auto& item : json.items()) {
    const double value = item.value().is_boolean() ? 0 : item.value().get<double>();
    if (item.key() == "lr")
      options.lr = value;
    else if (item.key() == "weight_decay")
      options.weight_decay = value;
    else if constexpr (requires { options.betas; }) {
      if (item.key() == "beta1")
        options.betas[0] = value;
      else if (item.key() == "beta2")
        options.betas[1] = value;
      else if (item.key() == "eps")
        options.eps = value;
      else
        throw std::runtime_error("no option " + item.key());
    } else {
      if (item.key() == "momentum")
        options.momentum = value;
      else if (item.key() == "dampening")
        options.dampening = value;
      else if (item.key() == "nesterov")
        options.nesterov = item.value().template get<bool>();
      else
        throw std::runtime_error("no option " + item.key());
    }
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
  const bool found =
      visit_optimizer(name == "SGD"    ? "sgd"
                      : name == "Adam" ? "adam"
                                       : "adamw",
                      [&]<class Rule>() { hold<Rule>(engine, options, parameters); });
  if (!found || (name != "SGD" && name != "Adam" && name != "AdamW"))
    throw std::runtime_error("no optimizer " + name);
}

}  // namespace tally::golden
