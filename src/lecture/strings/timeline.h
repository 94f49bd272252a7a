// Words of a timeline of live bytes.
#pragma once

#include "lecture/language.h"

namespace tally {

struct TimelineStrings {
  Str events_axis;
  Str saved;      // {category}: what backward nodes hold of a category
  Str in_flight;  // {category}: the rest of it, alive only while ops pass it on
  Str peak;       // {bytes}
  Str thinned;    // {samples} {events}: a note
};

}  // namespace tally
