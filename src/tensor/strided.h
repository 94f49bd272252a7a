// Walks N tensors of one shape row by row: the innermost dimension is handed to the kernel, adjacent
// dimensions that are dense in every tensor are merged first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/shape.h"

namespace tally {

/// `row(n, offsets, strides)`: n elements, the element offset of the first one and the stride, each per
/// tensor. `strides[k]` has as many entries as `sizes`; a broadcast dimension has stride 0.
template <std::size_t N, class Row>
void for_each_row(const Shape& sizes, const std::array<Shape, N>& strides, Row&& row) {
  std::vector<std::int64_t> extent;
  std::array<std::vector<std::int64_t>, N> step;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 0) return;
    if (sizes[d] == 1) continue;
    bool merges = !extent.empty();
    for (std::size_t k = 0; k < N && merges; ++k)
      merges = step[k].back() == strides[k][d] * sizes[d];
    if (merges) {
      extent.back() *= sizes[d];
      for (std::size_t k = 0; k < N; ++k) step[k].back() = strides[k][d];
    } else {
      extent.push_back(sizes[d]);
      for (std::size_t k = 0; k < N; ++k) step[k].push_back(strides[k][d]);
    }
  }
  std::array<std::int64_t, N> offsets{}, inner{};
  if (extent.empty()) {
    inner.fill(1);
    row(std::int64_t{1}, offsets, inner);
    return;
  }
  for (std::size_t k = 0; k < N; ++k) inner[k] = step[k].back();
  const std::size_t outer = extent.size() - 1;
  std::vector<std::int64_t> index(outer, 0);
  while (true) {
    row(extent.back(), offsets, inner);
    std::size_t d = outer;
    while (d-- > 0) {
      ++index[d];
      for (std::size_t k = 0; k < N; ++k) offsets[k] += step[k][d];
      if (index[d] < extent[d]) break;
      for (std::size_t k = 0; k < N; ++k) offsets[k] -= extent[d] * step[k][d];
      index[d] = 0;
    }
    if (d == static_cast<std::size_t>(-1)) return;
  }
}

/// The strides of a tensor seen at a larger shape it broadcasts to.
inline Shape broadcast_strides(const Shape& sizes, const Shape& strides, const Shape& to) {
  Shape result(to.size(), 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t d = to.size() - 1 - i, s = sizes.size() - 1 - i;
    result[d] = sizes[s] == 1 && to[d] != 1 ? 0 : strides[s];
  }
  return result;
}

}  // namespace tally
