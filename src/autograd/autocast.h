// torch.autocast(device, dtype=torch.bfloat16) for a scope (ATen/autocast_mode.h): ops cast what
// they are given, which of them to what is theirs to say (ops/autocast.h). Here are whether they
// do, and the casts of parameters that a region keeps.
#pragma once

#include <cstdint>

#include "tensor/tensor.h"

namespace tally {

/// Whether ops cast their inputs now. Apart in a file of its own, so that a program without
/// autocast brings another answer (no_autocast.cpp) and its linker leaves the casts out.
bool autocast_enabled();

/// A region. It keeps the bfloat16 copy of each float32 parameter from its first use on; the
/// outermost one that ends lets go of them all, saved or not.
class Autocast {
 public:
  explicit Autocast(bool enabled = true);
  ~Autocast();
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;
  /// Lets go of them before its end (torch.clear_autocast_cache).
  static void clear_cache();

 private:
  bool previous_, counts_;
};

/// For a scope ops cast nothing: within an op that did (c10::impl::ExcludeDispatchKeyGuard).
class AutocastOff {
 public:
  AutocastOff();
  ~AutocastOff();
  AutocastOff(const AutocastOff&) = delete;
  AutocastOff& operator=(const AutocastOff&) = delete;

 private:
  bool previous_;
};

/// The copy that the region keeps of this storage, undefined before it was made.
Tensor& autocast_copy(std::uint64_t storage);

}  // namespace tally
