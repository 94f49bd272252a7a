// The account of a training step: what is live when, what binds, what is kept for backward, and the
// FLOPs. Every number is read from a run on meta.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "account/timeline.h"
#include "account/training_config.h"
#include "core/accounting.h"
#include "core/bytes.h"

namespace tally {

/// What is live at an instant that is looked at in every step.
struct ReportInstant {
  std::string_view id;           // "forward_end"
  std::int64_t micro_batch = 1;  // from 1
  BytesByCategory by_category{};
  Bytes total;
  /// The block within which a peak lies, from 0; -1 outside of the blocks.
  std::int64_t block = -1;
};

/// A tensor that is kept for backward at the end of the first forward pass.
struct LedgerEntry {
  std::string module;  // the path of its parameter or block: "model.layers.1.mlp.up_proj"
  std::string op;      // the node that holds it: "MmBackward0"
  std::string slot;    // "self"
  Shape shape;
  Dtype dtype{};
  Bytes bytes;                // of its storage that are kept, shared holders counted once
  std::size_t holders = 1;    // nodes that hold the same storage
  std::int64_t count = 1;     // equal blocks that this line stands for
  MemoryCategory category{};  // what the storage is there for
};

struct MemoryReport {
  std::int64_t parameters = 0, trainable = 0;
  std::int64_t layers = 0, executed_layers = 0;
  std::vector<ReportInstant> instants;
  std::size_t binding = 0;  // the first instant with the most
  Flops forward, backward;  // of all micro-batches
  Flops recomputed;         // the part of `backward` that recomputation adds
  Bytes saved;              // kept for backward at the end of the first forward pass
  std::vector<LedgerEntry> ledger;
  MemoryTimeline timeline;  // empty where none was asked for

  const ReportInstant& peak() const { return instants[binding]; }
};

enum class Execution : std::uint8_t {
  repeated,  // equal blocks are executed a few times and repeated
  whole,     // every block and micro-batch is executed
};

enum class WithTimeline : std::uint8_t { no, yes };

/// Fails on a configuration with a problem (problem_of).
MemoryReport account(const TrainingConfig& config, Execution execution = Execution::repeated,
                     WithTimeline timeline = WithTimeline::yes);

}  // namespace tally
