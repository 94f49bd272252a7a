#include "experiments/recipes.h"

#include "engine/engine.h"
#include "experiments/recipes_run.h"

namespace tally {

template RecipesResult run_recipes(const Engine&, const RecipesSettings&, Progress&);

}  // namespace tally
