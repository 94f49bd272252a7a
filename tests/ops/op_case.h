// One golden op case, run on our engine.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "autograd/backward.h"
#include "core/event.h"
#include "tests/golden/golden.h"
#include "tests/ops/op_calls.h"

namespace tally {

/// A case of tests/golden/structure: inputs, call, and what is differentiated.
struct OpCase {
  std::string family, name;

  const golden::Json& golden() const { return golden::cases("structure", family).at(name); }
  const OpCall<Tensor>& call() const { return calls_of<Tensor>(family).at(golden().at("call")); }
  /// Leaves on `device`, from the generator's streams 0, 1, ...
  Tensors make_inputs(Device device) const;
  /// The inputs as the call sees them (views of the leaves), and the call.
  Tensors forward(const Tensors& leaves) const;
  /// Constants that weigh the outputs: streams 100, 101, ...; none for whole numbers.
  Tensors make_weights(const Tensors& outputs) const;
  /// The scalar that is differentiated (tests/golden/case.py).
  Tensor loss(const Tensors& outputs, const Tensors& weights) const;
};

/// All cases of every family.
const std::vector<OpCase>& op_cases();

/// What one run leaves.
struct OpRun {
  OpRun(const OpCase& op_case, Device device);

  Tensors leaves, outputs;
  Recording recording;
  std::size_t forward_begin = 0, forward_end = 0;  // events
  golden::Json events;  // {"forward": [48], "loss": [...], "backward": [...]}
  golden::Json flops;   // [forward, backward]
  golden::Json order;   // node names as they ran; null without a graph
};

}  // namespace tally
