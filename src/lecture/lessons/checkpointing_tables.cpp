// The tables of lesson 5.
#include <algorithm>
#include <cmath>
#include <utility>

#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lessons/checkpointing_parts.h"

namespace tally::checkpointing {

std::string lengths_text(const std::vector<std::int64_t>& lengths) {
  std::string text;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (i == 8 && lengths.size() > 16) {
      i = lengths.size() - 2;
      text += ", …";
    }
    text += (i ? ", " : "") + grouped(lengths[i]);
  }
  return text;
}

double multiple(const CheckpointingRun& run, Flops flops) {
  return static_cast<double>(flops.count) / static_cast<double>(run.forward.count);
}

std::string units_text(double units) { return decimal(units, 2); }

double estimate(const CheckpointingResult& result, std::int64_t layers, std::int64_t k) {
  return toy(result) ? lecture_units(layers, k)
                     : static_cast<double>(layers) / static_cast<double>(k) +
                           static_cast<double>(9 * k - 1);
}

std::size_t best(const CheckpointingResult& result) {
  const double root = std::sqrt(static_cast<double>(result.settings.layers));
  const auto distance = [&](std::size_t i) { return std::abs(static_cast<double>(i + 1) - root); };
  std::size_t least = 0;
  for (std::size_t i = 1; i < result.by_segment.size(); ++i) {
    const double units = result.by_segment[i].units, least_units = result.by_segment[least].units;
    if (units < least_units || (units == least_units && distance(i) < distance(least))) least = i;
  }
  return least;
}

namespace {

Table segments_table(const CheckpointingResult& result, const Language& language) {
  const CheckpointingStrings& words = words_of(language);
  const std::int64_t layers = result.settings.layers;
  Table table{"segments", std::string(words.segments_caption)};
  table.columns = {column("segment", words.segment_column),
                   column("segments", words.count_column),
                   column("estimate", words.estimate_column, Unit::activation_units, language),
                   column("units", words.units_column, Unit::activation_units, language),
                   column("formula_units", words.formula_column, Unit::activation_units, language),
                   column("saved_bytes", words.saved_column, Unit::bytes, language),
                   column("live_bytes", words.live_column, Unit::bytes, language),
                   column("rng_bytes", words.rng_column, Unit::bytes, language),
                   column("flops", words.flops_column, Unit::flops, language),
                   column("multiple", words.multiple_column)};
  const auto add = [&](std::string id, Cell name, Cell estimated, const CheckpointingRun& run) {
    table.row_ids.push_back(std::move(id));
    table.rows.push_back({std::move(name), cell(static_cast<std::int64_t>(run.segments.size())),
                          std::move(estimated), cell(run.units, 2), cell(run.formula_units),
                          cell(run.saved_peak), cell(run.live_peak), cell(run.rng_peak),
                          cell(run.total), cell(multiple(run), multiple_text(multiple(run)))});
  };
  // As the lecture has it: without checkpoints it leaves the input out.
  add("plain", cell(words.plain_row), cell(static_cast<double>(result.plain.formula_units - 1), 2),
      result.plain);
  for (std::size_t i = 0; i < result.by_segment.size(); ++i) {
    const auto k = static_cast<std::int64_t>(i + 1);
    add(std::to_string(k), cell(k), cell(estimate(result, layers, k), 2), result.by_segment[i]);
  }
  if (result.settings.lengths.empty()) {
    table.marked_row = std::min(result.settings.segment, layers);
  } else {
    table.marked_row = static_cast<std::int64_t>(table.rows.size());
    add("by_hand", cell(words.hand_row), no_cell(), result.chosen);
  }
  return table;
}

Table optimum_table(const CheckpointingResult& result, const Language& language) {
  const CheckpointingStrings& words = words_of(language);
  Table table{"optimum", std::string(words.optimum_caption)};
  table.columns = {
      column("layers", "L", Unit::layers, language),
      column("root", words.root_column),
      column("two_roots", words.two_roots_column),
      column("plain_estimate", words.lecture_plain_column, Unit::activation_units, language),
      column("plain_units", words.plain_column, Unit::activation_units, language),
      column("best", words.best_column, Unit::layers, language),
      column("best_estimate", words.estimate_best_column, Unit::activation_units, language),
      column("best_units", words.best_units_column, Unit::activation_units, language)};
  const auto add = [&](std::string id, std::int64_t layers, const CheckpointingRun& plain,
                       std::int64_t k, const CheckpointingRun& least) {
    const double root = std::sqrt(static_cast<double>(layers));
    table.row_ids.push_back(std::move(id));
    table.rows.push_back({cell(layers), cell(root, 2), cell(2 * root, 2),
                          cell(plain.formula_units - 1), cell(plain.units, 2), cell(k),
                          cell(estimate(result, layers, k), 2), cell(least.units, 2)});
  };
  const std::size_t least = best(result);
  add("yours", result.settings.layers, result.plain, static_cast<std::int64_t>(least + 1),
      result.by_segment[least]);
  add("L100", checkpointing_hundred, result.hundred, result.hundred_best.segments.front(),
      result.hundred_best);
  return table;
}

Table flops_table(const CheckpointingResult& result, const Language& language) {
  const CheckpointingStrings& words = words_of(language);
  Table table{"flops", std::string(words.flops_caption)};
  table.columns = {column("what", words.what_column),
                   column("flops", "FLOPs", Unit::flops, language),
                   column("multiple", words.multiple_column)};
  const auto add = [&](std::string id, Str label, Flops flops) {
    const double times = multiple(result.plain, flops);
    table.row_ids.push_back(std::move(id));
    table.rows.push_back({cell(label), cell(flops), cell(times, multiple_text(times))});
  };
  add("forward", words.forward_row, result.plain.forward);
  add("plain", words.plain_flops_row, result.plain.total);
  add("each_layer", words.each_layer_row, result.by_segment.front().total);
  add("chosen", words.chosen_row, result.chosen.total);
  table.marked_row = 3;
  return table;
}

Table chosen_table(const CheckpointingResult& result, const Language& language) {
  const CheckpointingStrings& words = words_of(language);
  Table table{"chosen", std::string(words.chosen_caption)};
  table.columns = {column("quantity", language.strings->common.quantity_column),
                   column("value", language.strings->common.value_column)};
  const auto add = [&](std::string id, Str label, Cell value) {
    table.row_ids.push_back(std::move(id));
    table.rows.push_back({cell(label), std::move(value)});
  };
  const auto bytes = [](Bytes value) { return Cell{value.count, bytes_text(value)}; };
  add("segments", words.lengths_quantity, cell(lengths_text(result.chosen.segments)));
  add("units", words.units_quantity, cell(result.chosen.units, 2));
  add("saved_bytes", words.saved_quantity, bytes(result.chosen.saved_peak));
  add("live_bytes", words.live_quantity, bytes(result.chosen.live_peak));
  add("rng_bytes", words.rng_quantity, bytes(result.chosen.rng_peak));
  add("gradients_equal", words.equal_quantity,
      cell(!result.computed         ? words.equal_unknown
           : result.gradients_equal ? words.equal_yes
                                    : words.equal_no));
  return table;
}

}  // namespace

std::vector<Table> tables(const CheckpointingResult& result, const Language& language) {
  return {segments_table(result, language), optimum_table(result, language),
          flops_table(result, language), chosen_table(result, language)};
}

}  // namespace tally::checkpointing
