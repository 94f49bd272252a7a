#include "measure/experiments.h"
#include "measure/vocabulary.h"
// The templates after the ops that they call.
#include "experiments/budget_run.h"
#include "experiments/levers_run.h"
#include "experiments/optimizer_state_run.h"
#include "experiments/recipes_run.h"
#include "experiments/training_step_run.h"

namespace tally {

template OptimizerStateResult run_optimizer_state(const measure::TorchEngine&,
                                                  const OptimizerStateSettings&, Progress&);
template RecipesResult run_recipes(const measure::TorchEngine&, const RecipesSettings&, Progress&);
template BudgetResult run_budget(const measure::TorchEngine&, const BudgetSettings&, Progress&);
template TrainingStepResult run_training_step(const measure::TorchEngine&,
                                              const TrainingStepSettings&);
template LeversResult run_levers(const measure::TorchEngine&, const LeversSettings&, Progress&);

}  // namespace tally
