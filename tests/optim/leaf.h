// One parameter of given values, and a way to give it gradients.
#pragma once

#include <vector>

#include "engine/engine.h"

namespace tally {

using Values = std::vector<double>;

struct Leaf {
  explicit Leaf(Values values, Dtype dtype = Dtype::float64)
      : shape{static_cast<std::int64_t>(values.size())},
        tensor(engine.from_host(values, shape, dtype, MemoryCategory::parameter)) {
    engine.set_requires_grad(tensor, true);
  }
  void set_grad(const Values& values) const {
    tensor.set_grad(engine.from_host(values, shape, tensor.dtype(), MemoryCategory::gradient));
  }
  Values values() const { return engine.to_host(tensor); }

  Engine engine;
  Shape shape;
  Tensor tensor;
};

}  // namespace tally
