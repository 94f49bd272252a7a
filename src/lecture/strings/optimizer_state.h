// Every string of the lesson `optimizer_state`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct OptimizerStateStrings {
  Str title;
  Str steps, steps_help;
  Str sgd_momentum, sgd_nesterov;  // the others bear their own name
  Str sentence_before;             // {optimizer} {parameters} {parameter_bytes}
  Str sentence_none;               // {optimizer} {parameters} {parameter_bytes} {steps}
  Str sentence_after;  // {optimizer} {parameters} {parameter_bytes} {steps} {state} {ratio}
  Str counters_note;   // {tensors} {bytes}
  Str lazy_note;
  Str second_iteration_note;   // {optimizer} {first} {second} {difference}
  Str second_iteration_equal;  // {optimizer} {first}
  Str second_binds;            // {first} {second}
  Str step_binds;              // {peak}
  Str bytes_caption;
  Str before_first_step;
  Str after_steps;  // {steps}
  Str state_column;
  Str ratio_column;
  Str tensors_caption;  // {steps}
  Str tensors_caption_before;
  Str all_tensors_column;  // {tensors}
  Str choices_caption;
  Str phases_caption;
  Str iteration_column;
  Str end_of_phase;  // {iteration} {phase}
  Str at_peak_column;
  Str phase_axis;
};

}  // namespace tally
