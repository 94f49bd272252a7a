// Names of the memory categories and phases.
#pragma once

#include "lecture/language.h"

namespace tally {

struct CategoryStrings {
  Str parameter, master_weight, gradient, optimizer_state, activation, activation_gradient, input,
      temporary, cast_copy, rng_state, buffer, other;
};

struct PhaseStrings {
  Str none, forward, backward, optimizer_step;
};

}  // namespace tally
