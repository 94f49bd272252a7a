// What several lessons say: symbols of the lecture, the device of a run, series of plots.
#pragma once

#include "lecture/language.h"

namespace tally {

struct CommonStrings {
  Str layers;  // L
  Str layers_help;
  Str width;  // D
  Str width_help;
  Str batch;  // B
  Str batch_help;
  Str optimizer;
  Str optimizer_help;
  Str measured;
  Str formula;
  Str on_cpu;   // the note of a run with values
  Str on_meta;  // the note of a run with shapes and bytes only
  Str memory_axis;
  Str live_bytes_axis;
  Str phase_column;
  Str total_column;
  Str bytes_column;
  Str parameters_column;
  Str shape_column;
  Str dtype_column;
  Str name_column;
  Str quantity_column;
  Str value_column;
};

}  // namespace tally
