#include "tensor/gemm.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace tally {
namespace {

// A block of b stays in the second cache, one of a beside it.
constexpr std::int64_t block_rows = 128, block_depth = 256, block_cols = 512;
constexpr std::int64_t most_rows = 8, most_cols = 32;

/// Memory seen as `lanes` floats, wherever it begins.
template <int lanes>
struct Vector {
  typedef float Lanes
      __attribute__((vector_size(lanes * sizeof(float)), aligned(alignof(float)), may_alias));
};
template <int lanes>
using Lanes = typename Vector<lanes>::Lanes;

/// One tile: sums over `depth` of packed a and b, added to c or put there.
template <int rows, int lanes>
[[gnu::always_inline]] inline void sum_tile(std::int64_t depth, const float* a, const float* b,
                                            float* c, std::int64_t c_row, bool add) {
  using Value = Lanes<lanes>;
  Value sum[rows][2] = {};
  for (std::int64_t p = 0; p < depth; ++p, a += rows, b += 2 * lanes) {
    const Value left = *reinterpret_cast<const Value*>(b);
    const Value right = *reinterpret_cast<const Value*>(b + lanes);
    for (int i = 0; i < rows; ++i) {
      sum[i][0] += a[i] * left;
      sum[i][1] += a[i] * right;
    }
  }
  for (int i = 0; i < rows; ++i, c += c_row) {
    Value& left = *reinterpret_cast<Value*>(c);
    Value& right = *reinterpret_cast<Value*>(c + lanes);
    left = add ? left + sum[i][0] : sum[i][0];
    right = add ? right + sum[i][1] : sum[i][1];
  }
}

/// Four lines of four steps each, turned: the steps lie `width` apart.
void turn(float* to, std::int64_t width, const float* x, std::int64_t line) {
  using Four = Lanes<4>;
  const auto load = [&](std::int64_t i) { return *reinterpret_cast<const Four*>(x + i * line); };
  const Four a = load(0), b = load(1), c = load(2), d = load(3);
  const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Four ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Four cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Four cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  const auto store = [&](std::int64_t p, Four value) {
    *reinterpret_cast<Four*>(to + p * width) = value;
  };
  store(0, __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5));
  store(1, __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7));
  store(2, __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
  store(3, __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7));
}

/// `width` lines of `x` side by side: to[p * width + i] = x(i, p), zero beyond `lines`.
template <std::int64_t width>
void pack(float* to, const float* x, std::int64_t line, std::int64_t step, std::int64_t lines,
          std::int64_t depth) {
  static_assert(width % 4 == 0);
  if (line == 1) {
    // A few steps of all lines at a time: steps may lie a power of two apart, and then no more of
    // them fit into the first cache together.
    constexpr std::int64_t together = 8;
    const std::int64_t whole = lines / width * width;
    for (std::int64_t begin = 0; begin < depth; begin += together)
      for (std::int64_t first = 0; first < whole; first += width)
        for (std::int64_t p = begin; p < std::min(begin + together, depth); ++p)
          std::memcpy(to + first * depth + p * width, x + first + p * step, width * sizeof(float));
    to += whole * depth;
    x += whole;
    lines -= whole;
  }
  for (std::int64_t first = 0; first < lines; first += width, x += width * line) {
    const std::int64_t count = std::min(width, lines - first);
    std::int64_t p = 0;
    if (count == width && step == 1) {
      for (; p + 4 <= depth; p += 4, to += 4 * width)
        for (std::int64_t i = 0; i < width; i += 4) turn(to + i, width, x + i * line + p, line);
    }
    for (; p < depth; ++p, to += width) {
      for (std::int64_t i = 0; i < count; ++i) to[i] = x[i * line + p * step];
      for (std::int64_t i = count; i < width; ++i) to[i] = 0;
    }
  }
}

// Not inlined: engines optimise a hot loop sooner in a function of its own. The 8 sums of 4 rows,
// 2 vectors of b and 1 of a fill 11 of 16 registers; AVX-512 has 32 of them.
[[gnu::noinline]] void sum_baseline(std::int64_t depth, const float* a, const float* b, float* c,
                                    std::int64_t c_row, bool add) {
  sum_tile<4, 4>(depth, a, b, c, c_row, add);
}
constexpr GemmKernel baseline{"baseline", 4, 8, sum_baseline, pack<4>, pack<8>};

