#include "experiments/budget.h"

#include "engine/engine.h"
#include "experiments/budget_run.h"

namespace tally {

template BudgetResult run_budget(const Engine&, const BudgetSettings&, Progress&);

}  // namespace tally
