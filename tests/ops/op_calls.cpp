#include "tests/ops/op_rows.h"

namespace tally {

template const OpCalls<Tensor>& calls_of(const std::string&);

}  // namespace tally
