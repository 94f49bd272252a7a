// A recording as a timeline of live bytes: one band per memory category, activations in two.
#pragma once

#include <cstdint>
#include <string>

#include "core/event.h"
#include "lecture/presentation.h"

namespace tally {

/// Which categories a timeline shows.
enum class TimelineBands : std::uint8_t {
  all,
  moving,  // without parameters and gradients, which would dwarf what comes and goes
};

/// Live bytes over all events, whole storages. The bands lie in the order of their lifetimes,
/// longest at the bottom: parameters, gradients, optimizer state, input, saved activations, and
/// above them what comes and goes; a band that is empty throughout is left out. Activations that a
/// backward node holds ("activation.saved", by byte ranges) lie apart from the others.
///
/// The peak is that of the bands shown. Long recordings are thinned: of each run of neighbours the
/// instant with the most bytes is kept.
Timeline timeline(const Recording& recording, std::string id, std::string caption,
                  const Language& language, TimelineBands bands = TimelineBands::all);

/// At most so many samples are shown.
inline constexpr std::size_t timeline_samples = 2000;

/// The note that says so, or "" for a recording that is shown in full.
std::string timeline_note(const Recording& recording, const Timeline& timeline,
                          const Language& language);

}  // namespace tally
