// Lesson 3: how many bytes a forward pass saves for backward, and what they depend on.
#include "experiments/activation.h"

#include <array>

#include "engine/engine.h"
#include "experiments/training_step.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lesson.h"
#include "lecture/lessons/activation_parts.h"
#include "lecture/lessons/shared.h"
#include "lecture/scripts.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "lecture/timeline.h"

namespace tally {
namespace {

using namespace activation;
using S = Strings;

constexpr std::array<Choice, 3> modes{{
    {"train", [](const S& s) { return s.activation.mode_train; }},
    {"no_grad", [](const S& s) { return s.activation.mode_no_grad; }},
    {"eval", [](const S& s) { return s.activation.mode_eval; }},
}};
constexpr std::array<Choice, 2> dtypes{{
    {"float32", [](const S&) -> Str { return "float32"; }},
    {"bfloat16", [](const S&) -> Str { return "bfloat16"; }},
}};

struct ActivationLesson {
  static constexpr std::string_view id = "activation";
  static constexpr int number = 3;
  static constexpr TextKey title = [](const S& s) { return s.activation.title; };

  static constexpr std::array<Parameter, 9> parameters{{
      layers_parameter(64, "8"),
      batch_parameter(1, 4096, "32"),
      {.key = "sequence",
       .kind = ParameterKind::integer,
       .label = [](const S& s) { return s.activation.sequence; },
       .help = [](const S& s) { return s.activation.sequence_help; },
       .unit = Unit::tokens,
       .min = 1,
       .max = 8192,
       .scale = Scale::log2,
       .default_text = "1"},
      width_parameter(8, 8192, "512"),
      {.key = "function",
       .kind = ParameterKind::choice,
       .label = [](const S& s) { return s.activation.function; },
       .help = [](const S& s) { return s.activation.function_help; },
       .default_text = "relu",
       .choices = functions},
      {.key = "frozen",
       .kind = ParameterKind::integer,
       .label = [](const S& s) { return s.activation.frozen; },
       .help = [](const S& s) { return s.activation.frozen_help; },
       .unit = Unit::layers,
       .min = 0,
       .max = 64,
       .default_text = "0"},
      {.key = "frozen_layers",
       .kind = ParameterKind::integers,
       .label = [](const S& s) { return s.activation.frozen_layers; },
       .help = [](const S& s) { return s.activation.frozen_layers_help; },
       .min = 1,
       .max = 64,
       .default_text = ""},
      {.key = "mode",
       .kind = ParameterKind::choice,
       .label = [](const S& s) { return s.activation.mode; },
       .help = [](const S& s) { return s.activation.mode_help; },
       .default_text = "train",
       .choices = modes},
      {.key = "dtype",
       .kind = ParameterKind::choice,
       .label = [](const S& s) { return s.activation.dtype; },
       .help = [](const S& s) { return s.activation.dtype_help; },
       .default_text = "float32",
       .choices = dtypes},
  }};

  static std::vector<Issue> validate(const Values& values, const Language& language) {
    const std::int64_t layers = values.integer("layers");
    if (const std::int64_t frozen = values.integer("frozen"); frozen > layers)
      return {{"frozen", fill(language.strings->activation.too_many_frozen,
                              {{"frozen", grouped(frozen)}, {"layers", grouped(layers)}})}};
    for (const std::int64_t layer : values.integers("frozen_layers"))
      if (layer > layers)
        return {{"frozen_layers", fill(language.strings->activation.no_such_layer,
                                       {{"layer", grouped(layer)}, {"layers", grouped(layers)}})}};
    return {};
  }

  struct Result {
    ActivationResult run;
    TrainingStepResult step;
  };

