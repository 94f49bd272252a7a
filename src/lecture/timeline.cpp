#include "lecture/timeline.h"

#include <algorithm>
#include <utility>

#include "core/accounting.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {
namespace {

using enum MemoryCategory;

/// From the bottom: what stays longest first.
constexpr MemoryCategory order[]{parameter,  master_weight,       gradient,  optimizer_state,
                                 buffer,     cast_copy,           input,     rng_state,
                                 activation, activation_gradient, temporary, other};
static_assert(std::size(order) == memory_category_count);

bool is_shown(MemoryCategory category, TimelineBands bands) {
  return bands == TimelineBands::all || (category != parameter && category != gradient);
}

/// The bytes of the bands that are shown.
Bytes shown_total(const LiveSample& sample, TimelineBands bands) {
  Bytes total;
  for (const MemoryCategory category : order)
    if (is_shown(category, bands)) total += sample.live(category);
  return total;
}

/// Of each group of neighbours the one with the most bytes; the last sample always.
std::vector<LiveSample> thinned(std::vector<LiveSample> samples, TimelineBands bands) {
  if (samples.size() <= timeline_samples) return samples;
  const std::size_t group = (samples.size() + timeline_samples - 2) / (timeline_samples - 1);
  std::vector<LiveSample> kept;
  for (std::size_t i = 0; i < samples.size(); i += group) {
    const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = begin + static_cast<std::ptrdiff_t>(std::min(group, samples.size() - i));
    kept.push_back(*std::max_element(begin, end, [bands](const LiveSample& a, const LiveSample& b) {
      return shown_total(a, bands) < shown_total(b, bands);
    }));
  }
  if (kept.back().event_count != samples.back().event_count) kept.push_back(samples.back());
  return kept;
}

template <class BytesAt>
void add_band(Timeline& timeline, const std::vector<LiveSample>& samples, std::string id,
              std::string label, MemoryCategory category, BytesAt&& bytes_at) {
  Timeline::Band band{std::move(id), std::move(label), std::string(tally::id(category)), {}};
  bool seen = false;
  for (const LiveSample& sample : samples) {
    const Bytes bytes = bytes_at(sample);
    seen |= bytes > Bytes{};
    band.bytes.push_back(static_cast<double>(bytes.count));
  }
  if (seen) timeline.bands.push_back(std::move(band));
}

}  // namespace

Timeline timeline(const Recording& recording, std::string id, std::string caption,
                  const Language& language, TimelineBands bands) {
  const TimelineStrings& words = language.strings->timeline;
  const std::vector<LiveSample> samples = thinned(live_samples(recording), bands);
  Timeline result;
  result.id = std::move(id);
  result.caption = std::move(caption);
  result.x = axis(words.events_axis, Unit::events, language);
  result.y = axis(language.strings->common.live_bytes_axis, Unit::bytes, language);
  for (const LiveSample& sample : samples)
    result.x_at.push_back(static_cast<double>(sample.event_count));
  for (const MemoryCategory category : order) {
    if (!is_shown(category, bands)) continue;
    const std::string name(label(category, language));
    if (category != activation) {
      add_band(result, samples, std::string(tally::id(category)), name, category,
               [&](const LiveSample& s) { return s.live(category); });
      continue;
    }
    add_band(result, samples, "activation.saved", fill(words.saved, {{"category", name}}), category,
             [](const LiveSample& s) { return s.saved_of(activation); });
    add_band(result, samples, "activation", fill(words.in_flight, {{"category", name}}), category,
             [](const LiveSample& s) { return s.live(activation) - s.saved_of(activation); });
  }
  // A phase begins where the one before ends.
  for (const LiveSample& sample : samples) {
    const auto at = static_cast<double>(sample.event_count);
    const std::string name(label(sample.phase, language));
    if (sample.phase == Phase::none) continue;
    if (!result.phases.empty() && result.phases.back().label == name) {
      result.phases.back().end = at;
    } else {
      if (!result.phases.empty()) result.phases.back().end = at;
      result.phases.push_back({name, at, at});
    }
  }
  const auto peak = std::max_element(samples.begin(), samples.end(),
                                     [bands](const LiveSample& a, const LiveSample& b) {
                                       return shown_total(a, bands) < shown_total(b, bands);
                                     });
  const Bytes peak_bytes = shown_total(*peak, bands);
  result.peak_at = static_cast<double>(peak->event_count);
  result.peak_bytes = static_cast<double>(peak_bytes.count);
  result.peak_label = fill(words.peak, {{"bytes", bytes_in_short(peak_bytes)}});
  return result;
}

std::string timeline_note(const Recording& recording, const Timeline& timeline,
                          const Language& language) {
  if (live_samples(recording).size() <= timeline_samples) return {};
  return fill(language.strings->timeline.thinned,
              {{"samples", grouped(static_cast<std::int64_t>(timeline.x_at.size()))},
               {"events", grouped(static_cast<std::int64_t>(recording.events.size()))}});
}

}  // namespace tally
