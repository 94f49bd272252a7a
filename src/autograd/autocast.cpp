#include "autograd/autocast.h"

#include <deque>
#include <utility>

namespace tally {
namespace {

struct Copy {
  std::uint64_t storage;
  Tensor tensor;
};

thread_local bool enabled_now = false;
thread_local int regions = 0;

/// In the order in which they were made; PyTorch's map goes by addresses. Leaked: see allocator().
std::deque<Copy>& copies() {
  thread_local auto& made = *new std::deque<Copy>;
  return made;
}

}  // namespace

bool autocast_enabled() { return enabled_now; }

Autocast::Autocast(bool enabled)
    : previous_(std::exchange(enabled_now, enabled)), counts_(enabled) {
  regions += counts_ ? 1 : 0;
}
Autocast::~Autocast() {
  enabled_now = previous_;
  if (counts_ && --regions == 0) clear_cache();
}
void Autocast::clear_cache() {
  while (!copies().empty()) copies().pop_front();
}

AutocastOff::AutocastOff() : previous_(std::exchange(enabled_now, false)) {}
AutocastOff::~AutocastOff() { enabled_now = previous_; }

Tensor& autocast_copy(std::uint64_t storage) {
  for (Copy& copy : copies())
    if (copy.storage == storage) return copy.tensor;
  return copies().emplace_back(storage, Tensor()).tensor;
}

}  // namespace tally
