// scaled_dot_product_attention: which kernel runs, and the composition where none does
// (ATen/native/transformers/attention.cpp, sdp_utils_cpp.cpp).
#include "ops/attention.h"

#include <cmath>
#include <limits>

#include "autograd/checkpoint.h"
#include "autograd/function.h"
#include "ops/autocast.h"
#include "ops/common.h"

namespace tally {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

void check_inputs(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
                  double dropout_p, bool is_causal, bool enable_gqa) {
  const char* op = "scaled_dot_product_attention";
  check_floating(op, query);
  check(query.dtype() == key.dtype() && query.dtype() == value.dtype(), [&] {
    return format_text("[{}] dtypes differ: query {}, key {}, value {}", op, name(query.dtype()),
                       name(key.dtype()), name(value.dtype()));
  });
  bool fits = query.dim() >= 2 && query.dim() == key.dim() && query.dim() == value.dim() &&
              query.size(-1) == key.size(-1) && key.size(-2) == value.size(-2);
  if (fits && enable_gqa)
    fits = query.dim() >= 3 && key.size(-3) > 0 && key.size(-3) == value.size(-3) &&
           query.size(-3) % key.size(-3) == 0;
  check(fits, [&] {
    return format_text(
        "[{}] query {}, key {} and value {} do not fit: they take (..., L, E), (..., S, E) and "
        "(..., S, Ev){}",
        op, to_string(query.sizes()), to_string(key.sizes()), to_string(value.sizes()),
        enable_gqa ? ", heads of key and value a divisor of the query's" : "");
  });
  check(!mask.defined() || mask.dtype() == Dtype::boolean || mask.dtype() == query.dtype(), [&] {
    return format_text("[{}] attn_mask takes bool or the query's {}, got {}", op,
                       name(query.dtype()), name(mask.dtype()));
  });
  check(!mask.defined() || !is_causal,
        "[scaled_dot_product_attention] attn_mask and is_causal exclude each other");
  check(dropout_p >= 0 && dropout_p <= 1,
        [&] { return format_text("[{}] dropout_p takes 0 to 1, got {}", op, dropout_p); });
}

/// 0 where a query attends and minus infinity elsewhere, as where(mask, 0, -inf) with its scalars.
Tensor additive_mask(const Tensor& mask, Dtype dtype, MemoryCategory category) {
  Tensor hidden = empty({}, dtype, mask.device(), MemoryCategory::temporary);
  Tensor seen = empty({}, dtype, mask.device(), MemoryCategory::temporary);
  const Tensor out = empty(mask.sizes(), dtype, mask.device(), category);
  map(
      "where", out,
      [](auto attends) {
        return attends != 0 ? decltype(attends)(0) : static_cast<decltype(attends)>(minus_infinity);
      },
      mask);
  seen = {};
  hidden = {};
  return out;
}

/// Query i sees keys 0 to i.
Tensor causal_mask(std::int64_t queries, std::int64_t keys, Dtype dtype, Device device) {
  const auto booleans = [&] {
    return empty({queries, keys}, Dtype::boolean, device, MemoryCategory::temporary);
  };
  Tensor ones = booleans();
  const Tensor lower = booleans();
  if (has_values(lower))
    for (std::int64_t i = 0; i < queries; ++i)
      for (std::int64_t j = 0; j < keys; ++j) lower.data<bool>()[i * keys + j] = j <= i;
  ones = {};
  return additive_mask(lower, dtype, MemoryCategory::temporary);
}

/// _scaled_dot_product_attention_math: the result, and the probabilities beside it, which live
/// until the caller lets go of them. bfloat16 is computed in float32.
Tensors composed_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                           const Tensor& given_mask, double dropout_p, bool is_causal, double scale,
                           bool enable_gqa) {
  const Dtype dtype = query.dtype();
  const auto wide = [&](const Tensor& x) {
    return dtype == Dtype::bfloat16 ? to(x, Dtype::float32) : x;
  };
  const Tensor query_wide = wide(query), key_wide = wide(key), value_wide = wide(value);
  Tensor mask = given_mask;
  const double factor = std::sqrt(std::abs(scale));
  const Tensor scaled_query = mul(query_wide, scale < 0 ? -factor : factor);
  if (is_causal)
    mask = causal_mask(query.size(-2), key.size(-2), query_wide.dtype(), query.device());
  const auto heads = [&](const Tensor& x) {
    if (!enable_gqa || x.size(-3) == query.size(-3)) return x;
    return repeat_interleave(x, query.size(-3) / x.size(-3), -3);
  };
  const Tensor key_heads = heads(key_wide), value_heads = heads(value_wide);
  Tensor attention = matmul(scaled_query, mul(transpose(key_heads, -2, -1), factor));
  if (mask.defined()) attention = add_in_place(attention, mask);
  attention = _safe_softmax(attention, -1);
  if (dropout_p > 0) attention = dropout(attention, dropout_p, true);
  const Tensor probabilities = to(attention, dtype);
  return {to(matmul(attention, value_heads), dtype), probabilities};
}

