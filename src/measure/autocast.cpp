#include "measure/autocast.h"

#include <ATen/autocast_mode.h>

namespace tally::measure {

bool autocast_enabled() { return at::autocast::is_autocast_enabled(at::kCPU); }

Autocast::Autocast(bool enabled) : previous_(autocast_enabled()) {
  at::autocast::set_autocast_enabled(at::kCPU, enabled);
  at::autocast::set_autocast_dtype(at::kCPU, at::kBFloat16);
  at::autocast::increment_nesting();
}
Autocast::~Autocast() {
  if (at::autocast::decrement_nesting() == 0) clear_cache();
  at::autocast::set_autocast_enabled(at::kCPU, previous_);
}
void Autocast::clear_cache() { at::autocast::clear_cache(); }

}  // namespace tally::measure
