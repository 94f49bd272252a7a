// The op test table: how each row of tests/golden/calls.py is called here, by the same names.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "ops/ops.h"

namespace tally {

using OpCall = std::function<Tensors(const Tensors&)>;
using OpCalls = std::map<std::string, OpCall>;

const OpCalls& pointwise_calls();
const OpCalls& activation_calls();
const OpCalls& matmul_calls();
const OpCalls& reduction_calls();
const OpCalls& shape_calls();
const OpCalls& graph_calls();

/// The rows of a family of golden cases ("pointwise", ...).
const OpCalls& calls_of(const std::string& family);

}  // namespace tally
