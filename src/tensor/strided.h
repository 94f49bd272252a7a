// Walks N tensors of one shape row by row: the innermost dimension is handed to the kernel,
// adjacent dimensions that are dense in every tensor are merged first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/shape.h"

namespace tally {
namespace detail {

/// A row's kernel, seen through a plain function pointer: the walk is compiled once, not per
/// kernel.
struct RowKernel {
  const void* kernel;
  void (*call)(const void* kernel, std::int64_t n, const std::int64_t* offsets,
               const std::int64_t* strides);
};

void walk_rows(const Shape& sizes, std::span<const Shape> strides, RowKernel row);

}  // namespace detail

/// `row(n, offsets, strides)`: n elements, the element offset of the first one and the stride, each
/// per tensor. `strides[k]` has as many entries as `sizes`; a broadcast dimension has stride 0.
template <std::size_t N, class Row>
void for_each_row(const Shape& sizes, const std::array<Shape, N>& strides, const Row& row) {
  detail::walk_rows(sizes, strides,
                    {&row, [](const void* kernel, std::int64_t n, const std::int64_t* offsets,
                              const std::int64_t* steps) {
                       (*static_cast<const Row*>(kernel))(n, offsets, steps);
                     }});
}

/// Dense strides for the result of an elementwise op: the order of dimensions of the first operand
/// that tells two dimensions apart (TensorIterator.cpp, reorder_dimensions). `operands` are strides
/// at `sizes`.
Shape elementwise_strides(const Shape& sizes, std::span<const Shape> operands);

/// The strides of a tensor seen at a larger shape. Fails when it does not broadcast to that.
Shape broadcast_strides(const Shape& sizes, const Shape& strides, const Shape& to);

}  // namespace tally
