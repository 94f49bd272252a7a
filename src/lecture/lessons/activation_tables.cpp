// The tables of lesson 3.
#include <cmath>
#include <utility>

#include "lecture/build.h"
#include "lecture/format.h"
#include "lecture/lessons/activation_parts.h"
#include "lecture/text.h"

namespace tally::activation {

std::string_view function_name(Activation function, const Language& language) {
  for (const Choice& choice : functions)
    if (choice.id == id(function)) return language.text(choice.label);
  return id(function);
}

std::string crossing_formula(const ActivationResult& result) {
  const ActivationSettings& s = result.settings;
  return "= " + grouped(s.width) + " × " + grouped(s.layers) + " / " + grouped(saved_units(s)) +
         " " + equals(result.crossing->tokens);
}

std::string equals(double value) {
  // At most 128 tensors are saved, so that what is not whole is 1/128 from it at least.
  const double hundreds = value * 100, rest = std::abs(hundreds - std::round(hundreds));
  return (rest < 1e-6 ? "= " : "≈ ") + decimal(value, 2);
}

namespace {

/// How many tensors are saved, in symbols and in numbers: "L + 1" and "8 + 1"; with f layers before
/// the first of t that are trained "L − f + t" and "8 − 2 + 5".
struct Units {
  std::string symbols, numbers;
};
Units units(const ActivationSettings& s) {
  std::int64_t first = 1, trainable = 0;
  while (first <= s.layers && s.is_frozen(first)) ++first;
  for (std::int64_t layer = first; layer <= s.layers; ++layer)
    trainable += s.is_frozen(layer) ? 0 : 1;
  if (s.mode == ForwardMode::no_grad || trainable == 0) return {"0", "0"};
  Units units{"L", expression(s.layers)};
  if (first > 1) {
    units.symbols += " − f";
    units.numbers += expression(" − ", first - 1);
  }
  const bool keeps_input = s.function == Activation::gelu || s.function == Activation::silu;
  units.symbols += !keeps_input ? " + 1" : trainable == s.layers ? " + L" : " + t";
  units.numbers += expression(" + ", keeps_input ? trainable : 1);
  return units;
}

/// "(L + 1) × B × D × 4 B = (8 + 1) × 32 × 512 × 4 B".
std::string saved_expression(const ActivationSettings& s) {
  const auto [symbols, numbers] = units(s);
  const bool one = s.sequence == 1;
  const std::string tokens = one ? grouped(s.batch) : expression(s.batch, " × ", s.sequence);
  return expression("(", symbols, one ? ") × B" : ") × B × S", " × D × ", itemsize(s.dtype), " = (",
                    numbers, ") × ", tokens, " × ", s.width, " × ", itemsize(s.dtype));
}

std::string parameters_expression(const ActivationSettings& s) {
  return expression(s.layers, " × ", s.width, " × ", s.width, " × ", itemsize(s.dtype));
}

Table points(const ActivationResult& result, const Language& language) {
  const ActivationStrings& words = language.strings->activation;
  const CommonStrings& common = language.strings->common;
  Table table{"points", std::string(words.points_caption), {}, {}, {}, -1};
  table.columns = {column("layers", "L", Unit::layers, language),
                   column("batch", words.batch_column),
                   column("sequence", words.sequence_column),
                   column("width", words.width_column),
                   column("function", words.function_column),
                   column("dtype", common.dtype_column),
                   column("units", words.units_column),
                   column("saved_bytes", words.saved_column, Unit::bytes, language),
                   column("formula_bytes", words.formula_column, Unit::bytes, language),
                   column("parameter_bytes", common.parameters_column, Unit::bytes, language),
                   column("ratio", words.ratio_column),
                   column("device", words.device_column)};
  const auto add = [&](std::string row, const ActivationPoint& point,
                       const ActivationSettings& at) {
    const double ratio =
        static_cast<double>(point.saved.count) / static_cast<double>(point.parameters.count);
    table.row_ids.push_back(std::move(row));
    table.rows.push_back(
        {with_formula(cell(point.layers), "L"), with_formula(cell(point.batch), "B"),
         with_formula(cell(at.sequence), "S"), with_formula(cell(at.width), "D"),
         cell(function_name(at.function, language)), cell(at.dtype),
         with_formula(cell(saved_units(at)), units(at).symbols + " = " + units(at).numbers),
         with_formula(cell(point.saved), saved_expression(at), "B"),
         with_formula(cell(point.formula), expression(saved_units(at), " × ", activation_unit(at)),
                      "B"),
         with_formula(
             cell(point.parameters),
             "L × D × D × " + bytes_text(itemsize(at.dtype)) + " = " + parameters_expression(at),
             "B"),
         with_formula(cell(ratio, significant(ratio)),
                      expression(point.saved, " / ", point.parameters)),
         cell(name(point.computed ? Device::cpu : Device::meta))});
  };
  for (const ActivationPoint& point : result.lecture)
    add("L" + grouped(point.layers) + "_B" + grouped(point.batch), point,
        {.layers = point.layers, .batch = point.batch, .frozen_layers = {}});
  table.source = language.strings->sources.activation_points;
  table.marked_row = static_cast<std::int64_t>(table.rows.size());
  add("yours", result.yours, result.settings);
  return table;
}

Table crossing(const ActivationResult& result, const Language& language) {
  const ActivationStrings& words = language.strings->activation;
  Table table{"crossing",
              fill(words.crossing_caption, {{"formula", crossing_formula(result)}}),
              {},
              {},
              {"up_to", "beyond"},
              -1};
  table.columns = {
      column("tokens", words.tokens_column, Unit::tokens, language),
      column("saved_bytes", words.saved_column, Unit::bytes, language),
      column("parameter_bytes", language.strings->common.parameters_column, Unit::bytes, language),
      column("relation", words.relation_column)};
  table.source = language.strings->sources.activation_crossing;
  ActivationSettings at = result.settings;
  at.sequence = 1;
  const auto [symbols, numbers] = units(at);
  const auto tokens = [&](std::string_view more) {
    return expression("floor(D × L / (", symbols, "))", more, " = floor(", at.width, " × ",
                      at.layers, " / (", numbers, "))", more);
  };
  for (const ActivationPoint& point : {result.crossing->up_to, result.crossing->beyond}) {
    at.batch = point.tokens;
    table.rows.push_back(
        {with_formula(cell(point.tokens), tokens(table.rows.empty() ? "" : " + 1")),
         with_formula(cell(point.saved), saved_expression(at), "B"),
         with_formula(cell(point.parameters), parameters_expression(at), "B"),
         cell(point.saved > point.parameters   ? words.exceeds
              : point.saved < point.parameters ? words.fits
                                               : words.equals)});
  }
  return table;
}

Table ledger(const ActivationResult& result, const Language& language) {
  const ActivationStrings& words = language.strings->activation;
  const CommonStrings& common = language.strings->common;
  Table table{"ledger",
              fill(words.ledger_caption,
                   {{"count", grouped(static_cast<std::int64_t>(result.ledger.size()))},
                    {"bytes", bytes_text(result.yours.saved)}}),
              {},
              {},
              {},
              -1};
  table.columns = {column("node", words.node_column),
                   column("slot", words.slot_column),
                   column("role", words.role_column),
                   column("shape", common.shape_column),
                   column("dtype", common.dtype_column),
                   column("bytes", common.bytes_column, Unit::bytes, language),
                   column("shared_with", words.shared_column)};
  table.source = language.strings->sources.activation_ledger;
  for (const LedgerRow& row : result.ledger) {
    const LedgerRow::Holder& first = row.holders.front();
    const Str role = row.category == MemoryCategory::input ? words.role_input
                     : first.slot == "result"              ? words.role_function_result
                     : first.node_name == "MmBackward0"    ? words.role_linear_input
                                                           : words.role_function_input;
    std::string shared;
    for (std::size_t i = 1; i < row.holders.size(); ++i)
      shared += (i > 1 ? ", " : "") + row.holders[i].node_name + " " + row.holders[i].slot;
    table.rows.push_back({cell(first.node_name), cell(first.slot), cell(role), cell(first.shape),
                          cell(first.dtype),
                          with_formula(cell(row.bytes), expression(first.shape, first.dtype), "B"),
                          shared.empty() ? no_cell() : cell(shared)});
  }
  return table;
}

}  // namespace

std::vector<Table> tables(const ActivationResult& result, const Language& language) {
  std::vector<Table> list{points(result, language)};
  if (result.crossing) list.push_back(crossing(result, language));
  list.push_back(ledger(result, language));
  return list;
}

}  // namespace tally::activation
