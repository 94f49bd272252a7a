// The same step with kernels that do several ops in one, and written op by op as Hugging Face's
// models run it: what each keeps for backward, op by op.
#pragma once

#include <string>
#include <vector>

#include "account/account.h"
#include "account/training_config.h"

namespace tally {

/// What nodes of one op keep in one place of all blocks.
struct KernelRow {
  std::string module;  // "model.layers.*.mlp"; a block where no parameter is near
  std::string op;      // "MulBackward0"
  Bytes eager, fused;
};

struct KernelComparison {
  MemoryReport eager, fused;
  /// Those that differ, the greatest difference first. Their sums differ by what `saved` does.
  std::vector<KernelRow> rows;
  Bytes common;  // what ops keep that are the same in both
};

/// What keeps either from being run; empty where nothing does.
ConfigProblem comparison_problem(const TrainingConfig& config);

/// `config` with eager_profile and with fused_profile; what else the profile says is kept.
KernelComparison compare_kernels(const TrainingConfig& config);

}  // namespace tally
