#include "core/accounting.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/check.h"
#include "core/format_text.h"

namespace tally {
namespace {

std::size_t index(MemoryCategory category) { return static_cast<std::size_t>(category); }

}  // namespace

// The step that begins at `at`, made by cutting the one that spans it.
std::size_t Account::Coverage::split(std::int64_t at) {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), at,
                                      [](std::int64_t x, const Step& step) { return x < step.at; });
  const auto position = after - steps_.begin();
  if (position > 0 && steps_[static_cast<std::size_t>(position - 1)].at == at)
    return static_cast<std::size_t>(position - 1);
  const int count = position > 0 ? steps_[static_cast<std::size_t>(position - 1)].count : 0;
  steps_.insert(after, {at, count});
  return static_cast<std::size_t>(position);
}

void Account::Coverage::change(std::int64_t begin, std::int64_t end, int by) {
  if (begin == end) return;
  const std::size_t first = split(begin), last = split(end);
  for (std::size_t i = first; i < last; ++i) {
    const Bytes length{steps_[i + 1].at - steps_[i].at};
    if (steps_[i].count == 0) covered_ += length;
    steps_[i].count += by;
    if (steps_[i].count == 0) covered_ -= length;
  }
  // Only the two ends of the change can have become equal to the step before them.
  for (const std::size_t i : {last, first}) {
    const int before = i > 0 ? steps_[i - 1].count : 0;
    if (steps_[i].count == before) steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

Account::Account(const Recording& recording) : recording_(&recording) {
  for (const auto& storage : recording.preexisting)
    allocate(storage.storage, storage.bytes, storage.category, storage.on_host);
}

void Account::allocate(std::uint64_t storage, Bytes bytes, MemoryCategory category, bool on_host) {
  const bool is_new = live_.emplace(storage, State{bytes, category, {}, on_host}).second;
  check(is_new, [&] {
    return format_text("[accounting] event {} allocates storage {}, which is live already",
                       now_.event_count, storage);
  });
  now_.by_category[index(category)] += bytes;
  now_.total += bytes;
  if (on_host) now_.host += bytes;
}

Account::State& Account::find(const Event& event, const char* what) {
  const auto found = live_.find(event.storage);
  check(found != live_.end(), [&] {
    return format_text("[accounting] event {} {} storage {}, which is not live", now_.event_count,
                       what, event.storage);
  });
  return found->second;
}

void Account::free(const Event& event) {
  const State& state = find(event, "frees");
  check(state.saved.covered() == Bytes{}, [&] {
    std::string holder = "a node";
    for (const Hold& hold : holds())
      if (hold.storage == event.storage)
        holder = format_text("{} (node {}, slot {})", hold.node_name, hold.node, hold.slot);
    return format_text("[accounting] event {} frees storage {} while {} has it saved",
                       now_.event_count, event.storage, holder);
  });
  now_.by_category[index(state.category)] -= state.bytes;
  now_.total -= state.bytes;
  if (state.on_host) now_.host -= state.bytes;
  live_.erase(event.storage);
}

void Account::categorize(const Event& event) {
  State& state = find(event, "categorizes");
  const Bytes saved = state.saved.covered();
  now_.by_category[index(state.category)] -= state.bytes;
  now_.saved_by_category[index(state.category)] -= saved;
  if (state.category != MemoryCategory::parameter) now_.saved -= saved;
  state.category = event.category;
  now_.by_category[index(state.category)] += state.bytes;
  now_.saved_by_category[index(state.category)] += saved;
  if (state.category != MemoryCategory::parameter) now_.saved += saved;
}

void Account::cover(State& state, const Hold& hold, int by) {
  const Bytes before = state.saved.covered();
  state.saved.change(hold.begin, hold.end, by);
  const Bytes difference = state.saved.covered() - before;
  now_.saved_by_category[index(state.category)] += difference;
  if (state.category != MemoryCategory::parameter) now_.saved += difference;
}

void Account::save(const Event& event) {
  // A storage of zero bytes has no events of its own: saving it holds nothing.
  if (event.bytes == 0 && !live_.contains(event.storage)) return;
  State& state = find(event, "saves");
  const Hold hold{.order = now_.event_count,
                  .node = event.node,
                  .node_name = event.name,
                  .slot = event.slot,
                  .storage = event.storage,
                  .begin = event.offset,
                  .end = event.offset + event.bytes,
                  .info = [&]() -> const SavedInfo* {
                    const auto& saves = recording_->saves;
                    while (next_save_ < saves.size() && saves[next_save_].event < now_.event_count)
                      ++next_save_;
                    const bool recorded =
                        next_save_ < saves.size() && saves[next_save_].event == now_.event_count;
                    return recorded ? &saves[next_save_] : nullptr;
                  }()};
  check(hold.begin >= 0 && hold.begin <= hold.end && hold.end <= state.bytes.count, [&] {
    return format_text("[accounting] event {} saves bytes {} to {} of storage {}, which has {}",
                       hold.order, hold.begin, hold.end, event.storage, state.bytes.count);
  });
  by_node_[event.node].push_back(hold);
  cover(state, hold, +1);
}

void Account::drop(const Hold& hold) {
  // Live for sure: a free while saved has failed before. An empty range is no obstacle to a free.
  const auto found = live_.find(hold.storage);
  if (found != live_.end()) cover(found->second, hold, -1);
}

bool Account::next() {
  if (now_.event_count == recording_->events.size()) return false;
  const Event& event = recording_->events[now_.event_count];
  changed_ = true;
  now_.phase = event.phase;
  switch (event.kind) {
    case EventKind::allocate:
      allocate(event.storage, {event.bytes}, event.category, event.on_host);
      break;
    case EventKind::free:
      free(event);
      break;
    case EventKind::categorize:
      categorize(event);
      break;
    case EventKind::save:
      save(event);
      break;
    case EventKind::release: {
      const auto found = by_node_.find(event.node);
      changed_ = found != by_node_.end();
      if (!changed_) break;  // it saved before the recording began
      for (const Hold& hold : found->second) drop(hold);
      by_node_.erase(found);
      break;
    }
    case EventKind::unsave: {
      const auto found = by_node_.find(event.node);
      changed_ = false;
      if (found == by_node_.end()) break;
      auto& of_node = found->second;
      const auto hold = std::find_if(of_node.begin(), of_node.end(), [&](const Hold& h) {
        return std::strcmp(h.slot, event.slot) == 0;
      });
      if (hold == of_node.end()) break;
      changed_ = true;
      drop(*hold);
      of_node.erase(hold);
      break;
    }
    case EventKind::phase:
    case EventKind::op_begin:
    case EventKind::op_end:
      changed_ = false;
      break;
  }
  ++now_.event_count;
  return true;
}

void Account::advance_to(std::size_t event_count) {
  while (now_.event_count < event_count && next()) {
  }
}

std::vector<Account::Hold> Account::holds() const {
  std::vector<Hold> all;
  for (const auto& [node, of_node] : by_node_)
    all.insert(all.end(), of_node.begin(), of_node.end());
  std::sort(all.begin(), all.end(), [](const Hold& a, const Hold& b) { return a.order < b.order; });
  return all;
}

std::vector<LiveSample> live_samples(const Recording& recording) {
  Account account(recording);
  std::vector<LiveSample> samples{account.now()};
  while (account.next())
    if (account.changed()) samples.push_back(account.now());
  return samples;
}

LiveSample peak_live(const Recording& recording) {
  Account account(recording);
  LiveSample peak = account.now();
  while (account.next())
    if (account.now().total > peak.total) peak = account.now();
  return peak;
}

LiveSample peak_saved(const Recording& recording) {
  Account account(recording);
  LiveSample peak = account.now();
  while (account.next())
    if (account.now().saved > peak.saved) peak = account.now();
  return peak;
}

std::vector<LedgerRow> saved_ledger(const Recording& recording, std::size_t event_count,
                                    bool with_parameters) {
  Account account(recording);
  account.advance_to(event_count);
  std::vector<LedgerRow> rows;
  std::unordered_map<std::uint64_t, std::size_t> row_of;  // by storage
  for (const Account::Hold& hold : account.holds()) {
    const auto live = account.live().find(hold.storage);
    if (live == account.live().end()) continue;  // an empty range of a storage that is gone
    const Account::State& state = live->second;
    if (state.category == MemoryCategory::parameter && !with_parameters) continue;
    const auto [entry, is_new] = row_of.emplace(hold.storage, rows.size());
    if (is_new)
      rows.push_back({hold.storage, state.category, state.saved.covered(), state.bytes, {}});
    rows[entry->second].holders.push_back({.node = hold.node,
                                           .node_name = hold.node_name,
                                           .slot = hold.slot,
                                           .shape = hold.info ? hold.info->shape : Shape{},
                                           .dtype = hold.info ? hold.info->dtype : Dtype{}});
  }
  return rows;
}

Bytes saved_bytes(const Recording& recording) {
  Account account(recording);
  account.advance_to(recording.events.size());
  return account.now().saved;
}

}  // namespace tally
