// The op vocabulary: ATen's names and argument order, found by argument-dependent lookup, so that a
// model calls `linear(x, w)` and gets ours or LibTorch's. Shapes broadcast by numpy's rule and
// dtypes promote by torch's; what each op saves for backward, its temporaries and its FLOPs are
// PyTorch 2.6's on CPU. Every op fails (core/check.h) on shapes or dtypes it does not take, naming
// both.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "tensor/tensor.h"

namespace tally {

using Tensors = std::vector<Tensor>;

namespace Reduction {
enum Reduction : std::int64_t { None = 0, Mean = 1, Sum = 2 };  // at::Reduction
}

// Products (matrix.cpp). 2 m n k FLOPs each; backward makes two more.
Tensor mm(const Tensor& self, const Tensor& mat2);  // (m, k) (k, n) -> (m, n)
Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2);  // self + mat1 mat2
Tensor bmm(const Tensor& self, const Tensor& mat2);                        // (b, m, k) (b, k, n)
Tensor mv(const Tensor& self, const Tensor& vec);                          // (m, k) (k,) -> (m,)
Tensor dot(const Tensor& self, const Tensor& tensor);                      // (k,) (k,) -> ()
Tensor matmul(const Tensor& self, const Tensor& other);                    // torch.matmul's cases
Tensor linear(const Tensor& input, const Tensor& weight,
              const Tensor& bias = {});  // (..., in) (out, in)

// Activations, elementwise (activation.cpp).
Tensor relu(const Tensor& self);
Tensor gelu(const Tensor& self, std::string_view approximate = "none");  // "none" (erf) or "tanh"
Tensor silu(const Tensor& self);
Tensor sigmoid(const Tensor& self);
Tensor tanh(const Tensor& self);

// Arithmetic, elementwise with broadcasting (arithmetic.cpp, power.cpp).
Tensor add(const Tensor& self, const Tensor& other, double alpha = 1);  // self + alpha other
Tensor add(const Tensor& self, double other, double alpha = 1);
Tensor sub(const Tensor& self, const Tensor& other, double alpha = 1);
Tensor sub(const Tensor& self, double other, double alpha = 1);
Tensor rsub(const Tensor& self, double other);  // other - self
Tensor mul(const Tensor& self, const Tensor& other);
Tensor mul(const Tensor& self, double other);
Tensor div(const Tensor& self, const Tensor& other);
Tensor div(const Tensor& self, double other);
Tensor neg(const Tensor& self);
Tensor reciprocal(const Tensor& self);
Tensor sqrt(const Tensor& self);
Tensor pow(const Tensor& self, double exponent);
Tensor pow(const Tensor& self, const Tensor& exponent);

// Roots, exponentials and angles, elementwise (transcendental.cpp).
Tensor rsqrt(const Tensor& self);
Tensor exp(const Tensor& self);
Tensor cos(const Tensor& self);
Tensor sin(const Tensor& self);

inline Tensor operator+(const Tensor& a, const Tensor& b) { return add(a, b); }
inline Tensor operator+(const Tensor& a, double b) { return add(a, b); }
inline Tensor operator+(double a, const Tensor& b) { return add(b, a); }
inline Tensor operator-(const Tensor& a, const Tensor& b) { return sub(a, b); }
inline Tensor operator-(const Tensor& a, double b) { return sub(a, b); }
inline Tensor operator-(double a, const Tensor& b) { return rsub(b, a); }
inline Tensor operator-(const Tensor& a) { return neg(a); }
inline Tensor operator*(const Tensor& a, const Tensor& b) { return mul(a, b); }
inline Tensor operator*(const Tensor& a, double b) { return mul(a, b); }
inline Tensor operator*(double a, const Tensor& b) { return mul(b, a); }
inline Tensor operator/(const Tensor& a, const Tensor& b) { return div(a, b); }
inline Tensor operator/(const Tensor& a, double b) { return div(a, b); }
inline Tensor operator/(double a, const Tensor& b) { return mul(reciprocal(b), a); }

// Reductions (reduction.cpp). Without dims over all of them.
Tensor sum(const Tensor& self);
Tensor sum(const Tensor& self, const std::vector<std::int64_t>& dim, bool keepdim = false);
Tensor mean(const Tensor& self);
Tensor mean(const Tensor& self, const std::vector<std::int64_t>& dim, bool keepdim = false);
Tensor mse_loss(const Tensor& self, const Tensor& target, std::int64_t reduction = Reduction::Mean);

// Softmax along a dimension, its input cast to `dtype` first when one is given (softmax.cpp).
Tensor softmax(const Tensor& self, std::int64_t dim, std::optional<Dtype> dtype = {});
Tensor log_softmax(const Tensor& self, std::int64_t dim, std::optional<Dtype> dtype = {});

Tensor _safe_softmax(const Tensor& self, std::int64_t dim);  // 0 where all are minus infinity

// Attention (attention.cpp): (..., L, E), (..., S, E), (..., S, Ev) -> (..., L, Ev). The mask is
// bool (true: attend) or is added, and broadcasts to (..., L, S). Without `scale` 1 / sqrt(E). With
// enable_gqa each head of key and value serves a run of the query's. kernel_choice.h has the
// kernels.
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const Tensor& attn_mask = {}, double dropout_p = 0,
                                    bool is_causal = false, std::optional<double> scale = {},
                                    bool enable_gqa = false);

