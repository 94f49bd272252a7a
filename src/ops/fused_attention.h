// What the attention kernels share that never hold the probabilities: their values, whichever they
// are.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "autograd/function.h"
#include "ops/attention.h"
#include "ops/common.h"
#include "tensor/flops.h"

namespace tally {

using AttentionMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One head's matrix of a 4-D tensor.
inline AttentionMatrix head(const Tensor& x, std::int64_t b, std::int64_t h) {
  AttentionMatrix found(x.size(2), x.size(3));
  dispatch_floating("attention", x.dtype(), [&]<class T>() {
    const T* from = x.data<T>() + b * x.strides()[0] + h * x.strides()[1];
    for (std::int64_t i = 0; i < found.rows(); ++i)
      for (std::int64_t j = 0; j < found.cols(); ++j)
        found(i, j) = static_cast<double>(
            static_cast<ComputeType<T>>(from[i * x.strides()[2] + j * x.strides()[3]]));
  });
  return found;
}

inline void set_head(const Tensor& x, std::int64_t b, std::int64_t h,
                     const AttentionMatrix& values) {
  dispatch_floating("attention", x.dtype(), [&]<class T>() {
    T* to = x.data<T>() + b * x.strides()[0] + h * x.strides()[1];
    for (std::int64_t i = 0; i < values.rows(); ++i)
      for (std::int64_t j = 0; j < values.cols(); ++j)
        to[i * x.strides()[2] + j * x.strides()[3]] =
            static_cast<T>(static_cast<ComputeType<T>>(values(i, j)));
  });
}

/// What each of them is: an op of its own name that derives from this one.
struct FusedAttention {
  bool is_causal;
  double scale;

  /// scale q k^T + mask, minus infinity where a query must not look.
  AttentionMatrix scores(const Tensor& query, const Tensor& key, const Tensor& mask, std::int64_t b,
                         std::int64_t h) const {
    const std::int64_t group = query.size(1) / key.size(1);
    AttentionMatrix found = scale * head(query, b, h) * head(key, b, h / group).transpose();
    if (mask.defined()) {
      const Shape sizes{query.size(0), query.size(1), found.rows(), found.cols()};
      found += head(mask.alias(sizes, broadcast_strides(mask.sizes(), mask.strides(), sizes),
                               mask.storage_offset()),
                    b, h);
    }
    for (std::int64_t i = 0; is_causal && i < found.rows(); ++i)
      for (std::int64_t j = i + 1; j < found.cols(); ++j)
        found(i, j) = -std::numeric_limits<double>::infinity();
    return found;
  }

  /// One row's probabilities in the place of its scores; gives its logsumexp. Zeros where the query
  /// sees no key.
  static double softmax_row(AttentionMatrix& p, std::int64_t i) {
    const double greatest = std::max(p.row(i).maxCoeff(), std::numeric_limits<double>::lowest());
    p.row(i) = (p.row(i).array() - greatest).exp();
    const double sum = p.row(i).sum();
    if (sum > 0) p.row(i) /= sum;
    return greatest + std::log(sum);
  }

  void attend(const Tensor& out, const Tensor& logsumexp, const Tensor& query, const Tensor& key,
              const Tensor& value, const Tensor& mask) const {
    if (!has_values(out, query, key, value)) return;
    const std::int64_t group = query.size(1) / key.size(1);
    const Shape& strides = logsumexp.strides();
    const bool keeps = logsumexp.numel() > 0;
    const Tensor lse = logsumexp.alias({query.size(0), query.size(1), query.size(2), 1},
                                       {strides[0], strides[1], strides[2], 1}, 0);
    for (std::int64_t b = 0; b < query.size(0); ++b)
      for (std::int64_t h = 0; h < query.size(1); ++h) {
        AttentionMatrix p = scores(query, key, mask, b, h), total(p.rows(), 1);
        for (std::int64_t i = 0; i < p.rows(); ++i) total(i, 0) = softmax_row(p, i);
        set_head(out, b, h, p * head(value, b, h / group));
        if (keeps) set_head(lse, b, h, total);
      }
  }

