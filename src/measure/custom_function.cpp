// A function of a caller's own as one op of LibTorch's graph.
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/utils.h>

#include "measure/torch_engine.h"

namespace tally::measure {
namespace {

namespace autograd = torch::autograd;
using Step = std::function<at::Tensor(const at::Tensor&)>;

struct CustomFunctionBackward final : autograd::Node {
  explicit CustomFunctionBackward(Step run) : backward(std::move(run)) {}
  autograd::variable_list apply(autograd::variable_list&& gradients) override {
    return {gradients[0].defined() ? backward(gradients[0]) : at::Tensor()};
  }
  std::string name() const override { return "CustomFunctionBackward"; }
  Step backward;
};

}  // namespace

at::Tensor TorchEngine::custom(const Step& forward, const Step& backward,
                               const Tensor& input) const {
  const bool recorded = at::GradMode::is_enabled() && input.requires_grad();
  std::shared_ptr<CustomFunctionBackward> node;
  if (recorded) {
    node = std::shared_ptr<CustomFunctionBackward>(new CustomFunctionBackward(backward),
                                                   autograd::deleteNode);
    node->set_next_edges(autograd::collect_next_edges(input));
  }
  at::Tensor output;
  {
    const at::NoGradGuard no_grad;
    output = forward(input).detach();
  }
  if (recorded) autograd::set_history(output, node);
  return output;
}

}  // namespace tally::measure
