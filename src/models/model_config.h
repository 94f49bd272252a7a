// The configuration of any model, and its name.
#pragma once

#include <string>
#include <variant>

#include "models/gpt2_config.h"
#include "models/llama_config.h"

namespace tally {

using ModelConfig = std::variant<Gpt2Config, LlamaConfig>;

}  // namespace tally
