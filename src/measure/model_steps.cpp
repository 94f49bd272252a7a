#include <algorithm>

#include "engine/engine.h"
#include "measure/vocabulary.h"
// The models after the ops that they call.
#include "measure/model_step.h"

namespace tally::measure {

ModelStep model_step(const Engine& engine, const ModelSettings& settings) {
  return run_model_step(engine, settings);
}
ModelStep model_step(const TorchEngine& engine, const ModelSettings& settings) {
  return run_model_step(engine, settings);
}

namespace {

bool counts(const Event& event) {
  return event.kind == EventKind::allocate || event.kind == EventKind::free;
}

}  // namespace

Bytes ModelStep::saved() const {
  Bytes total;
  for (const LedgerRow& row : saved_ledger(recording, forward_end)) total += row.bytes;
  return total;
}

Bytes ModelStep::peak() const {
  Bytes before;
  for (const auto& alive : recording.preexisting) before += alive.bytes;
  return peak_live(recording).total - before;
}

std::int64_t events_of(const ModelStep& step) {
  return std::count_if(step.recording.events.begin(), step.recording.events.end(), counts);
}

std::vector<std::pair<Phase, std::int64_t>> stream_of(const ModelStep& step) {
  std::vector<std::pair<Phase, std::int64_t>> stream;
  for (const Event& event : step.recording.events)
    if (counts(event))
      stream.emplace_back(event.phase, event.kind == EventKind::free ? -event.bytes : event.bytes);
  if (!step.autocast) return stream;
  for (auto from = stream.begin(); from != stream.end();) {
    const auto to =
        std::find_if(from, stream.end(), [](const auto& change) { return change.second > 0; });
    std::sort(from, to);
    from = to == stream.end() ? to : to + 1;
  }
  return stream;
}

std::int64_t equal_events(const ModelStep& a, const ModelStep& b) {
  const auto x = stream_of(a), y = stream_of(b);
  return std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first - x.begin();
}

}  // namespace tally::measure