// Under AddressSanitizer the widest one, as GCC 14 compiles it, crashes: there the first is tested.
#if defined(__x86_64__) && !defined(TALLY_SANITIZED)
[[gnu::noinline, gnu::target("avx2,fma")]] void sum_avx2(std::int64_t depth, const float* a,
                                                         const float* b, float* c,
                                                         std::int64_t c_row, bool add) {
  sum_tile<4, 8>(depth, a, b, c, c_row, add);
}
[[gnu::noinline, gnu::target("avx512f")]] void sum_avx512(std::int64_t depth, const float* a,
                                                          const float* b, float* c,
                                                          std::int64_t c_row, bool add) {
  sum_tile<8, 16>(depth, a, b, c, c_row, add);
}
constexpr std::array kernels{baseline, GemmKernel{"avx2", 4, 16, sum_avx2, pack<4>, pack<16>},
                             GemmKernel{"avx512", 8, 32, sum_avx512, pack<8>, pack<32>}};
std::size_t count_kernels() {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 1;
  return __builtin_cpu_supports("avx512f") ? 3 : 2;
}
#else
constexpr std::array kernels{baseline};
std::size_t count_kernels() { return 1; }
#endif

/// A tile of which only rows x cols lie within c.
void sum_edge(const GemmKernel& kernel, std::int64_t depth, const float* a, const float* b,
              float* c, std::int64_t c_row, std::int64_t rows, std::int64_t cols, bool add) {
  float whole[most_rows * most_cols];
  kernel.sum(depth, a, b, whole, kernel.cols, false);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < cols; ++j) {
      float& to = c[i * c_row + j];
      to = add ? to + whole[i * kernel.cols + j] : whole[i * kernel.cols + j];
    }
}

std::int64_t padded(std::int64_t size, std::int64_t to) { return (size + to - 1) / to * to; }

/// At least `size` elements that this thread keeps.
float* scratch(std::vector<float>& buffer, std::int64_t size) {
  if (buffer.size() < static_cast<std::size_t>(size)) buffer.resize(static_cast<std::size_t>(size));
  return buffer.data();
}

}  // namespace

std::span<const GemmKernel> gemm_kernels() {
  static const std::size_t count = count_kernels();
  return std::span(kernels).first(count);
}

void gemm(const GemmKernel& kernel, std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a,
          MatrixView b, float* c, std::int64_t c_row, bool accumulate) {
  if (k == 0 && !accumulate)
    for (std::int64_t i = 0; i < m; ++i) std::fill_n(c + i * c_row, n, 0.0f);
  if (m == 0 || n == 0 || k == 0) return;
  thread_local std::vector<float> a_buffer, b_buffer;
  const std::int64_t depth_at_most = std::min(k, block_depth);
  float* const a_packed =
      scratch(a_buffer, padded(std::min(m, block_rows), kernel.rows) * depth_at_most);
  float* const b_packed =
      scratch(b_buffer, padded(std::min(n, block_cols), kernel.cols) * depth_at_most);

  for (std::int64_t j0 = 0; j0 < n; j0 += block_cols) {
    const std::int64_t cols = std::min(block_cols, n - j0);
    for (std::int64_t p0 = 0; p0 < k; p0 += block_depth) {
      const std::int64_t depth = std::min(block_depth, k - p0);
      const bool add = accumulate || p0 > 0;
      kernel.pack_cols(b_packed, b.data + p0 * b.row + j0 * b.col, b.col, b.row, cols, depth);
      for (std::int64_t i0 = 0; i0 < m; i0 += block_rows) {
        const std::int64_t rows = std::min(block_rows, m - i0);
        kernel.pack_rows(a_packed, a.data + i0 * a.row + p0 * a.col, a.row, a.col, rows, depth);
        for (std::int64_t j = 0; j < cols; j += kernel.cols)
          for (std::int64_t i = 0; i < rows; i += kernel.rows) {
            float* const to = c + (i0 + i) * c_row + j0 + j;
            const float* const a_tile = a_packed + i * depth;
            const float* const b_tile = b_packed + j * depth;
            if (rows - i >= kernel.rows && cols - j >= kernel.cols)
              kernel.sum(depth, a_tile, b_tile, to, c_row, add);
            else
              sum_edge(kernel, depth, a_tile, b_tile, to, c_row, std::min(kernel.rows, rows - i),
                       std::min(kernel.cols, cols - j), add);
          }
      }
    }
  }
}

void gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a, MatrixView b, float* c,
          std::int64_t c_row, bool accumulate) {
  gemm(gemm_kernels().back(), m, n, k, a, b, c, c_row, accumulate);
}

}  // namespace tally
