// The node at a leaf: adds what arrives to .grad (torch/csrc/autograd/functions/accumulate_grad.h).
#pragma once

#include "autograd/node.h"

namespace tally {

class AccumulateGrad final : public Node {
 public:
  explicit AccumulateGrad(const Tensor& variable);
  const char* name() const override { return "AccumulateGrad"; }
  const AccumulateGrad* as_accumulate_grad() const override { return this; }
  /// No .grad yet: takes the arriving tensor itself when nobody else holds it and its layout is the
  /// variable's, otherwise a clone. With a .grad: adds in place.
  Tensors apply(Tensors& gradients) override;
  bool has_grad() const { return variable_.grad().defined(); }

 private:
  Tensor variable_;
};

}  // namespace tally
