#include "ops/autocast.h"

#include <algorithm>

#include "ops/ops.h"
#include "tensor/recorder.h"

namespace tally {
namespace {

bool eligible(const Tensor& x) {
  return x.defined() && is_floating_point(x.dtype()) && x.dtype() != Dtype::float64;
}

/// A leaf, or what stands for one in a rank's graph (account/rank_parameters.h): all of its
/// storage. A view of gathered ones is none, nor is what a recomputation begins with, a leaf in
/// ours alone.
bool is_parameter(const Tensor& x) {
  const MemoryCategory category = x.storage()->category;
  return !x.is_view() && (category == MemoryCategory::parameter ||
                          (category == MemoryCategory::input && x.is_leaf()));
}

/// That of a parameter is called as it is.
Tensor copied(const Tensor& x, Dtype dtype, bool parameter) {
  if (!parameter) return to(x, dtype);
  const CategoryScope category(MemoryCategory::cast_copy);
  Tensor copy = to(x, dtype);
  copy.storage()->name = x.storage()->name;
  if (copy.storage()->tracked && recorder().active()) recorder().described(*copy.storage());
  return copy;
}

}  // namespace

Tensor autocast_to(const Tensor& x, Dtype dtype) {
  if (!eligible(x) || x.dtype() == dtype) return x;
  const bool parameter = x.storage()->category == MemoryCategory::parameter;
  const bool kept = dtype == Dtype::bfloat16 && x.requires_grad() && is_parameter(x);
  if (!kept) return copied(x, dtype, parameter);
  Tensor& copy = autocast_copy(x.storage()->serial);
  if (!copy.defined()) copy = copied(x, dtype, parameter);
  return copy;
}

AutocastInputs::AutocastInputs(Dtype dtype, std::initializer_list<const Tensor*> inputs) {
  for (std::size_t i = inputs.size(); i-- > 0;)
    cast_[i] = autocast_to(**(inputs.begin() + i), dtype);
}

std::vector<Tensor> autocast_promoted(const std::vector<Tensor>& tensors) {
  Dtype widest = Dtype::bfloat16;
  for (const Tensor& x : tensors)
    if (eligible(x)) widest = promote_types(widest, x.dtype());
  std::vector<Tensor> cast;
  cast.reserve(tensors.size());
  for (const Tensor& x : tensors) cast.push_back(autocast_to(x, widest));
  return cast;
}

}  // namespace tally