  static Result run(const Values& values, Progress& progress) {
    const std::string& mode = values.choice("mode");
    const ActivationSettings settings{.layers = values.integer("layers"),
                                      .batch = values.integer("batch"),
                                      .sequence = values.integer("sequence"),
                                      .width = values.integer("width"),
                                      .function = *find_activation(values.choice("function")),
                                      .frozen = values.integer("frozen"),
                                      .frozen_layers = values.integers("frozen_layers"),
                                      .mode = mode == "train"     ? ForwardMode::train
                                              : mode == "no_grad" ? ForwardMode::no_grad
                                                                  : ForwardMode::eval,
                                      .dtype = *find_dtype(values.choice("dtype"))};
    return {run_activation(Engine(), settings, progress), step_of(settings)};
  }

  static Presentation present(const Result& shown_result, const Language& language) {
    const ActivationResult& result = shown_result.run;
    Presentation shown;
    shown.sentence = sentence(result, language);
    shown.notes = notes(result, language);
    shown.plots = {over_layers(result, language), over_batch(result, language)};
    shown.tables = tables(result, language);
    shown.tables.insert(shown.tables.end() - 1, step_table(shown_result.step.recording, language));
    shown.pytorch = pytorch(result, language);
    add_step(shown, shown_result, language);
    return shown;
  }

 private:
  /// The same forward pass, and the backward that it is for.
  static TrainingStepResult step_of(const ActivationSettings& settings) {
    TrainingStepSettings step{
        .layers = settings.layers,
        .width = settings.width,
        .batch = settings.batch,
        .sequence = settings.sequence,
        .function = settings.function,
        .grad = settings.mode != ForwardMode::no_grad,
        .optimizer = {},
        .recipe = *find_recipe(settings.dtype == Dtype::bfloat16 ? "bf16_stock" : "fp32")};
    for (std::int64_t layer = 1; layer <= settings.layers; ++layer)
      step.frozen.push_back(settings.is_frozen(layer));
    return run_training_step(Engine(), step);
  }

  /// The timeline: without what stays, where that would hide the triangle.
  static void add_step(Presentation& shown, const Result& result, const Language& language) {
    const TimelineStrings& words = language.strings->timeline;
    const Recording& recording = result.step.recording;
    const TimelineBands bands = telling_bands(recording);
    const Bytes saved = result.run.yours.saved;
    std::string caption = saved.count == 0 ? std::string(words.no_triangle)
                                           : fill(words.triangle, {{"saved", bytes_text(saved)}});
    if (bands == TimelineBands::moving)
      caption =
          join_sentences(std::move(caption),
                         fill(words.moving, {{"stays", bytes_text(result.run.yours.parameters)}}));
    add_timeline(shown, recording, "step", std::move(caption), language, bands);
  }

  static std::string sentence(const ActivationResult& result, const Language& language) {
    const ActivationStrings& words = language.strings->activation;
    const ActivationSettings& s = result.settings;
    if (!result.crossing)
      return fill(
          words.sentence_nothing,
          {{"reason", std::string(s.mode == ForwardMode::no_grad ? words.reason_no_grad.utf8
                                                                 : words.reason_frozen.utf8)}});
    return fill(words.sentence, {{"layers", quantity(s.layers, Unit::layers, language)},
                                 {"tokens", quantity(s.tokens(), Unit::tokens, language)},
                                 {"width", grouped(s.width)},
                                 {"function", std::string(function_name(s.function, language))},
                                 {"saved", bytes_text(result.yours.saved)},
                                 {"units", grouped(saved_units(s))},
                                 {"unit", bytes_text(activation_unit(s))},
                                 {"parameters", bytes_text(result.yours.parameters)},
                                 {"limit", grouped(result.crossing->up_to.tokens)},
                                 {"formula", crossing_formula(result)}});
  }

