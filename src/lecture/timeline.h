// A recording as a timeline of live bytes: one band per memory category, activations in two.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/accounting.h"
#include "core/bytes.h"
#include "core/event.h"
#include "lecture/presentation.h"

namespace tally {

/// Which categories a timeline shows.
enum class TimelineBands : std::uint8_t {
  all,
  moving,  // without what stays from step to step: parameters, gradients, optimizer state; it would
           // dwarf what comes and goes
};

bool is_shown(MemoryCategory category, TimelineBands bands);

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

/// Which storages of the shown categories lived when, and which backward nodes held them. None
/// where they are more than `timeline_storages_limit`.
std::vector<Timeline::Storage> timeline_storages(const Recording& recording, TimelineBands bands);

/// At most so many storages are listed; of a recording with more, none.
inline constexpr std::size_t timeline_storages_limit = 4000;

/// All bands, unless what stays would dwarf what comes and goes: it then is more than three times
/// as high.
TimelineBands telling_bands(const Recording& recording);

/// What is live when the recording begins.
Bytes begin_bytes(const Recording& recording);

/// The first instant at which most bytes of the shown categories are live, and those bytes.
LiveSample timeline_peak(const Recording& recording, TimelineBands bands);
Bytes shown_total(const LiveSample& sample, TimelineBands bands);
/// How that number comes about: the categories at the peak, added up.
std::string peak_formula(const Recording& recording, const LiveSample& peak, TimelineBands bands,
                         const Language& language);

/// What is live when the recording begins, the peak of what comes and goes, the peak of all: the
/// numbers that a timeline of it shows.
Table step_table(const Recording& recording, const Language& language);

/// Shows the recording as the presentation's timeline, with a note where not all of it is there:
/// instants left out, or storages not listed.
void add_timeline(Presentation& presentation, const Recording& recording, std::string id,
                  std::string caption, const Language& language,
                  TimelineBands bands = TimelineBands::all);

}  // namespace tally
