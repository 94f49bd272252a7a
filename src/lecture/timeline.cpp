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

struct Samples {
  std::vector<LiveSample> shown;
  bool thinned = false;
};

/// What live_samples gives, or of each group of neighbours the one with the most bytes, and the
/// last one always. A long recording is walked twice, so that only those shown are held.
Samples samples_of(const Recording& recording, TimelineBands bands) {
  std::size_t count = 1;
  for (Account account(recording); account.next();) count += account.changed();
  if (count <= timeline_samples) return {live_samples(recording)};
  const std::size_t group = (count + timeline_samples - 2) / (timeline_samples - 1);
  Account account(recording);
  Samples samples{{account.now()}, true};
  Bytes most = shown_total(account.now(), bands);
  std::size_t in_group = 1;
  LiveSample last = account.now();
  while (account.next()) {
    if (!account.changed()) continue;
    const Bytes total = shown_total(account.now(), bands);
    if (in_group == group) {
      samples.shown.push_back(account.now());
      most = total;
      in_group = 0;
    } else if (total > most) {
      samples.shown.back() = account.now();
      most = total;
    }
    last = account.now();
    ++in_group;
  }
  if (samples.shown.back().event_count != last.event_count) samples.shown.push_back(last);
  return samples;
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

bool is_shown(MemoryCategory category, TimelineBands bands) {
  return bands == TimelineBands::all || (category != parameter && category != master_weight &&
                                         category != gradient && category != optimizer_state);
}

namespace {

Timeline timeline_of(const Recording& recording, const std::vector<LiveSample>& samples,
                     std::string id, std::string caption, const Language& language,
                     TimelineBands bands) {
  const TimelineStrings& words = language.strings->timeline;
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
  result.live_peak_bytes = static_cast<double>(peak_live(recording).total.count);
  result.storages = timeline_storages(recording, bands);
  return result;
}

}  // namespace

Timeline timeline(const Recording& recording, std::string id, std::string caption,
                  const Language& language, TimelineBands bands) {
  return timeline_of(recording, samples_of(recording, bands).shown, std::move(id),
                     std::move(caption), language, bands);
}

TimelineBands telling_bands(const Recording& recording) {
  const auto peak = [&](TimelineBands bands) {
    return shown_total(timeline_peak(recording, bands), bands);
  };
  return 4 * peak(TimelineBands::moving) < peak(TimelineBands::all) ? TimelineBands::moving
                                                                    : TimelineBands::all;
}

Bytes begin_bytes(const Recording& recording) { return Account(recording).now().total; }

Bytes shown_total(const LiveSample& sample, TimelineBands bands) {
  Bytes total;
  for (const MemoryCategory category : order)
    if (is_shown(category, bands)) total += sample.live(category);
  return total;
}

LiveSample timeline_peak(const Recording& recording, TimelineBands bands) {
  Account account(recording);
  LiveSample peak = account.now();
  while (account.next())
    if (shown_total(account.now(), bands) > shown_total(peak, bands)) peak = account.now();
  return peak;
}

namespace {

std::string sum_of_shown(const LiveSample& sample, TimelineBands bands) {
  BytesByCategory shown{};
  for (const MemoryCategory category : order)
    if (is_shown(category, bands))
      shown[static_cast<std::size_t>(category)] = sample.live(category);
  return sum_of(shown);
}

}  // namespace

std::string peak_formula(const Recording& recording, const LiveSample& peak, TimelineBands bands,
                         const Language& language) {
  return fill(language.strings->formulas.instants,
              {{"count", grouped(static_cast<std::int64_t>(recording.events.size()))},
               {"sum", sum_of_shown(peak, bands)}});
}

Table step_table(const Recording& recording, const Language& language) {
  const TimelineStrings& words = language.strings->timeline;
  Table table{.id = "step", .caption = std::string(words.step_caption)};
  table.columns = {column("quantity", language.strings->common.quantity_column),
                   column("bytes", language.strings->common.bytes_column, Unit::bytes, language)};
  table.source = words.step_source;
  const auto add = [&](std::string id, Str label, Bytes bytes, std::string_view formula) {
    table.row_ids.push_back(std::move(id));
    table.rows.push_back({cell(label), with_formula(cell(bytes), formula, "B")});
  };
  const LiveSample begin = Account(recording).now();
  add("begin", words.begin_row, begin.total, sum_of_shown(begin, TimelineBands::all));
  const auto add_peak = [&](std::string id, Str label, TimelineBands bands) {
    const LiveSample peak = timeline_peak(recording, bands);
    add(std::move(id), label, shown_total(peak, bands),
        peak_formula(recording, peak, bands, language));
  };
  add_peak("moving", words.moving_row, TimelineBands::moving);
  add_peak("peak", words.peak_row, TimelineBands::all);
  return table;
}

void add_timeline(Presentation& presentation, const Recording& recording, std::string id,
                  std::string caption, const Language& language, TimelineBands bands) {
  const TimelineStrings& words = language.strings->timeline;
  const Samples samples = samples_of(recording, bands);
  const Timeline& shown = presentation.timeline.emplace(
      timeline_of(recording, samples.shown, std::move(id), std::move(caption), language, bands));
  if (samples.thinned)
    presentation.notes.push_back(fill(
        words.thinned, {{"samples", grouped(static_cast<std::int64_t>(shown.x_at.size()))},
                        {"events", grouped(static_cast<std::int64_t>(recording.events.size()))}}));
  if (shown.storages.empty())
    presentation.notes.push_back(
        fill(words.not_listed, {{"limit", grouped(std::int64_t{timeline_storages_limit})}}));
}

}  // namespace tally
