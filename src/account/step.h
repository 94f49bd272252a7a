// A training step executed on meta, one part after the other.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "account/stream.h"
#include "account/training_config.h"
#include "core/event.h"

namespace tally {

/// What a part of the step is.
enum class StepPart : std::uint8_t {
  parameters,  // made, before the first step
  inputs,
  states,  // the optimizer's, as after the first step
  forward,
  backward,
  optimizer_step,
  zero_grad,
};
inline constexpr std::array<std::string_view, 7> step_part_ids{
    "parameters", "inputs", "states", "forward", "backward", "optimizer_step", "zero_grad"};
constexpr std::string_view id(StepPart part) {
  return step_part_ids[static_cast<std::size_t>(part)];
}

struct ExecutedPart {
  StepPart part{};
  std::int64_t micro_batch = 0;  // of forward and backward, from 0
  Changes changes;
  /// Which block a change belongs to: -1 before the first, `layers` after the last.
  std::vector<std::int64_t> blocks;
  Flops flops;
};

struct ExecutedStep {
  std::int64_t layers = 0;
  std::int64_t parameters = 0, trainable = 0;
  std::vector<ExecutedPart> parts;
  // The end of the first forward pass, for the ledger.
  Recording recording;
  std::size_t forward_end = 0;
  std::vector<std::uint64_t> first_nodes;  // of each block: the nodes from this one on are its own
};

/// Runs the step with `layers` of the model's blocks and `micro_batches` of its micro-batches,
/// twice where states are made by the first: the recorded one begins with them.
ExecutedStep execute_step(const TrainingConfig& config, std::int64_t layers,
                          std::int64_t micro_batches);

}  // namespace tally
