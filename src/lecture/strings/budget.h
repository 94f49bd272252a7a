// Every string of the lesson `budget`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct BudgetStrings {
  Str title;
  Str size, size_help;
  Str sentence;        // {size} {count} {recipe} {bytes} {per_parameter} {gpus} {gpu} {sharding}
  Str sentence_never;  // {size} {count} {recipe} {bytes} {per_parameter} {gpu} {sharding}
  Str round_note;      // {name70} {count70} {gpus70} {name405} {count405} {gpus405} {gpu}
  Str exact_note;
  Str round_caption;  // {recipe} {gpu} {sharding}
  Str model_column;
  Str memory_column;
  Str exact_column;
  Str real_caption;
  Str yours;
  Str never;
  Str plot_caption;
  Str size_axis;
  Str memory_axis;
  Str curve, lecture, real;
  Str gpus_of;  // {gpus} {gpu}
};

}  // namespace tally
