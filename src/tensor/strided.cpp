#include "tensor/strided.h"

#include <utility>
#include <vector>

#include "core/check.h"
#include "core/format_text.h"

namespace tally {

void detail::walk_rows(const Shape& sizes, std::span<const Shape> strides, RowKernel row) {
  const std::size_t count = strides.size();
  std::vector<std::int64_t> extent;             // of the merged dimensions
  std::vector<std::vector<std::int64_t>> step;  // per merged dimension, the stride of each tensor
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 0) return;
    if (sizes[d] == 1) continue;
    bool merges = !extent.empty();
    for (std::size_t k = 0; k < count && merges; ++k)
      merges = step.back()[k] == strides[k][d] * sizes[d];
    if (!merges) {
      extent.push_back(1);
      step.emplace_back(count);
    }
    extent.back() *= sizes[d];
    for (std::size_t k = 0; k < count; ++k) step.back()[k] = strides[k][d];
  }
  std::vector<std::int64_t> offsets(count, 0);
  if (extent.empty()) {
    const std::vector<std::int64_t> ones(count, 1);
    row.call(row.kernel, 1, offsets.data(), ones.data());
    return;
  }
  const std::size_t outer = extent.size() - 1;
  std::vector<std::int64_t> index(outer, 0);
  while (true) {
    row.call(row.kernel, extent.back(), offsets.data(), step.back().data());
    std::size_t d = outer;
    for (; d > 0; --d) {  // the odometer's next position
      ++index[d - 1];
      for (std::size_t k = 0; k < count; ++k) offsets[k] += step[d - 1][k];
      if (index[d - 1] < extent[d - 1]) break;
      for (std::size_t k = 0; k < count; ++k) offsets[k] -= extent[d - 1] * step[d - 1][k];
      index[d - 1] = 0;
    }
    if (d == 0) return;
  }
}

Shape elementwise_strides(const Shape& sizes, std::span<const Shape> operands) {
  // 1: `inner`, nearer to the front of the order, has the greater stride and must swap; -1: in
  // order.
  const auto compare = [&](std::size_t inner, std::size_t outer) {
    for (const Shape& strides : operands) {
      const std::int64_t a = strides[inner], b = strides[outer];
      if (a == 0 || b == 0) continue;  // broadcast: another operand decides
      if (a != b) return a < b ? -1 : 1;
      if (sizes[inner] > sizes[outer]) return 1;
    }
    return 0;
  };
  std::vector<std::size_t> order;  // innermost first
  for (std::size_t d = sizes.size(); d-- > 0;) order.push_back(d);
  for (std::size_t i = 1; i < order.size(); ++i) {
    std::size_t moving = i;
    for (std::size_t at = i; at-- > 0;) {
      const int comparison = compare(order[at], order[moving]);
      if (comparison < 0) break;
      if (comparison > 0) std::swap(order[at], order[moving]), moving = at;
    }
  }
  Shape result(sizes.size());
  std::int64_t stride = 1;
  for (const std::size_t d : order) {
    result[d] = stride;
    stride *= sizes[d] > 0 ? sizes[d] : 1;
  }
  return result;
}

Shape broadcast_strides(const Shape& sizes, const Shape& strides, const Shape& to) {
  const auto unfit = [&] {
    return format_text("[broadcast] shape {} does not broadcast to {}", to_string(sizes),
                       to_string(to));
  };
  check(sizes.size() <= to.size(), unfit);
  Shape result(to.size(), 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t d = to.size() - 1 - i, s = sizes.size() - 1 - i;
    check(sizes[s] == 1 || sizes[s] == to[d], unfit);
    result[d] = sizes[s] == 1 && to[d] != 1 ? 0 : strides[s];
  }
  return result;
}

}  // namespace tally
