// Words of a timeline of live bytes.
#pragma once

#include "lecture/language.h"

namespace tally {

struct TimelineStrings {
  Str events_axis;
  Str saved;       // {category}: what backward nodes hold of a category
  Str in_flight;   // {category}: the rest of it, alive only while ops pass it on
  Str peak;        // {bytes}
  Str thinned;     // {samples} {events}: a note
  Str not_listed;  // {limit}: a note
  // Captions, in the order of the lecture: what is new in the picture.
  Str flat;          // {size} {layers} {width} {states}
  Str state;         // {optimizer} {state}
  Str no_state;      // {optimizer}
  Str triangle;      // {saved}
  Str no_triangle;   // under no_grad, or with every layer frozen
  Str moving;        // {stays}: what is left out
  Str whole;         // {size} {layers} {width} {tokens} {recipe}
  Str whole_shared;  // and {gpus} {sharding}
  Str whole_never;   // and {sharding}: no number of GPUs holds it
  // The table of the recorded step.
  Str step_caption;
  Str step_source;
  Str begin_row, moving_row, peak_row;
};

}  // namespace tally
