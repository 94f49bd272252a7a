// What the files of scaled_dot_product_attention share. Shapes: B batch, H heads, L queries, S
// keys, E head size.
#pragma once

#include "ops/kernel_choice.h"
#include "ops/ops.h"

namespace tally {

/// query (B, H, L, E), key and value (B, H, S, E) or both with a divisor of H heads; the mask
/// floating, broadcast to (B, H, L, S), or undefined. One node that keeps its inputs, the result
/// and one number per query.
Tensor flash_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                       const Tensor& attn_mask, bool is_causal, double scale,
                       AttentionKernel kernel);

/// The same for float32 with as many heads of keys, E a multiple of 4 and no mask.
Tensor efficient_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                           const Tensor& attn_mask, bool is_causal, double scale);

}  // namespace tally
