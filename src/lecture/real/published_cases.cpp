#include "lecture/real/published_cases.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "account/published_case.h"
#include "formats/json_value.h"

namespace tally {
namespace {

/// The numbers of a case's input, by key; texts and flags beside them.
PublishedCase read_case(const JsonValue& json) {
  PublishedCase read;
  if (const JsonValue* kind = json.find("kind"); kind && kind->text()) read.kind = *kind->text();
  const JsonValue* input = json.find("input");
  if (!input || !input->object()) return read;
  for (const auto& [key, value] : *input->object()) {
    if (const std::optional<double> number = value.number())
      read.numbers[key] = *number;
    else if (value.text())
      read.texts[key] = *value.text();
    else if (value.boolean())
      read.numbers[key] = *value.boolean();
    else if (value.array())
      for (const JsonValue& item : *value.array())
        if (const std::optional<double> each = item.number()) read.lists[key].push_back(*each);
  }
  return read;
}

/// How far a number may be off that is printed so: half a unit of its last digit; a whole unit
/// where the source cuts digits off.
double slack(double printed, bool truncated) {
  const std::string text = JsonValue(printed).dump();
  const std::size_t point = printed == std::floor(printed) ? std::string::npos : text.find('.');
  const auto decimals = point == std::string::npos ? 0 : text.size() - point - 1;
  const double unit = std::pow(10.0, -static_cast<double>(decimals));
  return truncated ? unit : unit / 2;
}

/// What the case expects, in the order of its members.
std::vector<std::pair<std::string, double>> expectations(const JsonValue& json) {
  std::vector<std::pair<std::string, double>> found;
  const JsonValue* expect = json.find("expect");
  if (!expect) return found;
  if (const std::optional<double> number = expect->number()) found.emplace_back("", *number);
  if (expect->object())
    for (const auto& [key, value] : *expect->object())
      if (const std::optional<double> number = value.number()) found.emplace_back(key, *number);
  return found;
}

CaseRow run_case(const JsonValue& json) {
  CaseRow row;
  if (const JsonValue* id = json.find("id"); id && id->text()) row.id = *id->text();
  row.result = CaseResult::not_modelled;
  std::string unit;
  if (const JsonValue* given = json.find("unit"); given && given->text()) unit = *given->text();
  const PublishedCase published = read_case(json);
  const JsonValue* tolerance = json.find("tolerance");
  const bool in_words = tolerance && tolerance->text();
  bool equal = true, close = true;
  for (const auto& [name, wanted] : expectations(json)) {
    row.expected.push_back(wanted);
    const std::optional<double> got = run_published(published, unit, name);
    if (!got) return row;
    row.got.push_back(*got);
    const double difference = std::abs(*got - wanted);
    if (wanted != 0) row.residual = std::max(row.residual, difference / std::abs(wanted));
    // A whole number is meant as it stands; others are rounded in print.
    const bool whole = wanted == std::floor(wanted) && std::abs(wanted) >= 1000;
    equal = equal && (whole ? difference == 0 : difference <= slack(wanted, false));
    close = close && difference <= slack(wanted, in_words);
  }
  if (row.got.empty()) return row;
  row.result = equal ? CaseResult::exact : close ? CaseResult::within : CaseResult::off;
  return row;
}

JsonValue json_of(const CaseRow& row) {
  JsonValue::Array got, expected;
  for (const double value : row.got) got.emplace_back(value);
  for (const double value : row.expected) expected.emplace_back(value);
  return JsonValue::Object{
      {"id", row.id},
      {"result", std::string(case_result_ids[static_cast<std::size_t>(row.result)])},
      {"got", got},
      {"expected", expected},
      {"residual", row.residual}};
}

}  // namespace

std::vector<CaseRow> run_cases(std::string_view json, std::string& problem) {
  std::vector<CaseRow> rows;
  const std::optional<JsonValue> cases = JsonValue::parse(json);
  if (!cases || !cases->array()) {
    problem = "it is no JSON array of cases";
    return rows;
  }
  for (const JsonValue& each : *cases->array()) rows.push_back(run_case(each));
  return rows;
}

std::string cases_answer(std::string_view json) {
  std::string problem;
  const std::vector<CaseRow> rows = run_cases(json, problem);
  if (problem.empty()) return cases_json(rows);
  return JsonValue{JsonValue::Object{{"problem", problem}}}.dump();
}

std::array<std::int64_t, case_result_ids.size()> counts_of(const std::vector<CaseRow>& rows) {
  std::array<std::int64_t, case_result_ids.size()> counts{};
  for (const CaseRow& row : rows) ++counts[static_cast<std::size_t>(row.result)];
  return counts;
}

std::string cases_json(const std::vector<CaseRow>& rows) {
  JsonValue::Array list;
  for (const CaseRow& row : rows) list.push_back(json_of(row));
  const auto counts = counts_of(rows);
  return JsonValue{JsonValue::Object{{"schema", "tally.cases/1"},
                                     {"cases", list},
                                     {"exact", counts[0]},
                                     {"within", counts[1]},
                                     {"off", counts[2]},
                                     {"not_modelled", counts[3]}}}
      .dump(2);
}

}  // namespace tally
