#pragma once

#include "lecture/strings/budget.h"

namespace tally::en {

inline constexpr BudgetStrings budget{
    .title = "How many GPUs does a model need?",
    .size = "Parameters P",
    .size_help = "How many parameters your model has, such as 7e9",
    .sentence =
        "{size} parameters ({count}) with {recipe} take {bytes} at {per_parameter} bytes each, and "
        "need at least {gpus} × {gpu} ({sharding}).",
    .sentence_never =
        "{size} parameters ({count}) with {recipe} take {bytes} at {per_parameter} bytes "
        "each; {sharding} keeps more on every GPU than one {gpu} holds, so no number of "
        "them is enough.",
    .round_note =
        "The numbers in names are round: {name70} has {count70} parameters and needs {gpus70} × "
        "{gpu}; {name405} has {count405} and needs {gpus405}.",
    .exact_note =
        "GPUs are counted in whole numbers: a model that fills them exactly needs no other, and "
        "one parameter more does.",
    .round_caption = "The lecture's five sizes: {recipe}, {gpu}, {sharding}",
    .model_column = "model",
    .memory_column = "memory",
    .exact_column = "exact bytes",
    .real_caption = "What models of these names really have",
    .yours = "your model",
    .never = "does not fit",
    .plot_caption =
        "Parameters, gradients and optimizer state over the number of parameters (log-log)",
    .size_axis = "parameters P",
    .memory_axis = "memory",
    .curve = "executed",
    .lecture = "the lecture's sizes",
    .real = "real counts",
    .gpus_of = "{gpus} × {gpu}",
};

}  // namespace tally::en