// Normalisation over the last dimensions, `normalized_shape` (normalization.cpp). rms_norm is
// composed as in 2.6, or the fused kernel of later versions (kernel_choice.h), which gives the
// result and one number per row. Without `eps` that of the dtype.
Tensor layer_norm(const Tensor& input, const Shape& normalized_shape, const Tensor& weight = {},
                  const Tensor& bias = {}, double eps = 1e-5);
Tensor rms_norm(const Tensor& input, const Shape& normalized_shape, const Tensor& weight = {},
                std::optional<double> eps = {});
std::tuple<Tensor, Tensor> _fused_rms_norm(const Tensor& input, const Shape& normalized_shape,
                                           const Tensor& weight, std::optional<double> eps);

// Losses over classes (loss.cpp): (N, C) or (C,) beside int64 (N,) or (); the weight of each class
// (C,). Examples of class `ignore_index` do not count; label_smoothing takes 0.
Tensor nll_loss(const Tensor& self, const Tensor& target, const Tensor& weight = {},
                std::int64_t reduction = Reduction::Mean, std::int64_t ignore_index = -100);
Tensor cross_entropy_loss(const Tensor& self, const Tensor& target, const Tensor& weight = {},
                          std::int64_t reduction = Reduction::Mean,
                          std::int64_t ignore_index = -100, double label_smoothing = 0);

// Rows of a table by number (embedding.cpp): (rows, width), int64 (...) -> (..., width).
Tensor embedding(const Tensor& weight, const Tensor& indices, std::int64_t padding_idx = -1);

// Elements by number, int64 (indexing.cpp, gather.cpp). Members of Tensor: index, index_add_.
// index_select takes slices, index_add adds them; gather and scatter take a number per element
// along `dim`. Theirs has self's dimensions, none but `dim` larger than self's, and none larger
// than that of src, which has self's dtype; an index without numbers may have any size.
Tensor index_select(const Tensor& self, std::int64_t dim, const Tensor& index);
Tensor index_add(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source);
Tensor gather(const Tensor& self, std::int64_t dim, const Tensor& index);
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src);
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, double value);

// Elements by a bool mask (masking.cpp), and those on and below a diagonal.
Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other);
Tensor masked_fill(const Tensor& self, const Tensor& mask, double value);
Tensor tril(const Tensor& self, std::int64_t diagonal = 0);

// What values decide (sorting.cpp): the k greatest and their places; the places (n, dims) of what
// is not zero, or one list per dimension; rows of one 1. On meta nonzero.h says how many are not
// zero.
std::tuple<Tensor, Tensor> topk(const Tensor& self, std::int64_t k, std::int64_t dim = -1,
                                bool largest = true, bool sorted = true);
Tensor nonzero(const Tensor& self);
Tensors where(const Tensor& condition);
Tensor one_hot(const Tensor& self, std::int64_t num_classes);

// Randomness (dropout.cpp): draws from autograd/generator.h.
Tensor dropout(const Tensor& input, double p,
               bool train);  // zero with probability p, else x / (1 - p)
std::tuple<Tensor, Tensor> native_dropout(
    const Tensor& input, double p, bool train);  // CUDA's kernel (kernel_choice.h): result, mask

// Views of the same storage (view.cpp). Members of Tensor: view, reshape, expand, t, transpose.
Tensor t(const Tensor& self);
Tensor transpose(const Tensor& self, std::int64_t dim0, std::int64_t dim1);
Tensor view(const Tensor& self, const Shape& size);  // one size may be -1; fails when it is no view
Tensor reshape(const Tensor& self, const Shape& size);  // a view where possible, else a copy
Tensor _unsafe_view(const Tensor& self, const Shape& size);
Tensor expand(const Tensor& self, const Shape& size);  // -1 keeps a size
Tensor unsqueeze(const Tensor& self, std::int64_t dim);
Tensor squeeze(const Tensor& self, std::int64_t dim);
Tensor slice(
    const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t end,
    std::int64_t step = 1);  // end is clipped to the size and may be negative, as in Python
Tensors split(const Tensor& self, std::int64_t split_size,
              std::int64_t dim = 0);  // last one smaller
Tensors split_with_sizes(const Tensor& self, const std::vector<std::int64_t>& split_sizes,
                         std::int64_t dim = 0);  // sizes that add up to the dimension's
Tensors chunk(const Tensor& self, std::int64_t chunks,
              std::int64_t dim = 0);  // ceil(size/chunks) each; of nothing, `chunks` empty ones

// More of them (rearrange.cpp); stack, and repeat_interleave, which repeats each slice, copy.
Tensor permute(const Tensor& self, const Shape& dims);
Tensor select(const Tensor& self, std::int64_t dim, std::int64_t index);
Tensors unbind(const Tensor& self, std::int64_t dim = 0);
Tensor stack(const Tensors& tensors, std::int64_t dim = 0);
Tensor flatten(const Tensor& self, std::int64_t start_dim = 0, std::int64_t end_dim = -1);
Tensor repeat_interleave(const Tensor& self, std::int64_t repeats,
                         std::optional<std::int64_t> dim = {});

// Copies (copy.cpp), and zeros in the layout of another. Members of Tensor: to, contiguous, clone.
Tensor clone(const Tensor& self);
Tensor zeros_like(const Tensor& self);
Tensor contiguous(const Tensor& self);
Tensor to(const Tensor& self, Dtype dtype);
/// A cast as a template writes it: `to` is a member of each tensor, with dtypes of its own.
inline Tensor to_dtype(const Tensor& self, Dtype dtype) { return to(self, dtype); }
Tensor cat(const Tensors& tensors, std::int64_t dim = 0);

}  // namespace tally
