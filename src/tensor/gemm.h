// The float32 matrix product. Eigen has no packets for wasm, so this one is ours. In the browser it
// is summed with 4 lanes of baseline SIMD, the same bits everywhere; natively with the widest
// vectors that the processor has, so that values differ by rounding.
#pragma once

#include <cstdint>
#include <span>

namespace tally {

/// A float32 matrix in memory: element (i, j) is data[i * row + j * col].
struct MatrixView {
  const float* data;
  std::int64_t row, col;
};

/// c[m, n] = a[m, k] b[k, n], or += with `accumulate`; c is row-major with `c_row` elements from
/// row to row, and overlaps neither a nor b. Any strides of a and b, any sizes from 0.
///
/// Blocks of a and b are packed so that a small kernel reads them in a line (Goto and van de Geijn,
/// "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3), 2008). Each element is
/// summed over k in order, in runs of 256. Scratch of at most 640 KiB per thread is kept; PyTorch's
/// BLAS has its own as well, and neither is accounted.
void gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a, MatrixView b, float* c,
          std::int64_t c_row, bool accumulate);

/// A kernel: how many rows and columns of c it sums at once, and how a panel of that many lines is
/// packed and summed.
struct GemmKernel {
  const char* name;  // "baseline", "avx2", "avx512"
  std::int64_t rows, cols;
  void (*sum)(std::int64_t depth, const float* a, const float* b, float* c, std::int64_t c_row,
              bool add);
  using Pack = void (*)(float* to, const float* x, std::int64_t line, std::int64_t step,
                        std::int64_t lines, std::int64_t depth);
  Pack pack_rows, pack_cols;
};

/// The kernels that this processor runs, the widest last: `gemm` takes that one.
std::span<const GemmKernel> gemm_kernels();

/// `gemm` with a given kernel.
void gemm(const GemmKernel& kernel, std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a,
          MatrixView b, float* c, std::int64_t c_row, bool accumulate);

}  // namespace tally
