#include "core/shape.h"

#include <algorithm>

#include "core/check.h"
#include "core/format_text.h"

namespace tally {

std::int64_t numel(const Shape& shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  return count;
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  if (shape.size() == 1) text += ",";
  return text + ")";
}

Shape contiguous_strides(const Shape& shape) {
  Shape strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<std::int64_t>(shape[i], 1);
  }
  return strides;
}

bool broadcast_shapes(const Shape& a, const Shape& b, Shape& result) {
  const std::size_t dims = std::max(a.size(), b.size());
  result.assign(dims, 1);
  for (std::size_t i = 0; i < dims; ++i) {
    const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (x != y && x != 1 && y != 1) return false;
    result[dims - 1 - i] = x == 1 ? y : x;
  }
  return true;
}

std::int64_t wrap_dim(const char* op, std::int64_t dim, std::int64_t dims) {
  const std::int64_t range = std::max<std::int64_t>(dims, 1);
  check(dim >= -range && dim < range, [&] {
    return format_text("[{}] dim {} is out of range for {} dimensions: it takes {} to {}", op, dim,
                       dims, -range, range - 1);
  });
  return dim < 0 ? dim + range : dim;
}

}  // namespace tally
