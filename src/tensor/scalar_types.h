// The C++ type of each dtype, the type it is computed in, and a dispatch over the dtypes with
// kernels.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <type_traits>

#include "core/check.h"
#include "core/dtype.h"

namespace tally {

using BFloat16 = Eigen::bfloat16;  // 2 bytes, rounded to nearest even

/// bfloat16 is computed in float32, everything else in itself.
template <class T>
using ComputeType = std::conditional_t<std::is_same_v<T, BFloat16>, float, T>;

/// Whether there are kernels for double and the whole numbers too. The lecture computes in none of
/// them (it only counts their bytes), so that the page is built without.
#ifdef TALLY_LECTURE_KERNELS
inline constexpr bool all_kernels = false;
#else
inline constexpr bool all_kernels = true;
#endif

/// Calls `f.template operator()<T>()` with the C++ type of `dtype`.
template <class F>
decltype(auto) dispatch(Dtype dtype, F&& f) {
  switch (dtype) {
    case Dtype::float32:
      return f.template operator()<float>();
    case Dtype::float64:
      if constexpr (all_kernels) return f.template operator()<double>();
      break;
    case Dtype::bfloat16:
      return f.template operator()<BFloat16>();
    case Dtype::int64:
      if constexpr (all_kernels) return f.template operator()<std::int64_t>();
      break;
    case Dtype::boolean:
      return f.template operator()<bool>();
    case Dtype::uint8:
      if constexpr (all_kernels) return f.template operator()<std::uint8_t>();
      break;
    default:
      break;
  }
  fail("[dispatch] " + std::string(name(dtype)) +
       " is storage only here: it is accounted on meta and has no kernels");
}

/// As above for the floating dtypes alone.
template <class F>
decltype(auto) dispatch_floating(const char* op, Dtype dtype, F&& f) {
  switch (dtype) {
    case Dtype::float32:
      return f.template operator()<float>();
    case Dtype::float64:
      if constexpr (all_kernels) return f.template operator()<double>();
      break;
    case Dtype::bfloat16:
      return f.template operator()<BFloat16>();
    default:
      break;
  }
  fail(std::string("[") + op + "] takes float32, float64 or bfloat16, got " +
       std::string(name(dtype)));
}

}  // namespace tally
