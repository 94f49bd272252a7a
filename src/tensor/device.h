// Where a tensor lives: `cpu` has values, `meta` has shapes and bytes only.
#pragma once

#include <cstdint>
#include <string_view>

namespace tally {

enum class Device : std::uint8_t { cpu, meta };

constexpr std::string_view name(Device device) { return device == Device::cpu ? "cpu" : "meta"; }

}  // namespace tally