  /// `gradients` of query, key and value, each where it is defined.
  void attend_backward(const Tensors& gradients, const Tensor& gradient, const Tensor& query,
                       const Tensor& key, const Tensor& value, const Tensor& mask) const {
    if (!has_values(gradient, query, key, value)) return;
    const std::int64_t group = query.size(1) / key.size(1);
    for (std::int64_t b = 0; b < query.size(0); ++b) {
      AttentionMatrix key_sum, value_sum;
      for (std::int64_t h = 0; h < query.size(1); ++h) {
        if (h % group == 0) {
          key_sum = AttentionMatrix::Zero(key.size(2), key.size(3));
          value_sum = AttentionMatrix::Zero(value.size(2), value.size(3));
        }
        AttentionMatrix p = scores(query, key, mask, b, h);
        for (std::int64_t i = 0; i < p.rows(); ++i) softmax_row(p, i);
        const AttentionMatrix g = head(gradient, b, h);
        value_sum += p.transpose() * g;
        AttentionMatrix slope = g * head(value, b, h / group).transpose();
        for (std::int64_t i = 0; i < p.rows(); ++i) {
          const double drift = p.row(i).dot(slope.row(i));
          slope.row(i) = scale * p.row(i).array() * (slope.row(i).array() - drift);
        }
        key_sum += slope.transpose() * head(query, b, h);
        set_head(gradients[0], b, h, slope * head(key, b, h / group));
        if (h % group != group - 1) continue;
        set_head(gradients[1], b, h / group, key_sum);
        set_head(gradients[2], b, h / group, value_sum);
      }
    }
  }

  /// CUDA's forward, rows before heads. Its kernels differ in the length that their logsumexp has
  /// for each head, and in its name. The seed and offset of dropout, which they keep as well, are
  /// tensors of the host unless a graph is captured (flash_attn/flash_api.cpp, attention.cu).
  Tensor forward_on_cuda(Context& context, const Tensor& query, const Tensor& key,
                         const Tensor& value, std::int64_t length, const char* logsumexp_name) {
    context.save_for_backward(key, "key");
    context.save_for_backward(query, "query");
    context.save_for_backward(value, "value");
    const Tensor out =
        transposed(result(query, {query.size(0), query.size(2), query.size(1), value.size(3)}));
    const Tensor logsumexp = empty({query.size(0), query.size(1), length}, Dtype::float32,
                                   query.device(), result_category());
    attend(out, logsumexp, query, key, value, {});
    count(query, key, 2);
    context.save_for_backward(logsumexp, logsumexp_name);
    context.save_for_backward(out, "output");
    return out;
  }

  /// Drops the gradients of query, key and value that no one asked for: the kernels make all three.
  static Tensors wanted(const Context& context, Tensors gradients) {
    for (std::size_t k = 0; k < 3; ++k)
      if (!context.needs_input_grad(k)) gradients[k] = {};
    return gradients;
  }

  /// FlopCounterMode's sdpa_flop: two products forward, five backward. Causal ones count in full.
  static void count(const Tensor& query, const Tensor& key, std::int64_t products) {
    count_flops({products * 2 * query.size(0) * query.size(1) * query.size(2) * key.size(2) *
                 query.size(3)});
  }

  /// Heads before rows, or rows before heads.
  static Tensor transposed(const Tensor& x) {
    return x.alias({x.size(0), x.size(2), x.size(1), x.size(3)},
                   {x.strides()[0], x.strides()[2], x.strides()[1], x.strides()[3]},
                   x.storage_offset());
  }
  static Tensor buffer(const Tensor& like, const Shape& sizes, Dtype dtype) {
    return empty(sizes, dtype, like.device(), MemoryCategory::temporary);
  }
};

inline std::int64_t rounded_up(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }

inline Dtype accumulated(Dtype dtype) {
  return dtype == Dtype::float64 ? Dtype::float64 : Dtype::float32;
}

}  // namespace tally
