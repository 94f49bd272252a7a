// Published numbers that a training step of a known model gives: its states, what its blocks keep,
// what a second micro-batch finds.
#pragma once

#include <optional>
#include <string_view>

#include "account/published_input.h"

namespace tally {

/// Of the kinds "model_weights", "step_states", "second_micro_batch", "kept" and "gpt_blocks"; of
/// any other, nothing.
std::optional<double> run_published_step(std::string_view kind, PublishedInput& input,
                                         std::string_view unit, std::string_view name);

}  // namespace tally
