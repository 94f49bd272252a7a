// Words of formulas: what was executed and counted where a number has no closed form. The number
// follows behind them, after " = ".
#pragma once

#include "lecture/language.h"

namespace tally {

struct FormulaStrings {
  Str largest_n;      // {condition}
  Str instants;       // {count} {sum}: the peak of a recording
  Str at_phase_end;   // live bytes of a category
  Str within_phase;   // the peak of a phase
  Str no_state;       // before the first step()
  Str no_state_kept;  // an optimizer without state
  Str updates;        // {updates} {update} {dtype}
  Str copy_of_master;
  Str sheet;                                 // the advertised size of a GPU
  Str largest_difference, largest_gradient;  // {count} numbers
  Str norm_gradient, norm_step;              // factors; the right one is below the line
  Str best_of;                               // {runs}
  Str binding_segment;                       // {index} {count}
  Str best_length;                           // {layers}
  Str segments_counted;
  Str round_size;
  Str real_size;  // {source}
};

/// Where the numbers of a table come from.
struct SourceStrings {
  Str recipes, sharding, executed, updates, gpus;
  Str optimizer_bytes, optimizer_tensors, optimizer_phases, optimizer_choices;
  Str activation_points, activation_crossing, activation_ledger;
  Str accumulation_bytes, accumulation_gradients, accumulation_mistakes, accumulation_times,
      accumulation_micro;
  Str checkpointing_segments, checkpointing_optimum, checkpointing_flops, checkpointing_chosen;
  Str budget_round, budget_real;
  Str levers, levers_answer;
};

}  // namespace tally
