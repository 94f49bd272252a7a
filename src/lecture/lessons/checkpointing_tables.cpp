// The tables of lesson 5.
#include <algorithm>
#include <cmath>
#include <utility>

#include "autograd/checkpoint.h"
#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lessons/checkpointing_parts.h"
#include "lecture/text.h"
#include "lecture/timeline.h"

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

/// How each number of one run comes about, by closed forms of the blocks.
class Formulas {
 public:
  Formulas(const CheckpointingResult& result, const Language& language)
      : words_(language.strings->formulas), s_(result.settings), toy_(toy(result)) {}

  std::string unit() const { return expression(s_.batch, " × ", s_.width, " × 4 B"); }

  /// "the lecture's estimate": L / k + k, or with 9 units in a wide layer.
  std::string estimate(std::int64_t layers, std::int64_t k) const {
    return toy_ ? expression("L / k + k = ", layers, " / ", k, " + ", k)
                : expression("L / k + 9 × k − 1 = ", layers, " / ", k, " + 9 × ", k, " − 1");
  }
  std::string plain_estimate(std::int64_t layers) const {
    return toy_ ? expression("1 × L = 1 × ", layers)
                : expression("9 × L − 1 = 9 × ", layers, " − 1");
  }

  /// The instant at which most is saved: inputs, and what is inside of the segment that runs again.
  std::string units(const CheckpointingRun& run, std::int64_t layers) const {
    if (run.segments.empty()) return expression("1 + ", inside(layers));
    std::size_t binding = 0;
    const auto at = [&](std::size_t i) {
      return static_cast<std::int64_t>(i) + (toy_ ? run.segments[i] : 9 * run.segments[i] - 1);
    };
    for (std::size_t i = 1; i < run.segments.size(); ++i)
      if (at(i) > at(binding)) binding = i;
    const auto index = static_cast<std::int64_t>(binding + 1);
    return fill(words_.binding_segment,
                {{"index", grouped(index)},
                 {"count", grouped(static_cast<std::int64_t>(run.segments.size()))},
                 {"sum", expression(index, " + ", inside(run.segments[binding]))}});
  }

  std::string saved(const CheckpointingRun& run) const {
    return at_instants(
        run, expression(run.formula_units, " × B × D × 4 B = ", run.formula_units, " × ", unit()));
  }
  std::string live(const CheckpointingRun& run) const {
    return at_instants(run, sum_of(run.at_live_peak));
  }
  /// Each segment's state, and the one put aside while a segment runs again.
  std::string rng(const CheckpointingRun& run) const {
    const auto count = static_cast<std::int64_t>(run.segments.size());
    const Bytes state{rng_state_bytes};
    if (count == 0 || !s_.preserve_rng_state) return expression("0 × ", state);
    return expression("(", count, " + 1) × ", state);
  }

  /// Matrix products of forward, of backward, and of what runs again, times what each computes.
  std::string forward() const {
    return expression(toy_ ? "L" : "2 × L", " × ", product("D"), " = ", products(), " × ",
                      product());
  }
  std::string total(const CheckpointingRun& run) const {
    const bool again = !run.segments.empty();
    const std::string count =
        expression(3 * products(), " − 1", again ? " + " : "", again ? grouped(products()) : "");
    // With early stop the last product of each wide segment is not needed again.
    if (!toy_ && s_.early_stop && again)
      return expression("(", count, " − ", static_cast<std::int64_t>(run.segments.size()), ") × ",
                        product());
    return expression(toy_ ? "(3 × L − 1" : "(6 × L − 1",
                      !again ? ""
                      : toy_ ? " + L"
                             : " + 2 × L",
                      ") × ", product("D"), " = (", count, ") × ", product());
  }

 private:
  std::string inside(std::int64_t length) const {
    return toy_ ? grouped(length) : expression("9 × ", length, " − 1");
  }
  std::int64_t products() const { return s_.layers * (toy_ ? 1 : 2); }
  std::string product(std::string_view width) const {
    return expression("2 × B × ", width, toy_ ? " × " : " × 4 × ", width);
  }
  std::string product() const {
    return expression("2 × ", s_.batch, " × ", s_.width, " × ", (toy_ ? 1 : 4) * s_.width);
  }
  std::string at_instants(const CheckpointingRun& run, std::string sum) const {
    return fill(words_.instants, {{"count", grouped(static_cast<std::int64_t>(run.instants))},
                                  {"sum", std::move(sum)}});
  }

  const FormulaStrings& words_;
  const CheckpointingSettings& s_;
  bool toy_;
};

Cell units_cell(const CheckpointingRun& run, Bytes unit) {
  return with_formula(cell(run.units, 2), expression(run.saved_peak, " / ", unit));
}

