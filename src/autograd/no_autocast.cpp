// In place of autocast.cpp, in a program that never asks for it: its linker sees that no op casts.
#include "autograd/autocast.h"

namespace tally {

bool autocast_enabled() { return false; }

Autocast::Autocast(bool) : previous_(false), counts_(false) {}
Autocast::~Autocast() { static_cast<void>(previous_ || counts_); }
void Autocast::clear_cache() {}

AutocastOff::AutocastOff() : previous_(false) {}
AutocastOff::~AutocastOff() { static_cast<void>(previous_); }

Tensor& autocast_copy(std::uint64_t) {
  static Tensor none;
  return none;
}

}  // namespace tally
