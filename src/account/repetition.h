// Which blocks of a model an account executes: of those that look the same again a few.
#pragma once

#include <cstdint>
#include <optional>

#include "account/training_config.h"

namespace tally {

/// Two runs in place of one of the whole model: with `blocks`, and with `period` more. What the
/// model has beyond `blocks` is a multiple of `period`.
struct Repetition {
  std::int64_t period, blocks;
};

/// Nothing where the model never looks the same again, or not often enough.
std::optional<Repetition> repetition_of(const TrainingConfig& config);

}  // namespace tally
