// One language: one initialiser. A group or a string left out does not compile.
#pragma once

#include "lecture/languages/en/accumulation.h"
#include "lecture/languages/en/activation.h"
#include "lecture/languages/en/budget.h"
#include "lecture/languages/en/checkpointing.h"
#include "lecture/languages/en/cli.h"
#include "lecture/languages/en/formats.h"
#include "lecture/languages/en/formulas.h"
#include "lecture/languages/en/frame.h"
#include "lecture/languages/en/levers.h"
#include "lecture/languages/en/optimizer_state.h"
#include "lecture/languages/en/questions.h"
#include "lecture/languages/en/recipes.h"
#include "lecture/languages/en/scripts.h"
#include "lecture/languages/en/setups.h"
#include "lecture/languages/en/timeline.h"
#include "lecture/strings.h"

namespace tally::en {

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

}  // namespace tally::en
