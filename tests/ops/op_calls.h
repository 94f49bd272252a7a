// The op test table: how each row of tests/golden/calls.py is called here, by the same names.
// Written once over the tensor, as models are: the same rows run on ours and on LibTorch's.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/dtype.h"
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

/// A cast, which is a member of each tensor with dtypes of its own.
inline Tensor to_dtype(const Tensor& self, Dtype dtype) { return self.to(dtype); }

extern template const OpCalls<Tensor>& calls_of(const std::string&);

}  // namespace tally
