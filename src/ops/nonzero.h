// How many elements of a meta tensor are not zero: it has no values that could tell.
#pragma once

#include <cstdint>
#include <functional>

#include "tensor/tensor.h"

namespace tally {

/// For a scope, nonzero() of a meta tensor has as many rows as `count` says (routing that is
/// assumed to be even, say). Outside of any it fails on meta. The innermost scope wins.
class AssumeNonzero {
 public:
  using Count = std::function<std::int64_t(const Tensor& self)>;
  explicit AssumeNonzero(Count count);
  ~AssumeNonzero();
  AssumeNonzero(const AssumeNonzero&) = delete;
  AssumeNonzero& operator=(const AssumeNonzero&) = delete;

 private:
  Count previous_;
};

}  // namespace tally
