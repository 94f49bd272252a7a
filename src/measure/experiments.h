// The lecture's experiments on LibTorch: the templates of src/experiments, instantiated here.
#pragma once

#include "experiments/accumulation.h"
#include "experiments/activation.h"
#include "experiments/budget.h"
#include "experiments/checkpointing.h"
#include "experiments/levers.h"
#include "experiments/optimizer_state.h"
#include "experiments/recipes.h"
#include "experiments/training_step.h"
#include "measure/torch_engine.h"

namespace tally {

extern template ActivationResult run_activation(const measure::TorchEngine&,
                                                const ActivationSettings&, Progress&);
extern template AccumulationResult run_accumulation(const measure::TorchEngine&,
                                                    const AccumulationSettings&, Progress&);
extern template CheckpointingResult run_checkpointing(const measure::TorchEngine&,
                                                      const CheckpointingSettings&, Progress&);
extern template OptimizerStateResult run_optimizer_state(const measure::TorchEngine&,
                                                         const OptimizerStateSettings&, Progress&);
extern template RecipesResult run_recipes(const measure::TorchEngine&, const RecipesSettings&,
                                          Progress&);
extern template BudgetResult run_budget(const measure::TorchEngine&, const BudgetSettings&,
                                        Progress&);
extern template TrainingStepResult run_training_step(const measure::TorchEngine&,
                                                     const TrainingStepSettings&);
extern template LeversResult run_levers(const measure::TorchEngine&, const LeversSettings&,
                                        Progress&);

}  // namespace tally
