// The op vocabulary: ATen's names and argument order, found by argument-dependent lookup, so that a
// model calls `linear(x, w)` and gets ours or LibTorch's. Shapes broadcast by numpy's rule and
// dtypes promote by torch's; what each op saves for backward, its temporaries and its FLOPs are
// PyTorch 2.6's on CPU. Every op fails (core/check.h) on shapes or dtypes it does not take, naming
// both.
#pragma once

#include <cstdint>
#include <string_view>
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

// Randomness (dropout.cpp): draws from autograd/generator.h.
Tensor dropout(const Tensor& input, double p,
               bool train);  // zero with probability p, else x / (1 - p)

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
              std::int64_t dim = 0);  // ceil(size/chunks) each

// Copies (copy.cpp). Members of Tensor: to, contiguous, clone.
Tensor clone(const Tensor& self);
Tensor contiguous(const Tensor& self);
Tensor to(const Tensor& self, Dtype dtype);
Tensor cat(const Tensors& tensors, std::int64_t dim = 0);

}  // namespace tally
