// "The same in PyTorch": a lesson's result as a program of 5 to 15 lines with the reader's values
// put in, and the integers that it prints, by our engine. Each is defined in scripts/<lesson>.cpp.
#pragma once

#include <optional>

#include "lecture/presentation.h"

namespace tally {

struct AccumulationResult;
struct ActivationResult;
struct BudgetResult;
struct CheckpointingResult;
struct LeversResult;
struct OptimizerStateResult;
struct RecipesResult;

Script pytorch(const RecipesResult& result, const Language& language);
Script pytorch(const OptimizerStateResult& result, const Language& language);
Script pytorch(const ActivationResult& result, const Language& language);
Script pytorch(const AccumulationResult& result, const Language& language);
/// Nothing for segments by hand that are too many to be written in a line or two.
std::optional<Script> pytorch(const CheckpointingResult& result, const Language& language);
Script pytorch(const BudgetResult& result, const Language& language);
Script pytorch(const LeversResult& result, const Language& language);

/// What a script keeps to.
inline constexpr int script_lines = 15, script_columns = 88;

}  // namespace tally
