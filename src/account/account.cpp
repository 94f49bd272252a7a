#include "account/account.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "account/repetition.h"
#include "account/step.h"
#include "core/check.h"
#include "core/format_text.h"

namespace tally {
namespace {

/// The step of the whole model, from one run of it or from two of shortened ones.
struct Source {
  ExecutedStep shorter, longer;  // equal where nothing repeats
  std::int64_t units = 0;        // how many more than `shorter` has
  std::int64_t period = 0;

  std::int64_t extrapolated(std::int64_t a, std::int64_t b) const { return a + units * (b - a); }
  RepeatedChanges changes(std::size_t part) const {
    if (period == 0) return RepeatedChanges::once(shorter.parts[part].changes);
    return *RepeatedChanges::between(shorter.parts[part].changes, longer.parts[part].changes,
                                     units);
  }
  bool repeats() const {
    if (shorter.parts.size() != longer.parts.size()) return false;
    for (std::size_t i = 0; i < shorter.parts.size(); ++i)
      if (!RepeatedChanges::between(shorter.parts[i].changes, longer.parts[i].changes, units))
        return false;
    return true;
  }
};

/// Micro-batches from the third on are like the second, unless the last one is another.
std::int64_t executed_micro_batches(const TrainingConfig& config, Execution execution) {
  if (execution == Execution::whole) return config.micro_batches;
  return std::min<std::int64_t>(config.micro_batches, config.gradients_unsharded ? 3 : 2);
}

Source execute(const TrainingConfig& config, Execution execution) {
  const std::int64_t layers = layers_of(config.model);
  const std::int64_t micro_batches = executed_micro_batches(config, execution);
  const std::optional<Repetition> repetition = repetition_of(config);
  if (execution == Execution::repeated && repetition) {
    const auto [period, blocks] = *repetition;
    Source source;
    source.period = period;
    source.shorter = execute_step(config, blocks, micro_batches);
    source.longer = execute_step(config, blocks + period, micro_batches);
    source.units = (layers - blocks) / period;
    if (source.repeats()) return source;
  }
  Source source;
  source.shorter = source.longer = execute_step(config, layers, micro_batches);
  return source;
}

/// The block of the whole model that a peak lies in.
std::int64_t block_of_peak(const Source& source, std::size_t part, const RepeatedChanges& changes,
                           const Walk& walk, std::int64_t layers) {
  const ExecutedPart& shorter = source.shorter.parts[part];
  const ExecutedPart& longer = source.longer.parts[part];
  if (shorter.blocks.empty()) return -1;
  const bool backward = shorter.part == StepPart::backward;
  const std::int64_t missing = layers - source.shorter.layers;
  const auto placed = [&](std::int64_t block, std::int64_t before_block) {
    return block < 0 || before_block < 0 ? std::int64_t{-1} : block;
  };
  // Forward passes the blocks upwards, backward downwards: what comes before the repeated ones
  // keeps its distance to where the pass began.
  const auto inside = [&](std::int64_t block, std::int64_t blocks, std::int64_t shift) {
    return block < 0 || block >= blocks ? std::int64_t{-1} : placed(block + shift, block);
  };
  switch (walk.part) {
    case Walk::Part::before:
      return inside(shorter.blocks[walk.index], source.shorter.layers, backward ? missing : 0);
    case Walk::Part::after:
      return inside(shorter.blocks[changes.before.size() + walk.index], source.shorter.layers,
                    backward ? 0 : missing);
    default: {
      const std::int64_t block = longer.blocks[changes.before.size() + walk.index];
      const bool first = walk.part == Walk::Part::first_unit;
      const std::int64_t spread = layers - source.longer.layers;
      return inside(block, source.longer.layers, first == backward ? spread : 0);
    }
  }
}

std::string_view id_of(StepPart part) {
  switch (part) {
    case StepPart::forward:
      return "forward";
    case StepPart::backward:
      return "backward";
    case StepPart::optimizer_step:
      return "optimizer_step";
    default:
      return "start";
  }
}

void read_instants(const Source& source, std::int64_t micro_batches, WithTimeline with_timeline,
                   MemoryReport& report) {
  Walk walk;
  MemoryTimelineReader timeline;
  std::int64_t executed = 1;
  for (const ExecutedPart& part : source.shorter.parts)
    executed = std::max(executed, part.micro_batch + 1);
  // The last one that was executed stands for all that were not.
  const auto number_of = [&](std::int64_t micro_batch) {
    return micro_batch + 1 == executed && executed > 1 ? micro_batches : micro_batch + 1;
  };
  const auto note = [&](std::string_view id, std::int64_t micro_batch, bool at_peak,
                        std::int64_t block) {
    report.instants.push_back({id, number_of(micro_batch), at_peak ? walk.at_peak : walk.now,
                               at_peak ? walk.peak : walk.total, block});
  };
  for (std::size_t i = 0; i < source.shorter.parts.size(); ++i) {
    const ExecutedPart& part = source.shorter.parts[i];
    walk.begin_peak();
    const RepeatedChanges changes = source.changes(i);
    walk.apply(changes);
    if (with_timeline == WithTimeline::yes)
      timeline.add(part.part, number_of(part.micro_batch), changes);
    switch (part.part) {
      case StepPart::states:
        note("start", 0, false, -1);
        break;
      case StepPart::forward:
      case StepPart::backward:
        if (part.part == StepPart::forward && part.blocks.empty()) {  // a region of autocast ends
          report.instants.back().by_category = walk.now;
          report.instants.back().total = walk.total;
          break;
        }
        note(id_of(part.part), part.micro_batch, true,
             block_of_peak(source, i, changes, walk, report.layers));
        note(part.part == StepPart::forward ? "forward_end" : "backward_end", part.micro_batch,
             false, -1);
        break;
      case StepPart::optimizer_step:
        if (report.instants.back().id != id_of(part.part))
          note(id_of(part.part), 0, true, -1);
        else if (walk.peak > report.instants.back().total)
          report.instants.back() = {id_of(part.part), 1, walk.at_peak, walk.peak, -1};
        break;
      case StepPart::zero_grad:
        note("end", 0, false, -1);
        break;
      default:
        break;
    }
  }
  for (std::size_t i = 1; i < report.instants.size(); ++i)
    if (report.instants[i].total > report.instants[report.binding].total) report.binding = i;
  if (with_timeline == WithTimeline::yes) report.timeline = timeline.read();
}

/// What the last executed micro-batch took, for all that were not.
void read_flops(const Source& source, const TrainingConfig& config, MemoryReport& report) {
  std::int64_t executed = 0;
  for (const ExecutedPart& part : source.shorter.parts)
    executed = std::max(executed, part.micro_batch + 1);
  for (std::size_t i = 0; i < source.shorter.parts.size(); ++i) {
    const ExecutedPart& part = source.shorter.parts[i];
    const std::int64_t flops =
        source.extrapolated(part.flops.count, source.longer.parts[i].flops.count);
    const std::int64_t times =
        part.micro_batch + 1 == executed ? 1 + config.micro_batches - executed : 1;
    if (part.part == StepPart::forward) report.forward += Flops{times * flops};
    if (part.part == StepPart::backward) report.backward += Flops{times * flops};
  }
}

std::string module_of(const std::string& parameter) {
  return parameter.substr(0, parameter.rfind('.'));
}

void read_ledger(const Source& source, std::string_view block_prefix, MemoryReport& report) {
  const ExecutedStep& step = source.longer;
  std::unordered_map<std::uint64_t, std::string> names;
  for (const StorageInfo& info : step.recording.storages)
    if (!info.name.empty()) names.emplace(info.storage, info.name);
  // A node that holds a parameter is its module's: the other tensors it holds are called after it.
  std::unordered_map<std::uint64_t, std::string> module_of_node;
  const std::vector<LedgerRow> rows =
      saved_ledger(step.recording, step.forward_end, /*with_parameters=*/true);
  for (const LedgerRow& row : rows)
    if (row.category == MemoryCategory::parameter || row.category == MemoryCategory::cast_copy)
      if (const auto name = names.find(row.storage); name != names.end())
        for (const LedgerRow::Holder& holder : row.holders)
          module_of_node.try_emplace(holder.node, module_of(name->second));
  const auto block_of = [&](std::uint64_t node) {
    const auto& first = step.first_nodes;
    return std::upper_bound(first.begin(), first.end(), node) - first.begin() - 1;
  };
  for (const LedgerRow& row : rows) {
    if (row.category == MemoryCategory::parameter) continue;
    const LedgerRow::Holder& holder = row.holders.front();
    const std::int64_t block = block_of(holder.node);
    LedgerEntry entry{.module = {},
                      .op = holder.node_name,
                      .slot = holder.slot,
                      .shape = holder.shape,
                      .dtype = holder.dtype,
                      .bytes = row.bytes,
                      .holders = row.holders.size(),
                      .count = 1,
                      .category = row.category};
    for (const LedgerRow::Holder& each : row.holders)
      if (const auto module = module_of_node.find(each.node);
          entry.module.empty() && module != module_of_node.end())
        entry.module = module->second;
    if (entry.module.empty() && block >= 0 && block < step.layers)
      entry.module = std::string(block_prefix) + std::to_string(block);
    // The blocks of the second period stand for all that were left out.
    if (source.period > 0 && block >= source.period && block < 2 * source.period)
      entry.count = source.units;
    report.saved += entry.count * entry.bytes;
    report.ledger.push_back(std::move(entry));
  }
}

}  // namespace

MemoryReport account(const TrainingConfig& config, Execution execution, WithTimeline timeline) {
  const ConfigProblem problem = problem_of(config);
  check(problem.empty(), [&] { return "[account] " + text_of(problem); });
  const Source source = execute(config, execution);
  MemoryReport report;
  report.layers = layers_of(config.model);
  report.executed_layers =
      source.period > 0 ? source.shorter.layers + source.longer.layers : source.shorter.layers;
  report.parameters = source.extrapolated(source.shorter.parameters, source.longer.parameters);
  report.trainable = source.extrapolated(source.shorter.trainable, source.longer.trainable);
  read_instants(source, config.micro_batches, timeline, report);
  read_flops(source, config, report);
  const bool gpt2 = std::holds_alternative<Gpt2Config>(config.model);
  read_ledger(source, gpt2 ? "transformer.h." : "model.layers.", report);
  if (config.recomputes()) {
    TrainingConfig kept = config;
    kept.keep_all();
    MemoryReport without;
    read_flops(execute(kept, execution), kept, without);
    report.recomputed = report.backward - without.backward;
  }
  return report;
}

}  // namespace tally
