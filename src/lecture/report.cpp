#include "lecture/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "lecture/build.h"
#include "lecture/differences.h"
#include "lecture/languages/en/report.h"
#include "lecture/languages/zh/report.h"
#include "lecture/lessons/shared.h"
#include "lecture/number.h"
#include "lecture/text.h"

namespace tally {
namespace {

struct Named {
  std::string_view id;
  Str ReportStrings::* text;
};

constexpr std::array configurations{Named{"recipes", &ReportStrings::recipes},
                                    Named{"optimizer_state", &ReportStrings::optimizer_state},
                                    Named{"activation", &ReportStrings::activation},
                                    Named{"accumulation", &ReportStrings::accumulation},
                                    Named{"checkpointing", &ReportStrings::checkpointing},
                                    Named{"budget", &ReportStrings::budget},
                                    Named{"levers", &ReportStrings::levers},
                                    Named{"network", &ReportStrings::network},
                                    Named{"largest_batch", &ReportStrings::largest_batch},
                                    Named{"model", &ReportStrings::model},
                                    Named{"recipe", &ReportStrings::recipe},
                                    Named{"workspace", &ReportStrings::workspace},
                                    Named{"outside", &ReportStrings::outside}};
constexpr std::array numbers{Named{"saved", &ReportStrings::n_saved},
                             Named{"saved_bytes", &ReportStrings::n_saved},
                             Named{"peak", &ReportStrings::n_peak},
                             Named{"peak_bytes", &ReportStrings::n_peak},
                             Named{"host_peak", &ReportStrings::n_host_peak},
                             Named{"live_bytes", &ReportStrings::n_peak},
                             Named{"parameter_bytes", &ReportStrings::n_parameter_bytes},
                             Named{"gradient_bytes", &ReportStrings::n_gradient_bytes},
                             Named{"states", &ReportStrings::n_states},
                             Named{"rng_bytes", &ReportStrings::n_rng_bytes},
                             Named{"flops", &ReportStrings::n_flops},
                             Named{"events", &ReportStrings::n_events},
                             Named{"seconds", &ReportStrings::n_seconds},
                             Named{"flops_per_second", &ReportStrings::n_flops_per_second},
                             Named{"limit", &ReportStrings::n_limit},
                             Named{"largest_batch", &ReportStrings::n_largest_size},
                             Named{"failing_batch", &ReportStrings::n_failing_size},
                             Named{"bytes_per_parameter", &ReportStrings::n_bytes_per_parameter},
                             Named{"recipes/total", &ReportStrings::n_bytes_per_parameter},
                             Named{"phases/total", &ReportStrings::n_live_at_end},
                             Named{"phases/peak", &ReportStrings::n_phase_peak},
                             Named{"parameters", &ReportStrings::n_parameters},
                             Named{"largest", &ReportStrings::n_largest_model},
                             Named{"gpus", &ReportStrings::n_gpus},
                             Named{"bytes", &ReportStrings::n_bytes},
                             Named{"waiting", &ReportStrings::n_waiting},
                             Named{"peak_requested", &ReportStrings::n_peak_requested},
                             Named{"peak_allocated", &ReportStrings::n_peak_allocated},
                             Named{"peak_reserved", &ReportStrings::n_peak_reserved},
                             Named{"device_memory", &ReportStrings::n_device_memory},
                             Named{"device_used", &ReportStrings::n_device_used},
                             Named{"reserved", &ReportStrings::n_reserved},
                             Named{"outside_allocator", &ReportStrings::n_outside_allocator},
                             Named{"state", &ReportStrings::n_state}};
constexpr std::array setting_names{
    Named{"L", &ReportStrings::s_layers},      Named{"D", &ReportStrings::s_width},
    Named{"B", &ReportStrings::s_batch},       Named{"M", &ReportStrings::s_micro_batches},
    Named{"k", &ReportStrings::s_segment},     Named{"dtype", &ReportStrings::s_dtype},
    Named{"recipe", &ReportStrings::s_recipe}, Named{"like", &ReportStrings::s_like}};
constexpr std::array recipe_names{Named{"fp32", &ReportStrings::fp32},
                                  Named{"bf16_fp32_moments", &ReportStrings::bf16_fp32_moments},
                                  Named{"bf16_master_weights", &ReportStrings::bf16_master_weights},
                                  Named{"autocast", &ReportStrings::autocast},
                                  Named{"fp32_main_gradients", &ReportStrings::fp32_main_gradients},
                                  Named{"bf16_stock", &ReportStrings::bf16_stock}};
constexpr std::array row_names{Named{"large", &ReportStrings::large},
                               Named{"small", &ReportStrings::small},
                               Named{"plain", &ReportStrings::plain},
                               Named{"before", &ReportStrings::before},
                               Named{"forward", &ReportStrings::forward},
                               Named{"each_layer", &ReportStrings::each_layer},
                               Named{"none", &ReportStrings::lever_none},
                               Named{"optimizer", &ReportStrings::lever_optimizer},
                               Named{"recipe", &ReportStrings::lever_recipe},
                               Named{"batch", &ReportStrings::lever_batch},
                               Named{"accumulation", &ReportStrings::lever_accumulation},
                               Named{"checkpointing", &ReportStrings::lever_checkpointing},
                               Named{"sharding", &ReportStrings::lever_sharding}};
/// Rows of which there are several: "forward_2", "4".
constexpr std::array counted_rows{Named{"after_", &ReportStrings::after},
                                  Named{"forward_", &ReportStrings::end_forward},
                                  Named{"backward_", &ReportStrings::end_backward},
                                  Named{"optimizer_step_", &ReportStrings::end_optimizer_step},
                                  Named{"", &ReportStrings::segment}};
constexpr std::array problems{Named{"out_of_memory", &ReportStrings::out_of_memory},
                              Named{"no_kernel", &ReportStrings::no_kernel},
                              Named{"old_driver", &ReportStrings::old_driver},
                              Named{"failed", &ReportStrings::failed}};

/// The words of an id; nullptr where there are none.
template <std::size_t N>
const Str* find(const std::array<Named, N>& names, std::string_view id,
                const ReportStrings& words) {
  for (const Named& named : names)
    if (named.id == id) return &(words.*named.text);
  return nullptr;
}

template <std::size_t N>
std::string name_of(const std::array<Named, N>& names, const std::string& id,
                    const ReportStrings& words) {
  const Str* found = find(names, id, words);
  return found ? std::string(*found) : printable(id);
}

std::string setting_of(const MeasuredConfiguration& configuration, const ReportStrings& words) {
  std::string setting;
  for (const auto& [key, value] : configuration.settings) {
    if (!setting.empty()) setting += words.separator;
    setting += name_of(setting_names, key, words) + " = " +
               (key == "recipe" ? name_of(recipe_names, value, words) : printable(value));
  }
  return setting;
}

/// A row of a lesson's table by its id.
std::string row_of(const std::string& id, const ReportStrings& words) {
  if (const Str* recipe = find(recipe_names, id, words)) return std::string(*recipe);
  for (const Named& counted : counted_rows) {
    if (!id.starts_with(counted.id)) continue;
    std::int64_t n = 0;
    if (read_integer(std::string_view(id).substr(counted.id.size()), n) == NumberProblem::none)
      return fill(words.*counted.text, {{"n", grouped(n)}});
  }
  return name_of(row_names, id, words);
}

/// "points/L8_B32/saved_bytes" is what it is of its row: "saved for backward, L8_B32";
/// "saved[batch]" the same of what is in brackets.
std::string label_of(const std::string& id, const ReportStrings& words) {
  std::string table, word = id, of;
  if (const std::size_t last = id.rfind('/'); last != std::string::npos) {
    const std::size_t first = id.find('/');
    table = id.substr(0, first);
    word = id.substr(last + 1);
    if (first < last) of = id.substr(first + 1, last - first - 1);
  } else if (const std::size_t bracket = id.find('['); bracket != std::string::npos) {
    word = id.substr(0, bracket);
    of = id.substr(bracket + 1, id.size() - bracket - 2);
  }
  const Str* found = find(numbers, table + "/" + word, words);
  const std::string label = found ? std::string(*found) : name_of(numbers, word, words);
  return of.empty() ? label : label + std::string(words.separator) + row_of(of, words);
}

/// A whole number of bytes or operations in full, anything else with four digits.
std::string text_of(double value) {
  if (value == std::floor(value) && std::abs(value) < 0x1p63)
    return grouped(static_cast<std::int64_t>(value));
  return significant(value, 4);
}

/// " (B)"; nothing where the number's own words say it.
std::string unit_of(const std::string& unit) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> known{
      {{"bytes", "B"},
       {"flops", "FLOP"},
       {"seconds", "s"},
       {"flops_per_second", "FLOP/s"},
       {"bytes_per_parameter", "B"},
       {"parameters", ""},
       {"events", ""},
       {"samples", ""},
       {"gpus", ""},
       {"yes", ""}}};
  std::string shown = printable(unit);
  for (const auto& [id, text] : known)
    if (id == unit) shown = text;
  return shown.empty() ? shown : " (" + shown + ")";
}

Cell value_cell(const std::optional<double>& value, const ReportStrings& words) {
  return value ? cell(*value, text_of(*value)) : cell(words.not_predicted);
}

std::string percent_of(double difference, double predicted) {
  const double fraction = difference / predicted;
  return (fraction > 0 ? "+" : "") + percent_text(fraction);
}

Cell difference_cell(const MeasuredNumber& number, const ReportStrings& words) {
  if (!number.predicted || !number.measured) return no_cell();
  const double difference = *number.measured - *number.predicted;
  if (difference == 0) return cell(0.0, std::string(words.equal));
  std::string text = (difference > 0 ? "+" : "") + text_of(difference);
  if (*number.predicted != 0) text += " (" + percent_of(difference, *number.predicted) + ")";
  return cell(difference, text);
}

std::string join(const std::string& first, const std::string& second, const ReportStrings& words) {
  return second.empty() ? first : first + std::string(words.separator) + second;
}

}  // namespace

