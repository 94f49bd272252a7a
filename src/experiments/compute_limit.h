// How large a demonstration may be before it runs on `meta`, where there are shapes and bytes but
// no values. The stream of events, and with it every byte and FLOP, is the same on both devices.
#pragma once

#include "core/bytes.h"
#include "tensor/device.h"

namespace tally {

struct ComputeLimit {
  Flops flops;  // of the whole run's matrix products
  Bytes bytes;  // of what is live at once, about
};

/// `engine` for a run of this size, or one on meta.
template <class E>
E engine_for(const E& engine, const ComputeLimit& limit, Flops flops, Bytes bytes) {
  return flops <= limit.flops && bytes <= limit.bytes ? engine : E(Device::meta);
}

}  // namespace tally
