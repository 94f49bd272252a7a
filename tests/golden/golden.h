// Golden files and the tensors they speak of, for the C++ tests.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/event.h"
#include "tensor/tensor.h"

namespace tally::golden {

using Json = nlohmann::ordered_json;

/// The cases of tests/golden/`kind`/`family`.json; kind is "structure" or "values".
const Json& cases(std::string_view kind, std::string_view family);

Dtype dtype(const Json& name);
Shape shape(const Json& sizes);

/// Uniform in [-1, 1) from the golden files' seed, or |that| + 0.5; cast to `dtype`. On meta no
/// values.
Tensor uniform(const Shape& shape, std::uint64_t stream, Dtype dtype, Device device,
               MemoryCategory category, bool positive = false);

/// Whole numbers from 0 to below - 1; of dtype bool whether they are not 0.
Tensor integers(const Shape& shape, std::uint64_t stream, Dtype dtype, Device device,
                MemoryCategory category, std::int64_t below);

/// The values in row-major order, in double. cpu only.
std::vector<double> to_host(const Tensor& tensor);

/// Signed bytes of the allocations and frees among events [begin, end).
std::vector<std::int64_t> signed_bytes(const Recording& recording, std::size_t begin,
                                       std::size_t end);

/// An empty string, or where two streams part and what both go on with.
std::string stream_difference(const std::vector<std::int64_t>& actual, const Json& expected);

/// |actual - expected| <= atol + rtol |expected|, for values of one dtype.
struct Tolerance {
  double rtol, atol;
};
Tolerance tolerance(Dtype dtype);
/// That of the coarser one.
Tolerance tolerance(Dtype a, Dtype b);

/// An empty string, or what differs: "element 3 is 0.25, expected 0.5 (rtol ...)".
std::string difference(const std::vector<double>& actual, const Json& expected,
                       Tolerance tolerance);

/// `name` with every character that GoogleTest does not take replaced, made unique by `index`.
std::string test_name(const std::string& name, std::size_t index);

}  // namespace tally::golden
