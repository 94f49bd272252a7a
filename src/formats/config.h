// Reads the config.json of a Hugging Face model into the configuration of one of ours, by its
// model_type.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/issue.h"
#include "models/model_config.h"

namespace tally {

/// A member that the file leaves out, and what transformers takes in its place.
struct AssumedField {
  std::string field;  // "head_dim"
  std::string value;  // "128"
  std::string why;    // "hidden_size / num_attention_heads", or the class whose default it is
};

struct ConfigReading {
  std::string model_type;             // "" where it is missing
  std::optional<ModelConfig> config;  // where there is no issue
  FormatIssues issues;
  std::vector<AssumedField> assumed;
  std::vector<std::string> unknown;  // members that say nothing to this reader: not used
};

/// Never fails: what is wrong with the text is in `issues`, every fault of it where that is
/// possible. Sizes that transformers has a default for but that make the model (vocab_size,
/// hidden_size, ...) are missing when they are left out.
ConfigReading read_config(std::string_view text);

/// The model types that are read: "gpt2", "llama", ...
std::vector<std::string_view> known_model_types();

}  // namespace tally
