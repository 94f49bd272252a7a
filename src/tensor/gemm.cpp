#include "tensor/gemm.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace tally {
namespace {

// A kernel's tile has 4 rows of 2 vectors: 8 sums, 2 of b and 1 of a fill 11 of 16 registers.
constexpr std::int64_t tile_rows = 4, lanes = 4, tile_cols = 2 * lanes;
// A block of b stays in the second cache, one of a beside it.
constexpr std::int64_t block_rows = 128, block_depth = 256, block_cols = 512;

typedef float Lanes __attribute__((vector_size(lanes * sizeof(float))));

Lanes load(const float* from) {
  Lanes value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
void store(float* to, Lanes value) { std::memcpy(to, &value, sizeof value); }

/// `width` lines of `x` side by side: to[p * width + i] = x(i, p), zero beyond `lines`.
template <std::int64_t width>
void pack(float* to, const float* x, std::int64_t line, std::int64_t step, std::int64_t lines,
          std::int64_t depth) {
  for (std::int64_t first = 0; first < lines; first += width, x += width * line) {
    const std::int64_t count = std::min(width, lines - first);
    if (count == width && line == 1) {
      for (std::int64_t p = 0; p < depth; ++p, to += width)
        std::memcpy(to, x + p * step, width * sizeof(float));
    } else {
      for (std::int64_t p = 0; p < depth; ++p, to += width) {
        for (std::int64_t i = 0; i < count; ++i) to[i] = x[i * line + p * step];
        for (std::int64_t i = count; i < width; ++i) to[i] = 0;
      }
    }
  }
}

/// One tile: sums over `depth` of packed a and b, added to c or put there. Not inlined: engines
/// optimise a hot loop sooner in a function of its own.
[[gnu::noinline]] void tile(std::int64_t depth, const float* a, const float* b, float* c,
                            std::int64_t c_row, bool add) {
  Lanes sum[tile_rows][2] = {};
  for (std::int64_t p = 0; p < depth; ++p, a += tile_rows, b += tile_cols) {
    const Lanes left = load(b), right = load(b + lanes);
    for (int i = 0; i < tile_rows; ++i) {
      const Lanes value = {a[i], a[i], a[i], a[i]};
      sum[i][0] += value * left;
      sum[i][1] += value * right;
    }
  }
  for (int i = 0; i < tile_rows; ++i, c += c_row) {
    store(c, add ? load(c) + sum[i][0] : sum[i][0]);
    store(c + lanes, add ? load(c + lanes) + sum[i][1] : sum[i][1]);
  }
}

/// A tile of which only rows x cols lie within c.
void edge_tile(std::int64_t depth, const float* a, const float* b, float* c, std::int64_t c_row,
               std::int64_t rows, std::int64_t cols, bool add) {
  float whole[tile_rows * tile_cols];
  tile(depth, a, b, whole, tile_cols, false);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < cols; ++j) {
      float& to = c[i * c_row + j];
      to = add ? to + whole[i * tile_cols + j] : whole[i * tile_cols + j];
    }
}

std::int64_t padded(std::int64_t size, std::int64_t to) { return (size + to - 1) / to * to; }

/// At least `size` elements that this thread keeps.
float* scratch(std::vector<float>& buffer, std::int64_t size) {
  if (buffer.size() < static_cast<std::size_t>(size)) buffer.resize(static_cast<std::size_t>(size));
  return buffer.data();
}

}  // namespace

void gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a, MatrixView b, float* c,
          std::int64_t c_row, bool accumulate) {
  if (k == 0 && !accumulate)
    for (std::int64_t i = 0; i < m; ++i) std::fill_n(c + i * c_row, n, 0.0f);
  if (m == 0 || n == 0 || k == 0) return;
  thread_local std::vector<float> a_buffer, b_buffer;
  const std::int64_t depth_at_most = std::min(k, block_depth);
  float* const a_packed =
      scratch(a_buffer, padded(std::min(m, block_rows), tile_rows) * depth_at_most);
  float* const b_packed =
      scratch(b_buffer, padded(std::min(n, block_cols), tile_cols) * depth_at_most);

  for (std::int64_t j0 = 0; j0 < n; j0 += block_cols) {
    const std::int64_t cols = std::min(block_cols, n - j0);
    for (std::int64_t p0 = 0; p0 < k; p0 += block_depth) {
      const std::int64_t depth = std::min(block_depth, k - p0);
      const bool add = accumulate || p0 > 0;
      pack<tile_cols>(b_packed, b.data + p0 * b.row + j0 * b.col, b.col, b.row, cols, depth);
      for (std::int64_t i0 = 0; i0 < m; i0 += block_rows) {
        const std::int64_t rows = std::min(block_rows, m - i0);
        pack<tile_rows>(a_packed, a.data + i0 * a.row + p0 * a.col, a.row, a.col, rows, depth);
        for (std::int64_t j = 0; j < cols; j += tile_cols)
          for (std::int64_t i = 0; i < rows; i += tile_rows) {
            float* const to = c + (i0 + i) * c_row + j0 + j;
            const float* const a_tile = a_packed + i * depth;
            const float* const b_tile = b_packed + j * depth;
            if (rows - i >= tile_rows && cols - j >= tile_cols)
              tile(depth, a_tile, b_tile, to, c_row, add);
            else
              edge_tile(depth, a_tile, b_tile, to, c_row, std::min(tile_rows, rows - i),
                        std::min(tile_cols, cols - j), add);
          }
      }
    }
  }
}

}  // namespace tally
