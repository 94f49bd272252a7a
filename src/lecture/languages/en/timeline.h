#pragma once

#include "lecture/strings/timeline.h"

namespace tally::en {

inline constexpr TimelineStrings timeline{
    .events_axis = "event",
    .saved = "{category} (saved for backward)",
    .in_flight = "{category} (in passing)",
    .peak = "peak {bytes}",
    .thinned =
        "The timeline shows {samples} instants out of {events} events; the instant of the peak is "
        "always among them.",
};

}  // namespace tally::en
