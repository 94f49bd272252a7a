// The steps of real models that lessons 1 and 6 show, executed on meta: the first stroke of the
// lecture's picture, and the whole.
#pragma once

#include <cstdint>

#include "experiments/budget.h"
#include "experiments/training_step.h"
#include "lecture/language.h"
#include "lecture/presentation.h"

namespace tally {

/// The lecture's question: a 7B model in mixed precision on one GPU, with next to no activations.
TrainingStepResult flat_step();
void add_flat_step(Presentation& shown, const TrainingStepResult& step, const Language& language);

/// One sequence of this many tokens goes through the reader's model.
inline constexpr std::int64_t step_tokens = 2048;
/// One step of a network as large as the reader's model, on one of the GPUs that hold it; where
/// none do, on one that has all of it.
TrainingStepResult whole_step(const BudgetResult& run);
/// `fits`: some number of GPUs holds the model.
void add_whole_step(Presentation& shown, const TrainingStepResult& step, bool fits,
                    const Language& language);

}  // namespace tally
