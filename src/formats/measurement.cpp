#include "formats/measurement.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "core/format_text.h"

namespace tally {
namespace {

using Kind = FormatIssue::Kind;

// Far above any report, so that a hostile one takes neither memory nor a reader's time.
constexpr std::size_t most_configurations = 1000, most_numbers = 1000, most_settings = 100,
                      most_points = 10000;
constexpr double greatest = 0x1p100;
constexpr std::string_view kinds[]{"lecture", "models", "scale"}, devices[]{"cpu", "cuda"};

JsonValue number(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) <= 0x1p53;
  return whole ? JsonValue(static_cast<std::int64_t>(value)) : JsonValue(value);
}

JsonValue json_of(const std::vector<std::pair<std::string, std::string>>& texts) {
  JsonValue object{JsonValue::Object{}};
  for (const auto& [key, value] : texts) object.add(key, value);
  return object;
}

JsonValue json_of(const MeasuredConfiguration& configuration) {
  JsonValue numbers{JsonValue::Array{}};
  for (const MeasuredNumber& each : configuration.numbers) {
    JsonValue row{JsonValue::Object{{"id", each.id}, {"unit", each.unit}}};
    if (each.predicted) row.add("predicted", number(*each.predicted));
    if (each.measured) row.add("measured", number(*each.measured));
    numbers.add(std::move(row));
  }
  JsonValue result{JsonValue::Object{{"id", configuration.id}}};
  result.add("settings", json_of(configuration.settings));
  result.add("numbers", std::move(numbers));
  if (!configuration.points.empty()) {
    JsonValue points{JsonValue::Array{}};
    for (const MeasuredPoint& each : configuration.points)
      points.add(JsonValue::Object{{"plot", each.plot},
                                   {"series", each.series},
                                   {"x", number(each.x)},
                                   {"predicted", number(each.predicted)},
                                   {"measured", number(each.measured)}});
    result.add("points", std::move(points));
  }
  if (configuration.problem)
    result.add("problem", JsonValue::Object{{"id", configuration.problem->id},
                                            {"detail", configuration.problem->detail}});
  return result;
}

/// Reads one report; every fault goes into `issues`, and the first ends it.
class MeasurementReader {
 public:
  explicit MeasurementReader(FormatIssues& issues) : issues_(issues) {}

  Measurement measurement(const JsonValue& json) {
    Measurement result;
    FieldReader fields(json, issues_);
    // A file of something else is told by its first member, not by all that it lacks.
    if (const JsonValue* format = json.find("format");
        !format || !format->text() || *format->text() != "tally measurement") {
      fields.add(format ? Kind::unknown_value : Kind::missing, "format",
                 format ? shown(*format) : "", "\"tally measurement\"");
      return result;
    }
    fields.needed("schema", Measurement::schema, Measurement::schema);
    result.kind = one_of(fields, json, "kind", kinds);
    result.made = fields.text("made", "");
    if (!result.made.empty() && !is_day(result.made))
      fields.add(Kind::wrong_type, "made", shown(*json.find("made")), "\"YYYY-MM-DD\"");
    result.tally_version = needed_text(fields, json, "tally_version");
    result.libtorch_version = needed_text(fields, json, "libtorch_version");
    result.libraries = texts(fields, "libraries");
    result.device = one_of(fields, json, "device", devices);
    result.device_name = fields.text("device_name", "");
    result.driver = fields.text("driver", "");
    result.threads = fields.integer("threads", 1, 1, 1 << 20);
    for_each(fields, json, "configurations", "", most_configurations,
             [&](const JsonValue& each, const std::string& place) {
               result.configurations.push_back(configuration(each, place));
             });
    return result;
  }

 private:
  static bool is_day(std::string_view text) {
    constexpr std::string_view form = "0000-00-00";
    return std::equal(text.begin(), text.end(), form.begin(), form.end(), [](char c, char wanted) {
      return wanted == '0' ? c >= '0' && c <= '9' : c == wanted;
    });
  }

  static std::string needed_text(FieldReader& fields, const JsonValue& json,
                                 std::string_view name) {
    if (!json.find(name)) fields.add(Kind::missing, name);
    return fields.text(name, "");
  }

  static std::string one_of(FieldReader& fields, const JsonValue& json, std::string_view name,
                            std::span<const std::string_view> values) {
    const std::string value = needed_text(fields, json, name);
    const JsonValue* found = json.find(name);
    if (found && found->text() && std::find(values.begin(), values.end(), value) == values.end()) {
      std::string takes;
      for (const std::string_view each : values)
        takes += (takes.empty() ? "" : ", ") + std::string(each);
      fields.add(Kind::unknown_value, name, shown(*found), takes);
    }
    return value;
  }

