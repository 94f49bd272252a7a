#include "lecture/real/published_cases.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "account/published_case.h"
#include "core/decimal.h"
#include "formats/issue.h"
#include "formats/json_value.h"

namespace tally {
namespace {

using Expectations = std::vector<std::pair<std::string, double>>;

/// The input of a case, by key; nothing where a value is neither number, flag, text nor list of
/// numbers.
std::optional<PublishedCase> read_case(const std::string& kind, const JsonValue& json) {
  PublishedCase read{.kind = kind, .numbers = {}, .texts = {}, .lists = {}};
  const JsonValue* input = json.find("input");
  if (!input || !input->object()) return std::nullopt;
  for (const auto& [key, value] : *input->object()) {
    if (const std::optional<double> number = value.number())
      read.numbers[key] = *number;
    else if (value.text())
      read.texts[key] = *value.text();
    else if (value.boolean())
      read.numbers[key] = *value.boolean();
    else if (value.array())
      for (const JsonValue& item : *value.array()) {
        if (!item.number()) return std::nullopt;
        read.lists[key].push_back(*item.number());
      }
    else
      return std::nullopt;
  }
  return read;
}

/// How far a number may be off that is printed so: half a unit of its last digit, of a whole number
/// its ones; a whole unit where the source cuts digits off.
double slack(double printed, bool truncated) {
  const bool whole = printed == std::floor(printed);
  const double unit =
      from_digits("1", whole ? 0 : split_decimal(shortest_digits(printed))->exponent);
  return truncated ? unit : unit / 2;
}

/// What the case expects, in the order of its members: of lists and nulls, which are not modelled,
/// none; nothing where it is no number.
std::optional<Expectations> expectations(const JsonValue& json) {
  const JsonValue* expect = json.find("expect");
  if (!expect) return std::nullopt;
  if (const std::optional<double> number = expect->number()) return Expectations{{"", *number}};
  if (!expect->object() || expect->object()->empty()) return std::nullopt;
  Expectations found;
  bool modelled = true;
  for (const auto& [key, value] : *expect->object()) {
    if (const std::optional<double> number = value.number())
      found.emplace_back(key, *number);
    else if (value.array() || value.is_null())
      modelled = false;
    else
      return std::nullopt;
  }
  return modelled ? found : Expectations{};
}

/// What `key` is in words; nullptr where it is left out or something else.
const std::string* text_of(const JsonValue& json, std::string_view key) {
  const JsonValue* found = json.find(key);
  return found ? found->text() : nullptr;
}

CaseRow run_case(const JsonValue& json) {
  CaseRow row;
  row.result = CaseResult::not_modelled;
  const auto at_fault = [&](CaseFault fault) {
    row.fault = fault;
    return row;
  };
  const std::string *id = text_of(json, "id"), *kind = text_of(json, "kind"),
                    *unit = text_of(json, "unit");
  if (!id) return at_fault(CaseFault::id);
  row.id = *id;
  if (!kind) return at_fault(CaseFault::kind);
  const std::optional<PublishedCase> published = read_case(*kind, json);
  if (!published) return at_fault(CaseFault::input);
  const std::optional<Expectations> expected = expectations(json);
  if (!expected) return at_fault(CaseFault::expect);
  if (json.find("unit") && !unit) return at_fault(CaseFault::unit);
  const JsonValue* tolerance = json.find("tolerance");
  const bool in_words = tolerance && tolerance->text();
  if (tolerance && !in_words && tolerance->number() != 0.0) return at_fault(CaseFault::tolerance);
  bool equal = true, close = true;
  for (const auto& [name, wanted] : *expected) {
    row.expected.push_back(wanted);
    const std::optional<double> got = run_published(*published, unit ? *unit : "", name);
    if (!got && run_published(*published, "bytes", name)) return at_fault(CaseFault::unit);
    if (!got) return row;
    row.got.push_back(*got);
    const double difference = std::abs(*got - wanted);
    if (difference > 0) row.residual = std::max(row.residual, difference / std::abs(wanted));
    equal = equal && difference == 0;
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
  JsonValue json{JsonValue::Object{
      {"id", row.id},
      {"result", std::string(case_result_ids[static_cast<std::size_t>(row.result)])},
      {"got", got},
      {"expected", expected},
      {"residual", row.residual}}};
  if (row.fault != CaseFault::none)
    json.add("wrong", std::string(case_fault_ids[static_cast<std::size_t>(row.fault)]));
  return json;
}

}  // namespace

std::vector<CaseRow> run_cases(std::string_view json, FormatIssues& issues) {
  std::vector<CaseRow> rows;
  const std::optional<JsonValue> cases = parse_json(json, issues);
  if (cases && !cases->array())
    issues.push_back({FormatIssue::Kind::wrong_type, "", shown(*cases), "[{…}, …]"});
  if (!issues.empty()) return rows;
  for (const JsonValue& each : *cases->array()) rows.push_back(run_case(each));
  return rows;
}

std::string cases_answer(std::string_view json) {
  FormatIssues issues;
  const std::vector<CaseRow> rows = run_cases(json, issues);
  if (issues.empty()) return cases_json(rows);
  const FormatIssue& issue = issues.front();
  const std::string what = issue.kind == FormatIssue::Kind::wrong_type ? "it is " + issue.got
                           : issue.kind == FormatIssue::Kind::duplicate
                               ? issue.field + " stands twice"
                               : "at byte " + issue.got;
  return JsonValue{JsonValue::Object{{"problem", "no JSON array of cases: " + what}}}.dump();
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