std::string ReportConfiguration::label(const ReportStrings& words) const {
  return join(group, setting, words);
}

const ReportStrings& report_strings(std::string_view tag) {
  return words_in(tag, {&zh::report, &en::report});
}

ReportView present_report(const Measurement& measurement, const ReportStrings& words) {
  const std::string device =
      measurement.device +
      (measurement.device_name.empty() ? "" : " (" + printable(measurement.device_name) + ")");
  ReportView view;
  view.title = fill(measurement.kind == "scale"    ? words.title_scale
                    : measurement.kind == "models" ? words.title_models
                                                   : words.title_lecture,
                    {{"device", device}});
  Presentation& shown = view.presentation;
  Differences of_numbers, of_points;
  std::string where;
  for (const MeasuredConfiguration& configuration : measurement.configurations) {
    ReportConfiguration& row = view.configurations.emplace_back();
    row.id = configuration.id;
    row.group = name_of(configurations, configuration.id, words);
    row.setting = setting_of(configuration, words);
    row.table = {.id = configuration.id, .caption = row.label(words)};
    row.table.columns = {column("number", words.number), column("predicted", words.predicted),
                         column("measured", words.measured),
                         column("difference", words.difference)};
    for (const MeasuredNumber& number : configuration.numbers) {
      const std::string label = label_of(number.id, words);
      row.table.rows.push_back(
          {cell(label + unit_of(number.unit)), value_cell(number.predicted, words),
           value_cell(number.measured, words), difference_cell(number, words)});
      row.table.row_ids.push_back(number.id);
      if (!number.predicted || !number.measured) continue;
      if (of_numbers.add(*number.predicted, *number.measured))
        where = fill(
            words.largest_difference,
            {{"name", label},
             {"configuration", row.label(words)},
             {"percent", percent_of(*number.measured - *number.predicted, *number.predicted)}});
    }
    for (const MeasuredPoint& point : configuration.points)
      of_points.add(point.predicted, point.measured);
    if (configuration.problem) {
      row.problem = fill(*find(problems, configuration.problem->id, words),
                         {{"detail", printable(configuration.problem->detail)}});
      shown.notes.push_back(row.label(words) + ": " + row.problem);
    }
    if (!row.table.rows.empty()) shown.tables.push_back(row.table);
  }
  shown.sentence = fill(
      words.sentence, {{"equal", grouped(of_numbers.equal())}, {"all", grouped(of_numbers.all())}});
  if (!where.empty())
    for (const std::string& more :
         {where, fill(words.median_difference, {{"percent", percent_text(of_numbers.median())}})})
      shown.sentence = join_sentences(std::move(shown.sentence), more);
  std::vector<std::string> facts{
      fill(words.versions, {{"tally", printable(measurement.tally_version)},
                            {"libtorch", printable(measurement.libtorch_version)},
                            {"threads", std::to_string(measurement.threads)}})};
  if (!measurement.driver.empty())
    facts.push_back(fill(words.driver, {{"driver", printable(measurement.driver)}}));
  std::string libraries;
  for (const auto& [name, version] : measurement.libraries)
    libraries += (libraries.empty() ? "" : std::string(words.separator)) + printable(name) + " " +
                 printable(version);
  if (!libraries.empty()) facts.push_back(libraries);
  if (!measurement.made.empty())
    facts.push_back(fill(words.made, {{"day", printable(measurement.made)}}));
  if (of_points.all() > 0)
    facts.push_back(fill(
        words.points, {{"equal", grouped(of_points.equal())}, {"all", grouped(of_points.all())}}));
  shown.notes.insert(shown.notes.begin(), facts.begin(), facts.end());
  return view;
}

}  // namespace tally
