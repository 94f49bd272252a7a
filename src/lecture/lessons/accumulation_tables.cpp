// The tables of lesson 4.
#include <cmath>
#include <utility>

#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lessons/accumulation_parts.h"
#include "lecture/text.h"

namespace tally::accumulation {

double relative_difference(const AccumulationResult& result) {
  if (result.largest_difference == 0) return 0;  // also where every gradient is 0
  return result.largest_difference / result.largest_gradient;
}

double ratio(const AccumulationResult& result) {
  return static_cast<double>(result.saved_large.count) /
         static_cast<double>(result.saved_small.count);
}

std::string factor_text(double factor) {
  return std::isfinite(factor) ? multiple_text(factor) : no_cell().text;
}

namespace {

Cell number_cell(double value, std::string text, std::string_view how) {
  return std::isfinite(value) ? with_formula(cell(value, std::move(text)), how) : no_cell();
}

/// "largest of 131 instants: 262,144 + 65,536 B": the categories that are live at the peak.
std::string peak_expression(const LiveSample& peak, std::size_t instants,
                            const Language& language) {
  return fill(
      language.strings->formulas.instants,
      {{"count", grouped(static_cast<std::int64_t>(instants))}, {"sum", sum_of(peak.by_category)}});
}

/// What one pass over so many samples saves: the input, L results of ReLU, and the difference.
std::string saved_expression(const AccumulationSettings& s, std::int64_t samples) {
  return expression(samples == s.batch ? "(L + 2) × B" : "(L + 2) × ceil(B / M)", " × D × 4 B = (",
                    s.layers, " + 2) × ", samples, " × ", s.width, " × 4 B");
}

/// The samples in each part that chunk makes, but the last: "ceil(64 / 4)".
std::string part_expression(const AccumulationSettings& s) {
  return expression("ceil(", s.batch, " / ", s.micro_batches, ")");
}

std::string parameters_expression(const AccumulationSettings& s) {
  return expression(s.layers, " × ", s.width, " × ", s.width);
}

Table bytes_table(const AccumulationResult& result, const Language& language) {
  const AccumulationStrings& words = words_of(language);
  Table table{"bytes", std::string(words.bytes_caption)};
  table.columns = {column("pass", words.pass_column),
                   column("samples", words.samples_column, Unit::samples, language),
                   column("saved_bytes", words.saved_column, Unit::bytes, language),
                   column("ratio", words.ratio_column),
                   column("gradient_bytes", words.retained_column, Unit::bytes, language),
                   column("peak_bytes", words.peak_column, Unit::bytes, language)};
  table.row_ids = {"large", "small"};
  const AccumulationSettings& s = result.settings;
  const auto row = [&](Str label, Cell samples, Bytes saved, std::int64_t count, double times,
                       Cell gradients, const LiveSample& peak, std::size_t instants) {
    table.rows.push_back(
        {cell(label), std::move(samples),
         with_formula(cell(saved), saved_expression(s, count), "B"),
         with_formula(cell(times, 2), expression(result.saved_large, " / ", saved)),
         std::move(gradients),
         with_formula(cell(peak.total), peak_expression(peak, instants, language), "B")});
  };
  row(words.large_row, with_formula(cell(s.batch), "B"), result.saved_large, s.batch, 1, no_cell(),
      result.at_peak_large, result.instants_large);
  row(words.small_row,
      with_formula(cell(result.sizes.front()), "ceil(B / M) = " + part_expression(s)),
      result.saved_small, result.sizes.front(), ratio(result),
      with_formula(cell(result.gradients),
                   "L × D × D × 4 B = " + parameters_expression(s) + " × 4 B", "B"),
      result.at_peak_small, result.timeline.events.size());
  table.source = language.strings->sources.accumulation_bytes;
  return table;
}

Table gradients_table(const AccumulationResult& result, const Language& language) {
  const AccumulationStrings& words = words_of(language);
  Table table{"gradients",
              fill(words.gradients_caption, {{"step", std::to_string(result.shown_step + 1)}})};
  table.columns = {column("quantity", language.strings->common.quantity_column),
                   column("value", language.strings->common.value_column)};
  table.source = language.strings->sources.accumulation_gradients;
  const FormulaStrings& formulas = language.strings->formulas;
  const auto add = [&](std::string row, Str label, double value, std::string text,
                       std::string_view how) {
    table.row_ids.push_back(std::move(row));
    table.rows.push_back({cell(label), number_cell(value, std::move(text), how)});
  };
  const std::pair<std::string_view, std::string> count{
      "count", grouped(result.settings.layers * result.settings.width * result.settings.width)};
  add("largest_difference", words.difference_row, result.largest_difference,
      scientific(result.largest_difference, 2), fill(formulas.largest_difference, {count}));
  add("largest_gradient", words.gradient_row, result.largest_gradient,
      scientific(result.largest_gradient, 2), fill(formulas.largest_gradient, {count}));
  add("relative_difference", words.relative_row, relative_difference(result),
      scientific(relative_difference(result), 2),
      result.largest_difference == 0 ? "0"
                                     : scientific(result.largest_difference, 5) + " / " +
                                           scientific(result.largest_gradient, 5));
  add("factor", words.factor_row, result.gradient_factor, factor_text(result.gradient_factor),
      formulas.norm_gradient);
  return table;
}

Table micro_table(const AccumulationResult& result, const Language& language) {
  const AccumulationStrings& words = words_of(language);
  const AccumulationSettings& s = result.settings;
  Table table{"micro_batches", std::string(words.micro_caption)};
  table.source = language.strings->sources.accumulation_micro;
  table.columns = {column("index", words.index_column),
                   column("samples", words.samples_column, Unit::samples, language),
                   column("weight", words.weight_column), column("share", words.share_column)};
  for (std::size_t i = 0; i < result.sizes.size(); ++i) {
    const double share = static_cast<double>(result.sizes[i]) / static_cast<double>(s.batch);
    const double weight = result.weights[i];
    const auto number = static_cast<std::int64_t>(i + 1);
    const std::string part = part_expression(s);
    const std::string size =
        number < made(result) ? part : expression(s.batch, " − ", number - 1, " × ", part);
    const std::string of_batch = expression(result.sizes[i], " / ", s.batch);
    table.row_ids.push_back(std::to_string(i + 1));
    table.rows.push_back({with_formula(cell(number), words.index_column),
                          with_formula(cell(result.sizes[i]), size),
                          with_formula(cell(weight, significant(weight)),
                                       !s.divide_loss ? "1"
                                       : s.weighted   ? of_batch
                                                      : expression("1 / ", s.micro_batches)),
                          with_formula(cell(share, significant(share)), of_batch)});
  }
  return table;
}

Table mistakes_table(const AccumulationResult& result, const Language& language) {
  const AccumulationStrings& words = words_of(language);
  Table table{"mistakes", std::string(words.mistakes_caption)};
  table.source = language.strings->sources.accumulation_mistakes;
  table.columns = {column("mistake", words.mistake_column),
                   column("gradient_1", words.gradient_1),
                   column("sgd_1", words.sgd_1),
                   column("adamw_1", words.adamw_1),
                   column("gradient_2", words.gradient_2),
                   column("sgd_2", words.sgd_2),
                   column("adamw_2", words.adamw_2)};
  table.row_ids = {"right", "loss_not_divided", "zero_grad_forgotten", "both"};
  const AccumulationSettings& s = result.settings;
  const bool is_fewer = s.divide_loss && !s.weighted && made(result) != s.micro_batches;
  const std::string right = is_fewer ? fill(words.fewer_row, {{"asked", grouped(s.micro_batches)},
                                                              {"made", grouped(made(result))}})
                                     : std::string(words.right_row);
  const std::string_view labels[]{right, words.loss_row, words.zero_row, words.both_row};
  for (std::size_t i = 0; i < result.mistakes.size(); ++i) {
    std::vector<Cell> row{cell(labels[i])};
    const FormulaStrings& formulas = language.strings->formulas;
    for (const auto& step : result.mistakes[i].steps) {
      row.push_back(number_cell(step.gradient, factor_text(step.gradient), formulas.norm_gradient));
      for (const double factor : {step.sgd, step.adamw})
        row.push_back(number_cell(factor, factor_text(factor), formulas.norm_step));
    }
    table.rows.push_back(std::move(row));
  }
  table.marked_row = static_cast<std::int64_t>(result.own_mistake);
  return table;
}

Table times_table(const AccumulationResult& result, const Language& language) {
  const AccumulationStrings& words = words_of(language);
  Table table{"times", std::string(words.times_caption)};
  table.source = language.strings->sources.accumulation_times;
  table.columns = {column("pass", words.pass_column), column("passes", words.passes_column),
                   column("milliseconds", words.time_column, Unit::milliseconds, language),
                   column("multiple", words.multiple_column)};
  table.row_ids = {"large", "small"};
  const AccumulationSettings& s = result.settings;
  const auto row = [&](Str label, std::int64_t passes, std::string_view how, double seconds) {
    const double multiple = seconds / result.seconds_large;
    table.rows.push_back(
        {cell(label), with_formula(cell(passes), how),
         with_formula(
             cell(seconds * 1e3, significant(seconds * 1e3)),
             fill(language.strings->formulas.best_of, {{"runs", grouped(result.timed_runs)}}),
             "ms"),
         with_formula(cell(multiple, multiple_text(multiple)),
                      expression(seconds * 1e3, " / ", result.seconds_large * 1e3))});
  };
  row(words.large_row, 1, "1", result.seconds_large);
  row(words.small_row, made(result), expression("ceil(", s.batch, " / ", part_expression(s), ")"),
      result.seconds_small);
  return table;
}

}  // namespace

std::vector<Table> tables(const AccumulationResult& result, const Language& language) {
  std::vector<Table> list{bytes_table(result, language)};
  if (result.computed) {
    list.push_back(gradients_table(result, language));
    list.push_back(mistakes_table(result, language));
    list.push_back(times_table(result, language));
  }
  list.push_back(micro_table(result, language));
  return list;
}

}  // namespace tally::accumulation