/// What PyTorch 2.6's flash kernel for CPU takes (sdp_utils_cpp.cpp, use_flash_attention_cpp).
bool cpu_flash_takes(const Tensor& query, const Tensor& key, const Tensor& value,
                     const Tensor& mask, double dropout_p) {
  if (dropout_p > 0 || query.dim() != 4) return false;
  if (mask.defined() && mask.requires_grad()) return false;
  for (const Tensor* x : {&key, &value})
    if (x->size(0) != query.size(0) || x->size(1) != query.size(1) || x->size(3) != query.size(3))
      return false;
  for (const Tensor* x : {&query, &key, &value})
    if (x->size(2) == 0 || x->strides()[3] != 1) return false;
  if (!mask.defined()) return true;
  const auto size_fits = [&](std::int64_t dim, std::int64_t size) {
    return mask.size(dim) == 1 || mask.size(dim) == size;
  };
  return (mask.dim() == 2 || mask.dim() == 4) && size_fits(-2, query.size(2)) &&
         size_fits(-1, key.size(2)) &&
         (mask.dim() == 2 || (size_fits(0, query.size(0)) && size_fits(1, query.size(1))));
}

/// Zeros after the last dimension up to `size` (constant_pad_nd), whose gradient is cut off again.
struct Pad {
  static constexpr const char* name = "constant_pad_nd";
  static constexpr const char* node_name = "ConstantPadNdBackward0";
  std::int64_t size;
  std::int64_t from = 0;
  Tensor forward(Context&, const Tensor& self) {
    from = self.size(-1);
    Shape sizes = self.sizes();
    sizes.back() = size;
    const Tensor out = zeros(self, sizes);
    copy(part(out, self.dim() - 1, 0, from), self);
    return out;
  }
  Tensor backward(Context&, const Tensor& gradient) {
    const Tensor cut = part(gradient, gradient.dim() - 1, 0, from);
    const Tensor out = result(cut, cut.sizes());
    copy(out, cut);
    return out;
  }
};

/// CUDA's kernels broadcast nothing, and their dropout is in the account alone: it changes nothing
/// of what they keep, and the numbers that it draws are not here.
void check_fused(const Tensor& query, const Tensor& key, const Tensor& value, double dropout_p) {
  const bool fits = query.size(0) == key.size(0) && query.size(0) == value.size(0) &&
                    key.size(1) == value.size(1);
  check(query.dim() != 4 || fits, [&] {
    return format_text(
        "[scaled_dot_product_attention] CUDA's kernels take one batch, and values with as many "
        "heads as keys, got query {}, key {} and value {}",
        to_string(query.sizes()), to_string(key.sizes()), to_string(value.sizes()));
  });
  check(dropout_p == 0 || !has_values(query, key, value), [&] {
    return format_text(
        "[scaled_dot_product_attention] CUDA's kernels compute without dropout here, got dropout_p "
        "{}",
        dropout_p);
  });
}

Tensor cuda_flash(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
                  bool is_causal, double scale, bool enable_gqa) {
  const std::int64_t size = query.size(-1);
  check(query.dim() == 4 && !mask.defined() && value.size(-1) == size && size <= 256 &&
            itemsize(query.dtype()).count == 2 && (enable_gqa || key.size(1) == query.size(1)),
        [&] {
          return format_text(
              "[scaled_dot_product_attention] CUDA's flash kernel takes (B, H, L, E) of 16 bits "
              "with E up to 256, values as wide as queries, as many heads of keys as of queries "
              "unless enable_gqa, and no mask, got {} query {}, key {} and value {}{}",
              name(query.dtype()), to_string(query.sizes()), to_string(key.sizes()),
              to_string(value.sizes()), mask.defined() ? " and a mask" : "");
        });
  if (size % 8 == 0)
    return flash_attention(query, key, value, {}, is_causal, scale, AttentionKernel::flash);
  const std::int64_t padded = (size + 7) / 8 * 8;
  const auto pad = [&](const Tensor& x) { return apply(Pad{padded}, x); };
  const Tensor q = pad(query), k = pad(key), v = pad(value);
  return slice(flash_attention(q, k, v, {}, is_causal, scale, AttentionKernel::flash), -1, 0, size);
}

}  // namespace

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const Tensor& attn_mask, double dropout_p, bool is_causal,
                                    std::optional<double> scale, bool enable_gqa) {
  const CompositeOp composite;
  if (autocast_enabled()) {
    const AutocastInputs cast = lower_precision({&query, &key, &value, &attn_mask});
    return scaled_dot_product_attention(cast[0], cast[1], cast[2], cast[3], dropout_p, is_causal,
                                        scale, enable_gqa);
  }
  check_inputs(query, key, value, attn_mask, dropout_p, is_causal, enable_gqa);
  const double factor = scale.value_or(1 / std::sqrt(static_cast<double>(query.size(-1))));
  const AttentionKernel kernel = kernel_choice().attention;
  if (kernel == AttentionKernel::flash || kernel == AttentionKernel::efficient)
    check_fused(query, key, value, dropout_p);
  if (kernel == AttentionKernel::flash)
    return cuda_flash(query, key, value, attn_mask, is_causal, factor, enable_gqa);
  if (kernel == AttentionKernel::efficient)
    return efficient_attention(query, key, value, attn_mask, is_causal, factor);
  const bool flash =
      kernel == AttentionKernel::cpu && cpu_flash_takes(query, key, value, attn_mask, dropout_p);
  const Tensor mask = attn_mask.defined() && attn_mask.dtype() == Dtype::boolean
                          ? additive_mask(attn_mask, query.dtype(), result_category())
                          : attn_mask;
  if (flash) return flash_attention(query, key, value, mask, is_causal, factor, kernel);
  return composed_attention(query, key, value, mask, dropout_p, is_causal, factor, enable_gqa)[0];
}

}  // namespace tally