  /// Calls read(element, "configurations[2].") for each object of an array.
  template <class Read>
  void for_each(FieldReader& fields, const JsonValue& json, std::string_view name,
                const std::string& place, std::size_t most, Read&& read) {
    const JsonValue* found = json.find(name);
    if (!found) return fields.add(Kind::missing, name);
    if (!found->array()) return fields.add(Kind::wrong_type, name, shown(*found), "[…]");
    if (found->array()->size() > most)
      return fields.add(Kind::out_of_range, name, std::to_string(found->array()->size()),
                        format_text("0..{}", most));
    std::size_t index = 0;
    for (const JsonValue& element : *found->array()) {
      const std::string at = format_text("{}{}[{}]", place, name, index++);
      if (!element.object())
        issues_.push_back({Kind::wrong_type, at, shown(element), "{…}"});
      else
        read(element, at + ".");
      if (!issues_.empty()) return;
    }
  }

  /// A member that is an object of texts; nothing where there is none.
  static std::vector<std::pair<std::string, std::string>> texts(FieldReader& fields,
                                                                std::string_view name) {
    std::vector<std::pair<std::string, std::string>> result;
    const JsonValue* found = fields.find(name);
    if (!found) return result;
    if (!found->object() || found->object()->size() > most_settings)
      fields.add(Kind::wrong_type, name, shown(*found), "{…}");
    else
      for (const auto& [key, value] : *found->object())
        result.emplace_back(key, value.text() ? *value.text() : shown(value));
    return result;
  }

  MeasuredConfiguration configuration(const JsonValue& json, const std::string& place) {
    FieldReader fields(json, issues_, place);
    MeasuredConfiguration result{.id = needed_text(fields, json, "id"),
                                 .settings = texts(fields, "settings")};
    for_each(fields, json, "numbers", place, most_numbers,
             [&](const JsonValue& each, const std::string& at) {
               FieldReader row(each, issues_, at);
               result.numbers.push_back({.id = needed_text(row, each, "id"),
                                         .unit = needed_text(row, each, "unit"),
                                         .predicted = value(row, "predicted"),
                                         .measured = value(row, "measured")});
             });
    if (fields.find("points"))
      for_each(fields, json, "points", place, most_points,
               [&](const JsonValue& each, const std::string& at) {
                 FieldReader row(each, issues_, at);
                 result.points.push_back({.plot = needed_text(row, each, "plot"),
                                          .series = needed_text(row, each, "series"),
                                          .x = needed_number(row, "x"),
                                          .predicted = needed_number(row, "predicted"),
                                          .measured = needed_number(row, "measured")});
               });
    if (const JsonValue* problem = fields.find("problem")) {
      if (!problem->object()) {
        fields.add(Kind::wrong_type, "problem", shown(*problem), "{…}");
      } else {
        FieldReader words(*problem, issues_, place + "problem.");
        result.problem =
            MeasurementProblem{.id = one_of(words, *problem, "id", measurement_problems),
                               .detail = words.text("detail", "")};
      }
    }
    return result;
  }

  static double needed_number(FieldReader& row, std::string_view name) {
    if (!row.find(name)) row.add(Kind::missing, name);
    return value(row, name).value_or(0);
  }

  static std::optional<double> value(FieldReader& row, std::string_view name) {
    if (!row.find(name)) return {};
    return row.real(name, 0, -greatest, greatest);
  }

  FormatIssues& issues_;
};

}  // namespace

std::string to_json(const Measurement& measurement) {
  JsonValue configurations{JsonValue::Array{}};
  for (const MeasuredConfiguration& each : measurement.configurations)
    configurations.add(json_of(each));
  JsonValue json{JsonValue::Object{{"format", "tally measurement"},
                                   {"schema", Measurement::schema},
                                   {"kind", measurement.kind},
                                   {"tally_version", measurement.tally_version},
                                   {"libtorch_version", measurement.libtorch_version},
                                   {"device", measurement.device},
                                   {"device_name", measurement.device_name},
                                   {"driver", measurement.driver},
                                   {"threads", measurement.threads}}};
  if (!measurement.libraries.empty()) json.add("libraries", json_of(measurement.libraries));
  if (!measurement.made.empty()) json.add("made", measurement.made);
  json.add("configurations", std::move(configurations));
  return json.dump(2) + "\n";
}

std::optional<Measurement> read_measurement(std::string_view text, FormatIssues& issues) {
  const std::optional<JsonValue> json = parse_object(text, "", issues);
  if (!json) return {};
  Measurement result = MeasurementReader(issues).measurement(*json);
  if (!issues.empty()) return {};
  return result;
}

}  // namespace tally
