// The attention kernels that never hold the probabilities: CPU's of PyTorch 2.6
// (cpu/FlashAttentionKernel.cpp) with its buffers for blocks, and CUDA's
// (transformers/cuda/flash_attn/flash_api.cpp) as an account: both give the same values here.
#include <algorithm>

#include "ops/common.h"
#include "ops/fused_attention.h"

namespace tally {
namespace {

struct CpuFlash : FusedAttention {
  static constexpr const char* name = "scaled_dot_product_flash_attention";
  static constexpr const char* node_name = "ScaledDotProductFlashAttentionForCpuBackward0";

  /// Queries and keys that are worked on at a time.
  struct Block {
    std::int64_t queries, keys;
    Block(const Tensor& query, const Tensor& key) {
      const std::int64_t length = query.size(2);
      queries = std::min<std::int64_t>(length < 192 ? 32 : length < 768 ? 64 : 256, length);
      keys = std::min<std::int64_t>(512, key.size(2));
    }
  };

  Tensor forward(Context& context, const Tensor& query, const Tensor& key, const Tensor& value,
                 const Tensor& mask) {
    context.save_for_backward(mask, "attn_mask");
    context.save_for_backward(key, "key");
    context.save_for_backward(query, "query");
    context.save_for_backward(value, "value");
    const Dtype wide = accumulated(query.dtype());
    const Tensor out = empty_like(query, result_category());
    const Tensor logsumexp = empty({query.size(0), query.size(1), query.size(2)}, wide,
                                   query.device(), result_category());
    {
      // Scores, their greatest and sum per query, and the result, of one block.
      const Block block(query, key);
      const Tensor one = buffer(query, {block.queries * (block.keys + 2 + query.size(3))}, wide);
      const Tensor narrow = query.dtype() == wide
                                ? Tensor()
                                : buffer(query, {block.queries, block.keys}, query.dtype());
      attend(out, logsumexp, query, key, value, mask);
    }
    count(query, key, 2);
    context.save_for_backward(logsumexp, "logsumexp");
    context.save_for_backward(out, "output");
    return out;
  }

  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor mask = context.saved(0), key = context.saved(1), query = context.saved(2),
                 value = context.saved(3);
    Tensors gradients(4);
    for (std::size_t k = 0; const Tensor* x : {&query, &key, &value}) {
      const Tensor rows = result(*x, {x->size(0), x->size(2), x->size(1), x->size(3)});
      gradients[k++] = transposed(rows);
    }
    {
      const Tensor rows = expect_contiguous(transposed(gradient));
      const Block block(query, key);
      const Dtype wide = accumulated(query.dtype());
      const Shape two{2, block.queries, block.keys};
      const Tensor both = buffer(query, two, wide);  // probabilities and their gradient
      const Tensor narrow = query.dtype() == wide ? Tensor() : buffer(query, two, query.dtype());
      const Tensor sums = buffer(query, {block.queries}, wide);
      attend_backward(gradients, transposed(rows), query, key, value, mask);
    }
    count(query, key, 5);
    return wanted(context, std::move(gradients));
  }
};

struct CudaFlash : FusedAttention {
  static constexpr const char* name = "scaled_dot_product_flash_attention";
  static constexpr const char* node_name = "ScaledDotProductFlashAttentionBackward0";

  Tensor forward(Context& context, const Tensor& query, const Tensor& key, const Tensor& value) {
    return forward_on_cuda(context, query, key, value, query.size(2), "logsumexp");
  }

  Tensors backward(Context& context, const Tensor& gradient) {
    const Tensor key = context.saved(0), query = context.saved(1), value = context.saved(2);
    Tensors gradients;
    for (const Tensor* x : {&query, &key, &value})
      gradients.push_back(empty_like(*x, result_category()));
    const std::int64_t queries = rounded_up(query.size(2), 128);
    const std::int64_t batch = query.size(0), heads = query.size(1);
    {
      const Tensor sums = buffer(query, {batch, heads, queries}, Dtype::float32);
      const Tensor query_sums =
          buffer(query, {batch, queries, heads, rounded_up(query.size(3), 32)}, Dtype::float32);
      Tensor key_heads, value_heads;  // one per query head, then summed over each group
      if (key.size(1) != heads) {
        const Shape sizes{batch, key.size(2), heads, query.size(3)};
        key_heads = buffer(query, sizes, query.dtype());
        value_heads = buffer(query, sizes, query.dtype());
      }
      attend_backward(gradients, gradient, query, key, value, {});
    }
    count(query, key, 5);
    return wanted(context, std::move(gradients));
  }
};

}  // namespace

Tensor flash_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                       const Tensor& attn_mask, bool is_causal, double scale,
                       AttentionKernel kernel) {
  if (kernel == AttentionKernel::flash)
    return apply(CudaFlash{{is_causal, scale}}, query, key, value);
  return apply(CpuFlash{{is_causal, scale}}, query, key, value, attn_mask);
}

}  // namespace tally
