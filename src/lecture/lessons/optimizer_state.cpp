// Lesson 2: the state that an optimizer makes at its first step, and why memory runs out in
// iteration 2.
#include "experiments/optimizer_state.h"

#include <algorithm>
#include <array>

#include "core/check.h"
#include "engine/engine.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lesson.h"
#include "lecture/lessons/optimizers.h"
#include "lecture/lessons/shared.h"
#include "lecture/scripts.h"
#include "lecture/strings.h"
#include "lecture/text.h"
#include "lecture/timeline.h"

namespace tally {
namespace {

struct OptimizerStateLesson {
  static constexpr std::string_view id = "optimizer_state";
  static constexpr int number = 2;
  static constexpr TextKey title = [](const Strings& s) { return s.optimizer_state.title; };

  static constexpr std::array<Parameter, 5> parameters{{
      {.key = "steps",
       .kind = ParameterKind::integer,
       .label = [](const Strings& s) { return s.optimizer_state.steps; },
       .help = [](const Strings& s) { return s.optimizer_state.steps_help; },
       .unit = Unit::steps,
       .min = 0,
       .max = 100,
       .default_text = "1",
       .control = Control::button},
      {.key = "optimizer",
       .kind = ParameterKind::choice,
       .label = [](const Strings& s) { return s.common.optimizer; },
       .help = [](const Strings& s) { return s.common.optimizer_help; },
       .default_text = "adamw",
       .choices = optimizer_names},
      layers_parameter(64, "4"),
      width_parameter(1, 16'384, "256"),
      batch_parameter(1, 65'536, "8"),
  }};

  static OptimizerStateResult run(const Values& values, Progress& progress) {
    return run_optimizer_state(Engine(Device::cpu),
                               {.optimizer = *find_optimizer_choice(values.choice("optimizer")),
                                .layers = values.integer("layers"),
                                .width = values.integer("width"),
                                .batch = values.integer("batch"),
                                .steps = values.integer("steps")},
                               progress);
  }

  static Presentation present(const OptimizerStateResult& result, const Language& language);
};

double ratio(Bytes state, const OptimizerStateResult& result) {
  return static_cast<double>(state.count) / static_cast<double>(result.parameter_bytes.count);
}

Bytes state_now(const OptimizerStateResult& result) {
  return result.state_after[static_cast<std::size_t>(result.settings.steps)];
}

/// "4 × (262,144 B + 262,144 B + 4 B)": every state tensor of every parameter tensor.
std::string state_expression(const StateOfChoice& choice, const OptimizerStateResult& result,
                             const Language& language) {
  if (choice.tensors.empty()) return std::string(language.strings->formulas.no_state_kept);
  std::string names, each;
  for (const StateTensor& tensor : choice.tensors) {
    names += (names.empty() ? "" : " + ") + std::string(tensor.name);
    each += (each.empty() ? "" : " + ") + expression(tensor.shape, tensor.dtype);
  }
  return expression("L × (", names, ") = ", result.settings.layers, " × (", each, ")");
}

const StateOfChoice& chosen(const OptimizerStateResult& result) {
  for (const StateOfChoice& choice : result.choices)
    if (choice.optimizer.id == result.settings.optimizer.id) return choice;
  fail("[optimizer_state] the chosen optimizer was not executed");
}

/// The parameters as the network is made: "4 × 256 × 256".
std::string parameters_expression(const OptimizerStateResult& result, std::string_view times = "") {
  const OptimizerStateSettings& s = result.settings;
  return expression("L × D × D", times, " = ", s.layers, " × ", s.width, " × ", s.width, times);
}

Cell ratio_cell(Bytes state, const OptimizerStateResult& result) {
  return with_formula(cell(ratio(state, result), multiple_text(ratio(state, result))),
                      expression(state, " / ", result.parameter_bytes));
}

std::string steps_text(std::int64_t steps, const Language& language) {
  return quantity(steps, Unit::steps, language);
}

std::string sentence(const OptimizerStateResult& result, const Language& language) {
  const OptimizerStateStrings& words = language.strings->optimizer_state;
  const Bytes state = state_now(result);
  const std::string_view text = result.settings.steps == 0 ? words.sentence_before.utf8
                                : state.count == 0         ? words.sentence_none.utf8
                                                           : words.sentence_after.utf8;
  return fill(text, {{"optimizer", std::string(name_of(result.settings.optimizer, language))},
                     {"parameters", grouped(result.parameters)},
                     {"parameter_bytes", bytes_text(result.parameter_bytes)},
                     {"steps", steps_text(result.settings.steps, language)},
                     {"state", bytes_text(state)},
                     {"ratio", fixed(ratio(state, result), 2)}});
}

const PhaseEnd& phase_of(const OptimizerStateResult& result, std::int64_t iteration, Phase phase) {
  for (const PhaseEnd& end : result.phases)
    if (end.iteration == iteration && end.phase == phase) return end;
  fail("[optimizer_state] a phase was not recorded");
}

Bytes iteration_peak(const OptimizerStateResult& result, std::int64_t iteration) {
  Bytes peak;
  for (const PhaseEnd& end : result.phases)
    if (end.iteration == iteration) peak = std::max(peak, end.total_at_peak());
  return peak;
}

std::vector<std::string> notes(const OptimizerStateResult& result, const Language& language) {
  const OptimizerStateStrings& words = language.strings->optimizer_state;
  std::vector<std::string> notes;
  const Bytes first = phase_of(result, 1, Phase::backward).total_at_peak();
  const Bytes second = phase_of(result, 2, Phase::backward).total_at_peak();
  const std::string name(name_of(result.settings.optimizer, language));
  notes.push_back(fill(first == second ? words.second_iteration_equal : words.second_iteration_note,
                       {{"optimizer", name},
                        {"first", bytes_text(first)},
                        {"second", bytes_text(second)},
                        {"difference", bytes_text(second - first)}}));
  const Bytes whole_first = iteration_peak(result, 1), whole_second = iteration_peak(result, 2);
  if (whole_second > whole_first)
    notes.push_back(fill(words.second_binds, {{"first", bytes_text(whole_first)},
                                              {"second", bytes_text(whole_second)}}));
  else if (second > first)
    notes.push_back(fill(words.step_binds, {{"peak", bytes_text(whole_second)}}));
  for (const StateTensor& tensor : result.tensors)
    if (tensor.shape.empty())
      notes.push_back(fill(words.counters_note, {{"tensors", grouped(result.parameter_tensors)},
                                                 {"bytes", bytes_text(tensor.bytes_of_all)}}));
  notes.emplace_back(words.lazy_note);
  notes.push_back(device_note(result.computed, Dtype::float32, language));
  return notes;
}

Table bytes_table(const OptimizerStateResult& result, const Language& language) {
  const OptimizerStateStrings& words = language.strings->optimizer_state;
  Table table{.id = "bytes",
              .caption = std::string(words.bytes_caption),
              .source = std::string(language.strings->sources.optimizer_bytes)};
  table.columns = {
      column("when", language.strings->common.phase_column),
      column("parameters", language.strings->common.parameters_column),
      column("parameter_bytes", label(MemoryCategory::parameter, language), Unit::bytes, language),
      column("state", words.state_column, Unit::bytes, language),
      column("ratio", words.ratio_column, Unit::multiple, language)};
  const auto row = [&](std::int64_t steps) {
    const Bytes state = result.state_after[static_cast<std::size_t>(steps)];
    const std::string when =
        steps == 0 ? std::string(words.before_first_step)
                   : fill(words.after_steps, {{"steps", steps_text(steps, language)}});
    if (steps == result.settings.steps)
      table.marked_row = static_cast<std::int64_t>(table.rows.size());
    table.rows.push_back(
        {cell(when), with_formula(cell(result.parameters), parameters_expression(result)),
         with_formula(cell(result.parameter_bytes), parameters_expression(result, " × 4 B"), "B"),
         with_formula(cell(state),
                      steps == 0 ? std::string(language.strings->formulas.no_state)
                                 : state_expression(chosen(result), result, language),
                      "B"),
         ratio_cell(state, result)});
    table.row_ids.push_back(steps == 0 ? "before" : "after_" + std::to_string(steps));
  };
  row(0);
  row(1);
  if (result.settings.steps > 1) row(result.settings.steps);
  return table;
}

Table tensors_table(const OptimizerStateResult& result, const Language& language) {
  const OptimizerStateStrings& words = language.strings->optimizer_state;
  const CommonStrings& common = language.strings->common;
  const std::int64_t steps = result.settings.steps;
  Table table{
      .id = "state",
      .caption = steps == 0 ? std::string(words.tensors_caption_before)
                            : fill(words.tensors_caption, {{"steps", steps_text(steps, language)}}),
      .source = std::string(language.strings->sources.optimizer_tensors)};
  table.columns = {
      column("name", common.name_column),
      column("shape", common.shape_column),
      column("dtype", common.dtype_column),
      column("bytes", common.bytes_column, Unit::bytes, language),
      column("all",
             fill(words.all_tensors_column, {{"tensors", grouped(result.parameter_tensors)}}),
             Unit::bytes, language),
      column("value", common.value_column)};
  for (const StateTensor& tensor : result.tensors) {
    const std::string size = expression(tensor.shape, tensor.dtype);
    const bool counted = tensor.shape.empty() && result.computed;
    table.rows.push_back({cell(tensor.name), cell(tensor.shape), cell(tensor.dtype),
                          with_formula(cell(tensor.bytes), size, "B"),
                          with_formula(cell(tensor.bytes_of_all),
                                       expression(result.settings.layers, " × ", size), "B"),
                          counted
                              ? with_formula(cell(result.step_count, 0), expression(steps, " × 1"))
                              : no_cell()});
    table.row_ids.emplace_back(tensor.name);
  }
  return table;
}

Table choices_table(const OptimizerStateResult& result, const Language& language) {
  const OptimizerStateStrings& words = language.strings->optimizer_state;
  Table table{.id = "optimizers",
              .caption = std::string(words.choices_caption),
              .source = std::string(language.strings->sources.optimizer_choices)};
  table.columns = {column("optimizer", language.strings->common.optimizer),
                   column("state", words.state_column, Unit::bytes, language),
                   column("ratio", words.ratio_column, Unit::multiple, language)};
  for (const StateOfChoice& choice : result.choices) {
    if (choice.optimizer.id == result.settings.optimizer.id)
      table.marked_row = static_cast<std::int64_t>(table.rows.size());
    table.rows.push_back(
        {cell(name_of(choice.optimizer, language)),
         with_formula(cell(choice.state), state_expression(choice, result, language), "B"),
         ratio_cell(choice.state, result)});
    table.row_ids.emplace_back(choice.optimizer.id);
  }
  return table;
}

std::string phase_name(const PhaseEnd& end, const Language& language) {
  return fill(
      language.strings->optimizer_state.end_of_phase,
      {{"iteration", grouped(end.iteration)}, {"phase", std::string(label(end.phase, language))}});
}

/// Closed forms for what stays; the rest was counted.
std::string at_end_expression(const OptimizerStateResult& result, const PhaseEnd& end,
                              std::size_t c, const Language& language) {
  const OptimizerStateSettings& s = result.settings;
  const bool there = end.at_end[c].count != 0;
  switch (static_cast<MemoryCategory>(c)) {
    case MemoryCategory::parameter:
      return parameters_expression(result, " × 4 B");
    case MemoryCategory::gradient:
      if (there) return parameters_expression(result, " × 4 B");
      break;
    case MemoryCategory::optimizer_state:
      if (there) return state_expression(chosen(result), result, language);
      break;
    case MemoryCategory::input:
      if (there) return expression("B × D × 4 B = ", s.batch, " × ", s.width, " × 4 B");
      break;
    default:
      break;
  }
  return std::string(language.strings->formulas.at_phase_end);
}

Table phases_table(const OptimizerStateResult& result, const Language& language) {
  const OptimizerStateStrings& words = language.strings->optimizer_state;
  const CommonStrings& common = language.strings->common;
  std::vector<std::size_t> seen;  // the categories that appear
  for (std::size_t c = 0; c < memory_category_count; ++c)
    for (const PhaseEnd& end : result.phases)
      if (end.at_end[c].count != 0) {
        seen.push_back(c);
        break;
      }
  Table table{.id = "phases",
              .caption = std::string(words.phases_caption),
              .source = std::string(language.strings->sources.optimizer_phases)};
  table.columns = {column("iteration", words.iteration_column),
                   column("phase", common.phase_column)};
  for (const std::size_t c : seen) {
    const auto category = static_cast<MemoryCategory>(c);
    table.columns.push_back(column(id(category), label(category, language), Unit::bytes, language));
  }
  table.columns.push_back(column("total", common.total_column, Unit::bytes, language));
  table.columns.push_back(column("peak", words.at_peak_column, Unit::bytes, language));
  for (const PhaseEnd& end : result.phases) {
    const FormulaStrings& formulas = language.strings->formulas;
    std::vector<Cell> cells{with_formula(cell(end.iteration), words.iteration_column),
                            cell(label(end.phase, language))};
    std::vector<Bytes> terms;
    for (const std::size_t c : seen) {
      terms.push_back(end.at_end[c]);
      cells.push_back(
          with_formula(cell(end.at_end[c]), at_end_expression(result, end, c, language), "B"));
    }
    cells.push_back(with_formula(cell(end.total_at_end()), sum_of(terms), "B"));
    cells.push_back(with_formula(cell(end.total_at_peak()), formulas.within_phase, "B"));
    table.rows.push_back(std::move(cells));
    table.row_ids.push_back(std::string(id(end.phase)) + "_" + std::to_string(end.iteration));
  }
  return table;
}

Plot phases_plot(const OptimizerStateResult& result, const Language& language) {
  const OptimizerStateStrings& words = language.strings->optimizer_state;
  std::vector<std::string> names;
  std::vector<BytesByCategory> stacks;
  for (const PhaseEnd& end : result.phases) {
    names.push_back(phase_name(end, language));
    stacks.push_back(end.at_end);
  }
  return {.id = "phases",
          .caption = std::string(words.phases_caption),
          .x = axis(words.phase_axis, std::move(names)),
          .y = axis(language.strings->common.live_bytes_axis, Unit::bytes, language),
          .series = stacked_bars(stacks, 1, language),
          .marks = {}};
}

Presentation OptimizerStateLesson::present(const OptimizerStateResult& result,
                                           const Language& language) {
  Presentation shown{.sentence = sentence(result, language),
                     .notes = notes(result, language),
                     .plots = {phases_plot(result, language)},
                     .timeline = {},
                     .tables = {bytes_table(result, language), tensors_table(result, language),
                                phases_table(result, language), choices_table(result, language)},
                     .pytorch = pytorch(result, language)};
  const TimelineStrings& words = language.strings->timeline;
  const Bytes state = result.state_after[1];
  add_timeline(shown, result.timeline, "iterations",
               fill(state.count == 0 ? words.no_state : words.state,
                    {{"optimizer", std::string(name_of(result.settings.optimizer, language))},
                     {"state", bytes_text(state)}}),
               language);
  return shown;
}

}  // namespace

extern const Lesson optimizer_state_lesson;
const Lesson optimizer_state_lesson = lesson<OptimizerStateLesson>();

}  // namespace tally
