#include "account/verdict.h"

#include <algorithm>
#include <utility>

#include "core/check.h"

namespace tally {
namespace {

/// Changes the configuration; false where it is like that already, or cannot be.
using Apply = bool (*)(TrainingConfig&);

struct Row {
  std::string_view id;
  StepLever lever;
  Apply apply;
  bool rounds = false;
};

bool shard(TrainingConfig& config, int stage) {
  if (config.gpus == 1 || config.zero_stage >= stage) return false;
  config.zero_stage = stage;
  return true;
}

bool set_regime(TrainingConfig& config, std::string_view regime) {
  if (config.regime.id == regime) return false;
  config.regime = *find_regime(regime);
  if (config.attention_follows) config.kernels.attention = cuda_attention(config);
  return true;
}

constexpr std::array rows{
    Row{"optimizer_8bit", StepLever::optimizer,
        [](TrainingConfig& c) {
          if (c.optimizer.moments != 2 || c.optimizer.eight_bit) return false;
          c.optimizer = *find_optimizer_row("adamw_8bit");
          return true;
        },
        true},
    Row{"fused_stepping", StepLever::stepping,
        [](TrainingConfig& c) {
          if (c.stepping == Stepping::fused || c.optimizer.eight_bit) return false;
          c.stepping = Stepping::fused;
          return true;
        }},
    Row{"flash_attention", StepLever::attention,
        [](TrainingConfig& c) {
          if (!flash_takes(c) || (c.profile.attention == AttentionForm::sdpa &&
                                  c.kernels.attention == AttentionKernel::flash))
            return false;
          c.profile.attention = AttentionForm::sdpa;
          c.kernels.attention = AttentionKernel::flash;
          return true;
        }},
    Row{"fused_norms", StepLever::norms,
        [](TrainingConfig& c) {
          if (c.profile.norm == NormForm::fused && c.profile.activation == ActivationForm::fused &&
              c.kernels.norm == NormKernel::cuda)
            return false;
          c.profile.norm = NormForm::fused;
          c.profile.activation = ActivationForm::fused;
          c.kernels.norm = NormKernel::cuda;
          return true;
        }},
    Row{"chunked_loss", StepLever::loss,
        [](TrainingConfig& c) {
          if (c.profile.loss == LossForm::chunked) return false;
          c.profile.loss = LossForm::chunked;
          return true;
        }},
    Row{"recompute_blocks", StepLever::recomputation,
        [](TrainingConfig& c) {
          if (c.recompute_every > 0 || !c.recompute_boundaries.empty()) return false;
          c.keep_all();
          c.recompute_every = 1;
          return true;
        }},
    Row{"recompute_attention", StepLever::recomputation,
        [](TrainingConfig& c) {
          if (c.recomputes()) return false;
          c.recompute_attention = true;
          return true;
        }},
    Row{"half_micro_batch", StepLever::micro_batch,
        [](TrainingConfig& c) {
          if (c.batch % 2 != 0) return false;
          c.batch /= 2;
          c.micro_batches *= 2;
          return true;
        }},
    Row{"zero_1", StepLever::sharding, [](TrainingConfig& c) { return shard(c, 1); }},
    Row{"zero_2", StepLever::sharding, [](TrainingConfig& c) { return shard(c, 2); }},
    Row{"zero_3", StepLever::sharding, [](TrainingConfig& c) { return shard(c, 3); }},
    Row{"sharded_gradients", StepLever::gradients,
        [](TrainingConfig& c) { return std::exchange(c.gradients_unsharded, false); }},
    Row{"autocast", StepLever::regime,  // beside weights that are float32
        [](TrainingConfig& c) {
          return c.regime.parameter == Dtype::float32 && set_regime(c, "autocast");
        },
        true},
    Row{"bf16_master_weights", StepLever::regime,
        [](TrainingConfig& c) { return set_regime(c, "bf16_master_weights"); }, true},
    Row{"bf16_weights", StepLever::regime, [](TrainingConfig& c) { return set_regime(c, "bf16"); },
        true},
};

static_assert([] {
  if (rows.size() != step_change_count) return false;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].id != step_change_ids[i]) return false;
  return true;
}());

Flops step_flops(const MemoryReport& report) { return report.forward + report.backward; }

/// `change` says what was done to its configuration.
StepChange executed(StepChange change, const MemoryReport& before, Bytes capacity) {
  const MemoryReport after = account(change.config, Execution::repeated, WithTimeline::no);
  change.peak = after.peak().total;
  change.saved = before.peak().total - change.peak;
  change.extra = step_flops(after) - step_flops(before);
  change.fits = change.peak <= capacity;
  return change;
}

