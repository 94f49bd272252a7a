// Whether a step fits into a GPU, what binds, and which changes would help most for the least. Each
// change is executed: nothing here is estimated.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "account/account.h"
#include "account/training_config.h"
#include "core/bytes.h"
#include "core/memory_category.h"

namespace tally {

/// What of a step a change moves. Of each, the best change is offered.
enum class StepLever : std::uint8_t {
  optimizer,
  stepping,
  attention,
  norms,
  loss,
  recomputation,
  micro_batch,
  sharding,
  gradients,
  regime,
};
inline constexpr std::array<std::string_view, 10> step_lever_ids{
    "optimizer",     "stepping",    "attention", "norms",     "loss",
    "recomputation", "micro_batch", "sharding",  "gradients", "regime"};
constexpr std::string_view id(StepLever lever) {
  return step_lever_ids[static_cast<std::size_t>(lever)];
}

/// A configuration with one thing changed, and what that gives.
struct StepChange {
  std::string_view id = {};  // "chunked_loss"
  StepLever lever = {};
  bool rounds = false;         // fewer bits are kept: the same numbers are not learned
  TrainingConfig config = {};  // with it
  Bytes peak = {};
  Bytes saved = {};  // of the peak
  Flops extra = {};  // of the step; negative: it computes less
  bool fits = false;
};

/// The ids of all changes, in the order in which they are tried.
inline constexpr std::array step_change_ids{std::string_view("optimizer_8bit"),
                                            std::string_view("fused_stepping"),
                                            std::string_view("flash_attention"),
                                            std::string_view("fused_norms"),
                                            std::string_view("chunked_loss"),
                                            std::string_view("recompute_blocks"),
                                            std::string_view("recompute_attention"),
                                            std::string_view("half_micro_batch"),
                                            std::string_view("zero_1"),
                                            std::string_view("zero_2"),
                                            std::string_view("zero_3"),
                                            std::string_view("sharded_gradients"),
                                            std::string_view("autocast"),
                                            std::string_view("bf16_master_weights"),
                                            std::string_view("bf16_weights")};
inline constexpr std::size_t step_change_count = step_change_ids.size();

/// Several changes at once.
struct ChangeSet {
  std::vector<std::string_view> ids = {};
  StepChange change = {};  // what they give, executed together
};

/// What has to fit beside the peak: what no run on one device shows, and what CUDA's kernels sort
/// with, which depends on values (cuda/Nonzero.cu, Sorting.cu, Indexing.cu, Embedding.cu).
inline constexpr std::array<std::string_view, 5> not_counted_ids{
    "cuda_context", "workspaces", "fragmentation", "communication", "sorting"};

struct Verdict {
  Bytes capacity;
  Bytes headroom;  // left at the peak; negative: missing
  ReportInstant binding;
  MemoryCategory largest{};  // of the instant that binds
  /// What lowers the peak, most bytes for an extra FLOP first; what costs none comes before what
  /// does, most bytes first; what rounds comes last.
  std::vector<StepChange> changes;
  /// The first `offered_changes` of them at once, where there are two or more.
  std::optional<StepChange> together;
  /// Changes with which it fits, none of which could be left out, nor be a lesser one of its lever;
  /// those that round are taken last.
  /// Nothing where it fits as it is, or with none of them.
  std::optional<ChangeSet> enough;

  bool fits() const { return headroom.count >= 0; }
  Bytes largest_bytes() const { return binding.by_category[static_cast<std::size_t>(largest)]; }
};
inline constexpr std::size_t offered_changes = 3;

/// `report` is the account of `config`.
Verdict verdict_of(const TrainingConfig& config, const MemoryReport& report, Bytes capacity);

}  // namespace tally
