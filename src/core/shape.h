// Shapes and strides: lists of sizes, in elements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tally {

using Shape = std::vector<std::int64_t>;

/// The number of elements; 1 for a shape without dimensions (a scalar).
std::int64_t numel(const Shape& shape);

/// As torch prints it: "(256, 256)", "(8,)", "()".
std::string to_string(const Shape& shape);

/// Row-major strides in elements. A size of 0 counts as 1, as in PyTorch.
Shape contiguous_strides(const Shape& shape);

/// The shape two operands broadcast to; false when they do not (numpy's rule, trailing dims
/// aligned).
bool broadcast_shapes(const Shape& a, const Shape& b, Shape& result);

/// `dim` counted from the front; negative ones count from the back. Fails with "[op] ...".
std::int64_t wrap_dim(const char* op, std::int64_t dim, std::int64_t dims);

}  // namespace tally