Cell multiple_cell(const CheckpointingRun& of, Flops flops) {
  return with_formula(cell(multiple(of, flops), multiple_text(multiple(of, flops))),
                      expression(flops.count, " / ", of.forward.count));
}

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
  table.source = language.strings->sources.checkpointing_segments;
  const Formulas formulas(result, language);
  const auto add = [&](std::string id, Cell name, std::string_view count, Cell estimated,
                       const CheckpointingRun& run) {
    table.row_ids.push_back(std::move(id));
    table.rows.push_back(
        {std::move(name), with_formula(cell(static_cast<std::int64_t>(run.segments.size())), count),
         std::move(estimated), units_cell(run, result.unit),
         with_formula(cell(run.formula_units), formulas.units(run, layers)),
         with_formula(cell(run.saved_peak), formulas.saved(run), "B"),
         with_formula(cell(run.live_peak), formulas.live(run), "B"),
         with_formula(cell(run.rng_peak), formulas.rng(run), "B"),
         with_formula(cell(run.total), formulas.total(run)), multiple_cell(run, run.total)});
  };
  // As the lecture has it: without checkpoints it leaves the input out.
  const Str& counted = language.strings->formulas.segments_counted;
  add("plain", cell(words.plain_row), counted,
      with_formula(cell(static_cast<double>(result.plain.formula_units - 1), 2),
                   formulas.plain_estimate(layers)),
      result.plain);
  for (std::size_t i = 0; i < result.by_segment.size(); ++i) {
    const auto k = static_cast<std::int64_t>(i + 1);
    add(std::to_string(k), with_formula(cell(k), "k"), expression("ceil(", layers, " / ", k, ")"),
        with_formula(cell(estimate(result, layers, k), 2), formulas.estimate(layers, k)),
        result.by_segment[i]);
  }
  if (result.settings.lengths.empty()) {
    table.marked_row = result.settings.segment;
  } else {
    table.marked_row = static_cast<std::int64_t>(table.rows.size());
    add("by_hand", cell(words.hand_row), counted, no_cell(), result.chosen);
  }
  return table;
}

Table optimum_table(const CheckpointingResult& result, const Language& language) {
  const CheckpointingStrings& words = words_of(language);
  Table table{"optimum", std::string(words.optimum_caption)};
  table.source = language.strings->sources.checkpointing_optimum;
  const Formulas formulas(result, language);
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
    const std::string_view best_length = language.strings->formulas.best_length;
    table.row_ids.push_back(std::move(id));
    table.rows.push_back(
        {with_formula(cell(layers), "L"),
         with_formula(cell(root, 2), expression("sqrt(", layers, ")")),
         with_formula(cell(2 * root, 2), expression("2 × sqrt(", layers, ")")),
         with_formula(cell(plain.formula_units - 1), formulas.plain_estimate(layers)),
         units_cell(plain, result.unit),
         with_formula(cell(k), fill(best_length, {{"layers", grouped(layers)}})),
         with_formula(cell(estimate(result, layers, k), 2), formulas.estimate(layers, k)),
         units_cell(least, result.unit)});
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
  table.source = language.strings->sources.checkpointing_flops;
  const Formulas formulas(result, language);
  const auto add = [&](std::string id, Str label, Flops flops, std::string_view how) {
    table.row_ids.push_back(std::move(id));
    table.rows.push_back(
        {cell(label), with_formula(cell(flops), how), multiple_cell(result.plain, flops)});
  };
  const auto total = [&](std::string id, Str label, const CheckpointingRun& run) {
    add(std::move(id), label, run.total, formulas.total(run));
  };
  add("forward", words.forward_row, result.plain.forward, formulas.forward());
  total("plain", words.plain_flops_row, result.plain);
  total("each_layer", words.each_layer_row, result.by_segment.front());
  total("chosen", words.chosen_row, result.chosen);
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
  table.source = language.strings->sources.checkpointing_chosen;
  const Formulas formulas(result, language);
  const auto bytes = [](Bytes value, std::string_view how) {
    return with_formula({value.count, bytes_text(value)}, how);
  };
  add("segments", words.lengths_quantity, cell(lengths_text(result.chosen.segments)));
  add("units", words.units_quantity, units_cell(result.chosen, result.unit));
  add("saved_bytes", words.saved_quantity,
      bytes(result.chosen.saved_peak, formulas.saved(result.chosen)));
  add("live_bytes", words.live_quantity,
      bytes(result.chosen.live_peak, formulas.live(result.chosen)));
  const LiveSample moving = timeline_peak(result.timeline, TimelineBands::moving);
  add("moving_bytes", language.strings->timeline.moving_row,
      bytes(shown_total(moving, TimelineBands::moving),
            peak_formula(result.timeline, moving, TimelineBands::moving, language)));
  add("rng_bytes", words.rng_quantity, bytes(result.chosen.rng_peak, formulas.rng(result.chosen)));
  add("gradients_equal", words.equal_quantity,
      cell(!result.computed          ? words.equal_unknown
           : !result.gradients_equal ? words.equal_no
           : result.gradients_zero   ? words.equal_zero
                                     : words.equal_yes));
  return table;
}

}  // namespace

std::vector<Table> tables(const CheckpointingResult& result, const Language& language) {
  return {segments_table(result, language), optimum_table(result, language),
          flops_table(result, language), chosen_table(result, language)};
}

}  // namespace tally::checkpointing
