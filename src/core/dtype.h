// Element types by PyTorch's names, with their sizes in bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/bytes.h"

namespace tally {

enum class Dtype : std::uint8_t {
  float32,
  float64,
  bfloat16,
  int64,
  boolean,
  uint8,  // computed with
  float16,
  float8_e4m3fn,
  float8_e5m2,
  int8,  // storage only: accounted on meta
};

struct DtypeInfo {
  Dtype dtype;
  std::string_view name;  // as torch prints it after "torch."
  std::int64_t itemsize;  // bytes
  bool floating;
  bool computes;  // has kernels; otherwise storage only
};

inline constexpr std::array<DtypeInfo, 10> dtype_table{{
    {Dtype::float32, "float32", 4, true, true},
    {Dtype::float64, "float64", 8, true, true},
    {Dtype::bfloat16, "bfloat16", 2, true, true},
    {Dtype::int64, "int64", 8, false, true},
    {Dtype::boolean, "bool", 1, false, true},
    {Dtype::uint8, "uint8", 1, false, true},
    {Dtype::float16, "float16", 2, true, false},
    {Dtype::float8_e4m3fn, "float8_e4m3fn", 1, true, false},
    {Dtype::float8_e5m2, "float8_e5m2", 1, true, false},
    {Dtype::int8, "int8", 1, false, false},
}};

constexpr const DtypeInfo& info(Dtype dtype) {
  return dtype_table[static_cast<std::size_t>(dtype)];
}
constexpr Bytes itemsize(Dtype dtype) { return {info(dtype).itemsize}; }
constexpr std::string_view name(Dtype dtype) { return info(dtype).name; }
constexpr bool is_floating_point(Dtype dtype) { return info(dtype).floating; }

/// The dtype of this name, or nothing.
constexpr std::optional<Dtype> find_dtype(std::string_view dtype_name) {
  for (const DtypeInfo& row : dtype_table)
    if (row.name == dtype_name) return row.dtype;
  return std::nullopt;
}

/// The result dtype of an op on two tensors of at least one dimension (torch.promote_types):
/// floating beats integral, float64 beats float32 beats the 16-bit types; two different 16-bit
/// types give float32.
constexpr Dtype promote_types(Dtype a, Dtype b) {
  if (a == b) return a;
  if (is_floating_point(a) != is_floating_point(b)) return is_floating_point(a) ? a : b;
  if (is_floating_point(a)) {
    if (a == Dtype::float64 || b == Dtype::float64) return Dtype::float64;
    return Dtype::float32;
  }
  if (a == Dtype::boolean) return b;
  if (b == Dtype::boolean) return a;
  return Dtype::int64;
}

static_assert(
    [] {
      for (std::size_t i = 0; i < dtype_table.size(); ++i)
        if (dtype_table[i].dtype != static_cast<Dtype>(i)) return false;
      return true;
    }(),
    "dtype_table is in the order of Dtype");

}  // namespace tally
