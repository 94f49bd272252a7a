#include "lecture/lessons/scaled_steps.h"

#include "engine/engine.h"
#include "lecture/format.h"
#include "lecture/lessons/setups.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "lecture/timeline.h"

namespace tally {

TrainingStepResult flat_step() {
  const NetworkSize network = network_of(7'000'000'000);
  return run_training_step(Engine(Device::meta), {.layers = network.layers,
                                                  .width = network.width,
                                                  .batch = 1,
                                                  .recipe = *find_recipe("bf16_master_weights"),
                                                  .warm_up = 1,
                                                  .keep_gradients = true});
}

void add_flat_step(Presentation& shown, const TrainingStepResult& step, const Language& language) {
  add_timeline(shown, step.recording, "step",
               fill(language.strings->timeline.flat,
                    {{"size", compact(static_cast<double>(step.parameters), 2)},
                     {"layers", grouped(step.settings.layers)},
                     {"width", grouped(step.settings.width)},
                     {"states", gigabytes_text(begin_bytes(step.recording))}}),
               language);
}

TrainingStepResult whole_step(const BudgetResult& run) {
  const NetworkSize network = network_of(run.settings.parameters);
  return run_training_step(Engine(Device::meta), {.layers = network.layers,
                                                  .width = network.width,
                                                  .batch = 1,
                                                  .sequence = step_tokens,
                                                  .recipe = run.settings.recipe,
                                                  .warm_up = 1,
                                                  .sharding = run.settings.sharding,
                                                  .gpus = run.yours.gpus.value_or(1)});
}

void add_whole_step(Presentation& shown, const TrainingStepResult& step, bool fits,
                    const Language& language) {
  const TrainingStepSettings& settings = step.settings;
  const TimelineStrings& words = language.strings->timeline;
  const Str& caption = !fits                ? words.whole_never
                       : settings.gpus == 1 ? words.whole
                                            : words.whole_shared;
  add_timeline(shown, step.recording, "step",
               fill(caption, {{"size", compact(static_cast<double>(step.parameters))},
                              {"layers", grouped(settings.layers)},
                              {"width", grouped(settings.width)},
                              {"tokens", quantity(settings.sequence, Unit::tokens, language)},
                              {"recipe", std::string(words_of(settings.recipe.id, language).name)},
                              {"sharding", std::string(label(settings.sharding, language))},
                              {"gpus", quantity(settings.gpus, Unit::gpus, language)}}),
               language);
}

}  // namespace tally
