// CUDA's memory-efficient attention (transformers/cuda/attention.cu and attention_backward.cu) as
// an account. Apart, so that a program that never asks for it leaves it out
// (no_efficient_attention.cpp).
#include "ops/fused_attention.h"

namespace tally {
namespace {

/// float32 alone: its accumulators are its results, but for that of the queries' gradient, which
/// blocks of keys add to in turn (mem_eff_attention/kernel_backward.h, workspace_size). The kernels
/// of heads up to 64 work on 64 queries; of larger ones a GPU with the shared memory for it takes
/// 128, which needs 16 bytes less for each tile of 64 by 64.
struct CudaEfficient : FusedAttention {
  static constexpr const char* name = "scaled_dot_product_efficient_attention";
  static constexpr const char* node_name = "ScaledDotProductEfficientAttentionBackward0";

  Tensor forward(Context& context, const Tensor& query, const Tensor& key, const Tensor& value) {
    // Of a length that backward's loads are aligned to; none where no gradient is asked for.
    const std::int64_t length = context.recording() ? rounded_up(query.size(2), 32) : 0;
    return forward_on_cuda(context, query, key, value, length, "log_sumexp");
  }

  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor key = context.saved(0), query = context.saved(1), value = context.saved(2);
    const std::int64_t batch = query.size(0), heads = query.size(1), queries = query.size(2);
    const Tensor rows = expect_contiguous(transposed(gradient));
    Tensors gradients;
    for (const Tensor* x : {&query, &key, &value})
      gradients.push_back(transposed(result(*x, {x->size(0), x->size(2), x->size(1), x->size(3)})));
    Tensor workspace;
    {
      Tensor delta;  // (gradient * output).sum(-1), its heads before its rows
      {
        const Tensor both = buffer(query, rows.sizes(), Dtype::float32);
        const Tensor sums = buffer(query, {batch, queries, heads}, Dtype::float32);
        const bool same = heads == 1 || queries == 1;
        delta = same ? sums : buffer(query, {batch, heads, queries}, Dtype::float32);
      }
      constexpr std::int64_t tile = 64;
      const std::int64_t tiles =
          rounded_up(queries, tile) / tile * (rounded_up(query.size(3), tile) / tile);
      workspace = buffer(query, {batch * heads * tiles * (16 + tile * tile * 4)}, Dtype::uint8);
      attend_backward(gradients, transposed(rows), query, key, value, {});
    }
    workspace = {};
    count(query, key, 5);
    return wanted(context, std::move(gradients));
  }
};

}  // namespace

/// What it takes of float32 (transformers/cuda/sdp_utils.cpp, can_use_mem_efficient_attention);
/// masks and dropout, which the kernel takes too, are not in the account.
Tensor efficient_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                           const Tensor& mask, bool is_causal, double scale) {
  check(query.dim() == 4 && !mask.defined() && value.size(-1) == query.size(-1) &&
            query.size(-1) % 4 == 0 && query.dtype() == Dtype::float32 &&
            key.size(1) == query.size(1),
        [&] {
          return format_text(
              "[scaled_dot_product_attention] CUDA's memory-efficient kernel takes (B, H, L, E) of "
              "float32 with as many heads of keys, E a multiple of 4 and no mask, got {} query "
              "{}{}",
              name(query.dtype()), to_string(query.sizes()), mask.defined() ? " and a mask" : "");
        });
  return apply(CudaEfficient{{is_causal, scale}}, query, key, value);
}

}  // namespace tally
