#include "measure/types.h"

#include <array>

#include "core/check.h"
#include "core/format_text.h"

namespace tally::measure {
namespace {

// In the order of Dtype.
constexpr std::array<at::ScalarType, dtype_table.size()> scalar_types{
    at::kFloat, at::kDouble, at::kBFloat16,      at::kLong,        at::kBool,
    at::kByte,  at::kHalf,   at::kFloat8_e4m3fn, at::kFloat8_e5m2, at::kChar};

}  // namespace

at::ScalarType scalar_type(Dtype dtype) { return scalar_types[static_cast<std::size_t>(dtype)]; }

Dtype dtype_of(at::ScalarType type) {
  for (std::size_t i = 0; i < scalar_types.size(); ++i)
    if (scalar_types[i] == type) return static_cast<Dtype>(i);
  fail(format_text("[dtype_of] LibTorch's {} has no counterpart here", c10::toString(type)));
}

}  // namespace tally::measure
