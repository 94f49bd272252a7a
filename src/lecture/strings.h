// Every string of the lecture, in groups: one for each lesson, in a header of its own (strings/).
// Each language fills them all (languages/zh.h, languages/en.h).
#pragma once

#include "lecture/strings/accumulation.h"
#include "lecture/strings/activation.h"
#include "lecture/strings/budget.h"
#include "lecture/strings/categories.h"
#include "lecture/strings/checkpointing.h"
#include "lecture/strings/cli.h"
#include "lecture/strings/common.h"
#include "lecture/strings/formats.h"
#include "lecture/strings/formulas.h"
#include "lecture/strings/levers.h"
#include "lecture/strings/messages.h"
#include "lecture/strings/optimizer_state.h"
#include "lecture/strings/questions.h"
#include "lecture/strings/recipes.h"
#include "lecture/strings/scripts.h"
#include "lecture/strings/setups.h"
#include "lecture/strings/timeline.h"
#include "lecture/strings/ui.h"
#include "lecture/strings/units.h"

namespace tally {

struct Strings {
  UiStrings ui;
  MessageStrings messages;
  UnitStrings units;
  CategoryStrings categories;
  PhaseStrings phases;
  CliStrings cli;
  FormatStrings formats;
  CommonStrings common;
  TimelineStrings timeline;
  ScriptStrings scripts;
  FormulaStrings formulas;
  SourceStrings sources;
  QuestionStrings questions;
  SetupStrings setups;
  RecipesStrings recipes;
  OptimizerStateStrings optimizer_state;
  ActivationStrings activation;
  AccumulationStrings accumulation;
  CheckpointingStrings checkpointing;
  BudgetStrings budget;
  LeversStrings levers;
};

}  // namespace tally
