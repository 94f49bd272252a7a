// Words of units. `one` follows the number 1, `many` every other number; labels stand alone in a
// column's head or on an axis.
#pragma once

#include "lecture/language.h"

namespace tally {

struct UnitWord {
  Str label;
  Str one;
  Str many;
};

struct UnitStrings {
  UnitWord bytes_per_parameter, parameters, flops, layers, samples, tokens, steps, gpus,
      activation_units, events;
};

}  // namespace tally
