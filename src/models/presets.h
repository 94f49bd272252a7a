// Published models: one row each.
#pragma once

#include <span>
#include <string_view>

#include "models/model_config.h"

namespace tally {

struct Preset {
  std::string_view id;      // "llama-3.1-405b"
  std::string_view source;  // whose config.json or paper the sizes are from
  ModelConfig config;
};

/// In the order of their families, small to large.
std::span<const Preset> presets();

/// The preset of this id, or nullptr.
const Preset* find_preset(std::string_view id);

}  // namespace tally
