// Units of values that are shown. GB is 1e9 bytes and GiB is 2^30 bytes; they are different units.
#pragma once

#include <cstdint>
#include <string_view>

namespace tally {

enum class Unit : std::uint8_t {
  none,
  bytes,                // shown exactly with thousands separators: "2,097,168 B"
  gigabytes,            // 1e9 bytes, value already divided: "112 GB"
  gibibytes,            // 2^30 bytes, value already divided: "104.3 GiB"
  bytes_per_parameter,  // "16 B/param"
  parameters,           // a count of parameters; large ones in words of the axis: 40B
  flops,                // floating-point operations, exact
  layers,
  samples,  // batch
  tokens,
  steps,
  gpus,
  activation_units,  // multiples of one layer's B x D activation
  multiple,          // a factor: "2.94x"
  percent,
  milliseconds,
  events,  // ordinal of an event of the recorded stream
};

/// A stable id for JSON, such as "bytes" or "gigabytes".
std::string_view unit_id(Unit unit);

}  // namespace tally
