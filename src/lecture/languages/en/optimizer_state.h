#pragma once

#include "lecture/strings/optimizer_state.h"

namespace tally::en {

inline constexpr OptimizerStateStrings optimizer_state{
    .title = "How much state does AdamW keep?",
    .steps = "step()",
    .steps_help = "How often optimizer.step() has been called; 0 is before the first time",
    .sgd_momentum = "SGD with momentum",
    .sgd_nesterov = "SGD with Nesterov momentum",
    .sentence_before =
        "{parameters:float32 parameter takes|float32 parameters take} {parameter_bytes}; before "
        "the first step() "
        "{optimizer} has no state at all: 0 B.",
    .sentence_none =
        "{parameters:float32 parameter takes|float32 parameters take} {parameter_bytes}; "
        "{optimizer} keeps nothing, "
        "so after {steps} its state is still 0 B.",
    .sentence_after =
        "{parameters:float32 parameter takes|float32 parameters take} {parameter_bytes}; the state "
        "of {optimizer} is "
        "0 B before the first step() and {state} after {steps}, {ratio}x "
        "the parameters.",
    .counters_note =
        "The odd bytes are a 4-byte counter named step for each parameter tensor: "
        "{tensors:tensor|tensors}, {bytes}.",
    .lazy_note = "State is made at the first step(), stays from then on, and does not grow.",
    .second_iteration_note =
        "From iteration 2 on, forward and backward share the memory with the state: "
        "the peak of backward rises from {first} to {second}, and the {difference} "
        "more are the state that the end of iteration 1 made and that stays.",
    .second_iteration_equal =
        "{optimizer} keeps no state, so backward peaks in iteration 2 where it did "
        "in iteration 1, at {first}.",
    .second_binds =
        "The peak of the whole iteration rises too, from {first} to {second}: iteration 1 "
        "fits, and memory runs out in iteration 2.",
    .step_binds =
        "Activations are small here, so the peak of the whole iteration is in step() itself "
        "({peak}); with a larger batch it moves into the backward of iteration 2, and that is "
        "where memory tends to run out.",
    .bytes_caption = "Optimizer state before and after step()",
    .before_first_step = "before the first step()",
    .after_steps = "after {steps}",
    .state_column = "optimizer state",
    .ratio_column = "times the parameters",
    .tensors_caption = "State tensors of the first parameter, after {steps}",
    .tensors_caption_before = "State tensors of the first parameter: none before step()",
    .all_tensors_column = "all {tensors:parameter tensor|parameter tensors}",
    .choices_caption = "The same network with other optimizers: state after one step",
    .phases_caption = "Live bytes at the end of each phase of the first two iterations",
    .iteration_column = "iteration",
    .end_of_phase = "{iteration}: {phase}",
    .at_peak_column = "peak within",
    .phase_axis = "end of iteration and phase",
};

}  // namespace tally::en
