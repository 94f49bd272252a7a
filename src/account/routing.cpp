#include "account/routing.h"

#include "core/check.h"

namespace tally {

std::int64_t balanced_tokens(std::int64_t tokens, std::int64_t per_token, std::int64_t experts,
                             std::int64_t expert) {
  const std::int64_t all = tokens * per_token;
  return all / experts + (expert < all % experts ? 1 : 0);
}

std::int64_t balanced_routing(const Tensor& hits) {
  check(hits.dim() == 2, "[routing] an expert's choices have two dimensions");
  // A view of the one-hot rows: its columns lie as far apart as there are experts, and it begins
  // with its own.
  const std::int64_t experts = hits.strides()[0], expert = hits.storage_offset();
  return balanced_tokens(hits.size(1), hits.size(0), experts, expert);
}

}  // namespace tally
