// Which expert takes which token, where there are no values to decide it.
#pragma once

#include <cstdint>

#include "tensor/tensor.h"

namespace tally {

/// The assumption of every account of a mixture of experts: of T tokens with k experts each, each
/// of the E experts takes T k / E, and where that is no whole number the first ones take one more.
/// Real routers are not even, and what an expert keeps moves with its tokens; the sum over the
/// experts of a layer is T k however they are shared out.
std::int64_t balanced_tokens(std::int64_t tokens, std::int64_t per_token, std::int64_t experts,
                             std::int64_t expert);

/// The same for what nonzero() is asked of (ops/nonzero.h): an expert's part (k, T) of the one-hot
/// choices (T, k, E) of a layer, as models/moe.h looks at it.
std::int64_t balanced_routing(const Tensor& hits);

}  // namespace tally