bool cheaper(const StepChange& a, const StepChange& b) {
  if (a.rounds != b.rounds) return b.rounds;
  if ((a.saved.count > 0) != (b.saved.count > 0)) return a.saved.count > 0;
  const bool a_free = a.extra.count <= 0, b_free = b.extra.count <= 0;
  if (a_free != b_free) return a_free;
  if (a_free) return a.saved > b.saved;
  const auto bytes_per_flop = [](const StepChange& change) {
    return static_cast<double>(change.saved.count) / static_cast<double>(change.extra.count);
  };
  return bytes_per_flop(a) > bytes_per_flop(b);
}

/// The configuration with these changes, and which of them it took: one that another of its lever
/// made needless, or that cannot be beside the others, is left out.
ChangeSet joined(const TrainingConfig& config, const std::vector<StepChange>& set) {
  ChangeSet all{.ids = {}, .change = {.id = "together", .config = config}};
  for (const StepChange& change : set)
    for (const Row& row : rows) {
      TrainingConfig changed = all.change.config;
      if (row.id != change.id || !row.apply(changed) || !problem_of(changed).empty()) continue;
      all.change.config = changed;
      all.change.rounds |= change.rounds;
      all.ids.push_back(row.id);
    }
  return all;
}

/// Leaves out what is not needed, from the last on.
template <class Run>
void prune(std::vector<StepChange>& set, Run&& run) {
  for (std::size_t i = set.size(); i-- > 0;) {
    std::vector<StepChange> fewer = set;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (run(fewer).change.fits) set = fewer;
  }
}

/// Adds changes until it fits, then leaves out what is not needed. One that saves nothing by itself
/// may do so once another instant no longer binds; the second of a lever replaces the first. One
/// with which the peak is higher is not added.
/// Of each lever that is needed, the member that saves least and is enough is taken.
template <class Run>
std::optional<ChangeSet> enough_of(const std::vector<StepChange>& tried, Run&& run) {
  std::vector<StepChange> set;
  bool fits = false;
  Bytes saved;
  for (std::size_t i = 0; i < tried.size() && !fits; ++i) {
    set.push_back(tried[i]);
    const StepChange now = run(set).change;
    fits = now.fits;
    if (now.saved < saved)
      set.pop_back();
    else
      saved = now.saved;
  }
  if (!fits) return std::nullopt;
  prune(set, run);
  std::vector<StepChange> by_saved = tried;
  std::stable_sort(by_saved.begin(), by_saved.end(),
                   [](const StepChange& a, const StepChange& b) { return a.saved < b.saved; });
  for (std::size_t i = 0; i < set.size(); ++i)
    for (const StepChange& least : by_saved) {
      if (least.lever != set[i].lever) continue;
      if (least.id == set[i].id) break;
      std::vector<StepChange> other = set;
      other[i] = least;
      if (!run(other).change.fits) continue;
      set = other;
      break;
    }
  prune(set, run);
  return run(set);
}

}  // namespace

Verdict verdict_of(const TrainingConfig& config, const MemoryReport& report, Bytes capacity) {
  check(capacity.count > 0, "[verdict] a GPU has more than 0 bytes");
  Verdict verdict{.capacity = capacity,
                  .headroom = capacity - report.peak().total,
                  .binding = report.peak(),
                  .largest = {},
                  .changes = {},
                  .together = {},
                  .enough = {}};
  const BytesByCategory& there = verdict.binding.by_category;
  verdict.largest =
      static_cast<MemoryCategory>(std::max_element(there.begin(), there.end()) - there.begin());
  std::vector<StepChange> tried;
  for (const Row& row : rows) {
    TrainingConfig changed = config;
    if (!row.apply(changed) || !problem_of(changed).empty()) continue;
    const StepChange change =
        executed({.id = row.id, .lever = row.lever, .rounds = row.rounds, .config = changed},
                 report, capacity);
    tried.push_back(change);
  }
  std::stable_sort(tried.begin(), tried.end(), cheaper);
  for (const StepChange& change : tried) {
    const bool taken =
        std::any_of(verdict.changes.begin(), verdict.changes.end(),
                    [&](const StepChange& better) { return better.lever == change.lever; });
    if (change.saved.count > 0 && !taken) verdict.changes.push_back(change);
  }
  const auto run = [&](const std::vector<StepChange>& set) {
    ChangeSet all = joined(config, set);
    all.change = executed(all.change, report, capacity);
    return all;
  };
  if (verdict.changes.size() >= 2)
    verdict.together =
        run({verdict.changes.begin(),
             verdict.changes.begin() +
                 static_cast<std::ptrdiff_t>(std::min(offered_changes, verdict.changes.size()))})
            .change;
  if (!verdict.fits()) verdict.enough = enough_of(tried, run);
  return verdict;
}

}  // namespace tally
