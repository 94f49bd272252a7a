// Comments inside of the programs of "The same in PyTorch": short, as a line has 88 columns.
#pragma once

#include "lecture/language.h"

namespace tally {

struct ScriptStrings {
  Str whole_and_cut;
  Str fullest_gpu;
  Str share;
  Str none_is_enough;
  Str state_bytes;
  Str before_first_step;
  Str after_steps;  // {steps}
  Str lazy_state;
  Str by_storage;
  Str holds_graph;
  Str parameters_do_not_count;
  Str transposed_weights;
  Str no_values;
  Str held;
  Str none;  // a note: why there is no program
};

}  // namespace tally
