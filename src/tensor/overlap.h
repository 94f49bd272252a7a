// Memory that a write in place would meet twice, so that its result would depend on the order of
// elements (ATen/MemoryOverlap.cpp).
#pragma once

#include <initializer_list>

#include "tensor/tensor.h"

namespace tally {

/// True when several elements of `x` are one in memory, as expand makes them.
bool overlaps_itself(const Tensor& x);

/// True when `written` and `read` share memory and are not the same view of it. Of views with gaps
/// that lie in each other's range, those are known to be apart that are runs along one dimension
/// (`x[:, 0:2]` and `x[:, 2:4]`, `x[::2]` and `x[1::2]`); others count as overlapping.
bool overlaps_partly(const Tensor& written, const Tensor& read);

/// Fails when `written` overlaps itself, or one of `read` partly.
void check_written_apart(const char* op, const Tensor& written,
                         std::initializer_list<const Tensor*> read);

}  // namespace tally