  static std::vector<std::string> notes(const ActivationResult& result, const Language& language) {
    const ActivationStrings& words = language.strings->activation;
    const ActivationSettings& s = result.settings;
    std::vector<std::string> list{device_note(result.yours.computed, s.dtype, language),
                                  std::string(words.note_scope)};
    const bool keeps_input = s.function == Activation::gelu || s.function == Activation::silu;
    std::int64_t first = 1, frozen = 0;
    for (std::int64_t layer = 1; layer <= s.layers; ++layer) frozen += s.is_frozen(layer) ? 1 : 0;
    while (first <= s.layers && s.is_frozen(first)) ++first;
    const Str& all_trained = keeps_input ? words.note_input : words.note_result;
    const Str& some_frozen = keeps_input ? words.note_input_frozen : words.note_result_frozen;
    if (result.crossing)
      list.push_back(fill(frozen > 0 ? some_frozen : all_trained,
                          {{"function", std::string(function_name(s.function, language))},
                           {"units", grouped(saved_units(s))}}));
    if (frozen > 0 && result.crossing)
      list.push_back(fill(words.note_frozen, {{"first", grouped(first)}}));
    if (s.mode == ForwardMode::eval) list.emplace_back(words.note_eval);
    if (s.mode == ForwardMode::no_grad) list.emplace_back(words.note_no_grad);
    if (s.sequence > 1)
      list.push_back(fill(words.note_sequence, {{"batch", grouped(s.batch)},
                                                {"sequence", grouped(s.sequence)},
                                                {"tokens", grouped(s.tokens())}}));
    if (s.dtype == Dtype::bfloat16) list.emplace_back(words.note_bfloat16);
    list.emplace_back(words.note_sweep);
    list.emplace_back(words.note_real_models);
    return list;
  }

  /// What all plots show: measured points on the formula's line, the parameters, the reader's
  /// point.
  template <class X>
  static Plot plot(std::string plot_id, std::string_view caption, Axis x,
                   const std::vector<ActivationPoint>& points, const ActivationPoint& yours,
                   const Language& language, X&& x_of) {
    const CommonStrings& common = language.strings->common;
    Series formula{"formula", std::string(common.formula), "formula", SeriesKind::line, {}, {}};
    Series weights{"parameters", std::string(language.strings->activation.parameters_series),
                   "parameter",  SeriesKind::line,
                   {},           {}};
    Series measured{"measured", std::string(common.measured), "measured", SeriesKind::points, {},
                    {}};
    for (const ActivationPoint& point : points) {
      for (Series* series : {&formula, &weights, &measured}) series->x.push_back(x_of(point));
      formula.y.push_back(static_cast<double>(point.formula.count));
      weights.y.push_back(static_cast<double>(point.parameters.count));
      measured.y.push_back(static_cast<double>(point.saved.count));
    }
    Series own{"yours",       std::string(language.strings->ui.yours), "yours", SeriesKind::points,
               {x_of(yours)}, {static_cast<double>(yours.saved.count)}};
    return {std::move(plot_id),
            std::string(caption),
            std::move(x),
            axis(common.memory_axis, Unit::bytes, language),
            {std::move(weights), std::move(formula), std::move(measured), std::move(own)},
            {}};
  }

  static Plot over_layers(const ActivationResult& result, const Language& language) {
    return plot("over_layers", language.strings->activation.over_layers,
                axis(language.strings->common.layers, Unit::layers, language), result.over_layers,
                result.yours, language,
                [](const ActivationPoint& point) { return static_cast<double>(point.layers); });
  }

  static Plot over_batch(const ActivationResult& result, const Language& language) {
    Plot shown = plot("over_batch", language.strings->activation.over_batch,
                      axis(language.strings->common.batch, Unit::samples, language),
                      result.over_batch, result.yours, language, [](const ActivationPoint& point) {
                        return static_cast<double>(point.batch);
                      });
    if (!result.crossing) return shown;
    const double batch = result.crossing->tokens / static_cast<double>(result.settings.sequence);
    if (batch <= shown.series.front().x.back())
      shown.marks.push_back(
          {Mark::Along::x, batch,
           fill(language.strings->activation.crossing_mark, {{"batch", equals(batch)}}), "limit"});
    return shown;
  }
};

}  // namespace

extern const Lesson activation_lesson;
const Lesson activation_lesson = lesson<ActivationLesson>();

}  // namespace tally
