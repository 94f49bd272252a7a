// One language: one initialiser. A group or a string left out does not compile.
#pragma once

#include "lecture/languages/zh/accumulation.h"
#include "lecture/languages/zh/activation.h"
#include "lecture/languages/zh/budget.h"
#include "lecture/languages/zh/checkpointing.h"
#include "lecture/languages/zh/cli.h"
#include "lecture/languages/zh/formats.h"
#include "lecture/languages/zh/formulas.h"
#include "lecture/languages/zh/frame.h"
#include "lecture/languages/zh/levers.h"
#include "lecture/languages/zh/optimizer_state.h"
#include "lecture/languages/zh/questions.h"
#include "lecture/languages/zh/recipes.h"
#include "lecture/languages/zh/scripts.h"
#include "lecture/languages/zh/setups.h"
#include "lecture/languages/zh/timeline.h"
#include "lecture/strings.h"

namespace tally::zh {

inline constexpr Strings strings{
    .ui = ui,
    .messages = messages,
    .units = units,
    .categories = categories,
    .phases = phases,
    .cli = cli,
    .formats = formats,
    .common = common,
    .timeline = timeline,
    .scripts = scripts,
    .formulas = formulas,
    .sources = sources,
    .questions = questions,
    .setups = setups,
    .recipes = recipes,
    .optimizer_state = optimizer_state,
    .activation = activation,
    .accumulation = accumulation,
    .checkpointing = checkpointing,
    .budget = budget,
    .levers = levers,
};

}  // namespace tally::zh
