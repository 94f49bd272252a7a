// The op test table: how each row of tests/golden/calls.py is called here, by the same names.
// Written once over the tensor, as models are: the same rows run on ours and on LibTorch's.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/dtype.h"
#include "ops/kernel_choice.h"
#include "ops/ops.h"

namespace tally {

template <class T>
using OpCall = std::function<std::vector<T>(const std::vector<T>&)>;
template <class T>
using OpCalls = std::map<std::string, OpCall<T>>;

/// The rows of a family of golden cases ("pointwise", ...). Instantiated where op_rows.h is
/// included.
template <class T>
const OpCalls<T>& calls_of(const std::string& family);

/// Another choice of kernels while a row calls its op.
inline KernelScope kernels(const Tensor&, const KernelChoice& choice) {
  return KernelScope(choice);
}

namespace detail {

/// A row of one result.
template <class F>
auto one(F call) {
  return [call](const auto& in) { return std::remove_cvref_t<decltype(in)>{call(in)}; };
}

}  // namespace detail

extern template const OpCalls<Tensor>& calls_of(const std::string&);

}  // namespace tally
