// One forward pass of a language model down to its loss, for any engine.
#pragma once

#include <cstdint>
#include <vector>

#include "models/inputs.h"

namespace tally {

/// Called before block `index`; their number is after the last one, before norm, head and loss.
struct NoMark {
  void operator()(std::size_t) const {}
};

/// The loss, (). `segments` are lengths of checkpointed runs of blocks, from the first block on;
/// what they leave over is kept whole.
template <class E, class Model, class Mark = NoMark>
typename E::Tensor forward_loss(const E& engine, const Model& model,
                                const ModelInputs<typename E::Tensor>& inputs,
                                const std::vector<std::int64_t>& segments = {}, Mark&& mark = {}) {
  using T = typename E::Tensor;
  T h = model.embed(inputs);
  std::size_t block = 0;
  for (const std::int64_t length : segments) {
    mark(block);
    const std::size_t end = block + static_cast<std::size_t>(length);
    h = engine.checkpoint(
        [&model, &inputs, block, end](const T& x) {
          T out = x;
          for (std::size_t i = block; i < end; ++i) out = model.run(model.blocks()[i], out, inputs);
          return out;
        },
        h);
    block = end;
  }
  for (; block < model.blocks().size(); ++block) {
    mark(block);
    h = model.run(model.blocks()[block], h, inputs);
  }
  mark(block);
  return model.loss(h, inputs);
}

}  // namespace tally
