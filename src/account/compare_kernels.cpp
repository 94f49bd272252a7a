#include "account/compare_kernels.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

namespace tally {
namespace {

/// "model.layers.12.mlp" -> "model.layers.*.mlp".
std::string without_number(const std::string& module) {
  std::string result;
  for (std::size_t i = 0; i < module.size(); ++i) {
    const bool begins = i == 0 || module[i - 1] == '.';
    std::size_t end = i;
    while (end < module.size() && std::isdigit(static_cast<unsigned char>(module[end]))) ++end;
    if (begins && end > i && (end == module.size() || module[end] == '.')) {
      result += '*';
      i = end - 1;
    } else {
      result += module[i];
    }
  }
  return result;
}

TrainingConfig with_profile(TrainingConfig config, const ModelProfile& profile) {
  const ModelProfile given = std::exchange(config.profile, profile);
  config.profile.loss = given.loss;
  config.profile.loss_chunks = given.loss_chunks;
  config.profile.lora = given.lora;
  // No kernel of PyTorch's caps the scores.
  if (softcapped(config.model)) config.profile.attention = AttentionForm::eager;
  return config;
}

}  // namespace

ConfigProblem comparison_problem(const TrainingConfig& config) {
  ConfigProblem problem = problem_of(with_profile(config, eager_profile));
  return problem.empty() ? problem_of(with_profile(config, fused_profile)) : problem;
}

KernelComparison compare_kernels(const TrainingConfig& config) {
  const auto run = [&](const ModelProfile& profile) {
    return account(with_profile(config, profile), Execution::repeated, WithTimeline::no);
  };
  KernelComparison result{
      .eager = run(eager_profile), .fused = run(fused_profile), .rows = {}, .common = {}};
  std::map<std::pair<std::string, std::string>, KernelRow> rows;
  const auto add = [&](const MemoryReport& report, Bytes KernelRow::* bytes) {
    for (const LedgerEntry& entry : report.ledger) {
      KernelRow& row = rows[{without_number(entry.module), entry.op}];
      row.*bytes += entry.count * entry.bytes;
    }
  };
  add(result.eager, &KernelRow::eager);
  add(result.fused, &KernelRow::fused);
  for (auto& [key, row] : rows) {
    std::tie(row.module, row.op) = key;
    if (row.eager == row.fused)
      result.common += row.eager;
    else
      result.rows.push_back(row);
  }
  std::stable_sort(
      result.rows.begin(), result.rows.end(), [](const KernelRow& a, const KernelRow& b) {
        return std::abs((a.eager - a.fused).count) > std::abs((b.eager - b.fused).count);
      });
  return result;
}

}  // namespace tally
