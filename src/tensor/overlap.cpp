#include "tensor/overlap.h"

#include "core/check.h"
#include "core/format_text.h"

namespace tally {
namespace {

/// Where the elements of a tensor lie in every period of its storage.
struct Window {
  std::int64_t first = 0, last = 0;
  bool fits = true;  // no element reaches into the next period
  Window(const Tensor& x, std::int64_t period) : first(x.storage_offset() % period), last(first) {
    for (std::size_t d = 0; d < x.sizes().size(); ++d) {
      const std::int64_t size = x.sizes()[d], stride = x.strides()[d];
      if (size == 1) continue;
      if (stride < period)
        last += (size - 1) * stride;
      else
        fits = fits && stride % period == 0;
    }
    fits = fits && last < period;
  }
};

bool interleave(const Tensor& a, const Tensor& b) {
  for (const std::int64_t period : a.strides()) {
    if (period <= 0) continue;
    const Window at(a, period), bt(b, period);
    if (at.fits && bt.fits && (at.last < bt.first || bt.last < at.first)) return true;
  }
  return false;
}

}  // namespace

bool overlaps_itself(const Tensor& x) {
  bool repeats = false;
  for (std::size_t d = 0; d < x.sizes().size(); ++d)
    repeats = repeats || (x.sizes()[d] > 1 && x.strides()[d] == 0);
  return repeats && x.numel() > 0;
}

bool overlaps_partly(const Tensor& written, const Tensor& read) {
  if (written.storage() != read.storage() || written.numel() == 0 || read.numel() == 0)
    return false;
  if (written.storage_offset() == read.storage_offset() && written.sizes() == read.sizes() &&
      written.strides() == read.strides())
    return false;
  const auto [a, a_length] = written.byte_range();
  const auto [b, b_length] = read.byte_range();
  return a < b + b_length && b < a + a_length && !interleave(written, read);
}

void check_written_apart(const char* op, const Tensor& written,
                         std::initializer_list<const Tensor*> read) {
  check(!overlaps_itself(written), [&] {
    return format_text(
        "[{}] elements of the tensor of shape {} and strides {} are one in memory: write to a "
        "clone()",
        op, to_string(written.sizes()), to_string(written.strides()));
  });
  for (const Tensor* each : read)
    check(!overlaps_partly(written, *each), [&] {
      return format_text(
          "[{}] the tensor of shape {} and its operand of shape {} share a part of their memory: "
          "take a clone() of the operand",
          op, to_string(written.sizes()), to_string(each->sizes()));
    });
}

}  // namespace tally
