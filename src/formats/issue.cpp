#include "formats/issue.h"

#include "core/format_text.h"
#include "core/utf8.h"

namespace tally {
namespace {

std::string range(auto least, auto greatest) { return format_text("{}..{}", least, greatest); }

/// The issue of a text that is not read.
FormatIssue issue_of(const JsonProblem& problem) {
  using Kind = FormatIssue::Kind;
  const std::string at = std::to_string(problem.offset);
  switch (problem.kind) {
    case JsonProblem::Kind::not_utf8:
      return {.kind = Kind::not_utf8, .got = at};
    case JsonProblem::Kind::number_too_big:
      return {.kind = Kind::number_too_big, .got = at};
    case JsonProblem::Kind::too_deep:
      return {.kind = Kind::too_deep, .got = at};
    case JsonProblem::Kind::duplicate:
      return {.kind = Kind::duplicate, .field = problem.name};
    case JsonProblem::Kind::syntax:
      break;
  }
  return {.kind = Kind::not_json, .got = at};
}

}  // namespace

std::optional<JsonValue> parse_json(std::string_view text, FormatIssues& issues,
                                    std::size_t begin) {
  JsonProblem problem;
  std::optional<JsonValue> json = JsonValue::parse(text, problem);
  if (!json) {
    problem.offset += begin;
    issues.push_back(issue_of(problem));
  }
  return json;
}

std::optional<JsonValue> parse_object(std::string_view text, std::string_view name,
                                      FormatIssues& issues, std::size_t begin) {
  std::optional<JsonValue> json = parse_json(text, issues, begin);
  if (json && !json->object()) {
    issues.push_back({FormatIssue::Kind::wrong_type, std::string(name), shown(*json), "{…}"});
    json.reset();
  }
  return json;
}

std::string shown(const JsonValue& value) {
  constexpr std::size_t longest = 40;
  if (value.array() && value.array()->size() > longest) return "[…]";
  if (value.object()) return "{…}";
  const std::string text = value.dump();
  std::string result;
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++characters) {
    if (characters == longest) return result + "…";
    const std::size_t length = std::max<std::size_t>(decode_utf8(text, i).length, 1);
    result += text.substr(i, length);
    i += length;
  }
  return result;
}

const JsonValue* FieldReader::find(std::string_view name) const {
  const JsonValue* found = object_.find(name);
  return found && !found->is_null() ? found : nullptr;
}

void FieldReader::add(FormatIssue::Kind kind, std::string_view name, std::string got,
                      std::string takes) {
  issues_.push_back({kind, place_ + std::string(name), std::move(got), std::move(takes)});
}

void FieldReader::contradiction(std::string_view name, ConfigProblem problem) {
  issues_.push_back({.kind = FormatIssue::Kind::contradiction,
                     .field = place_ + std::string(name),
                     .problem = std::move(problem)});
}

std::int64_t FieldReader::integer(std::string_view name, std::int64_t otherwise, std::int64_t least,
                                  std::int64_t greatest) {
  const JsonValue* found = find(name);
  if (!found) return otherwise;
  const std::int64_t* value = found->integer();
  if (value && *value >= least && *value <= greatest) return *value;
  // A whole number beyond 64 bits was read as a real one: it is a number, and out of range.
  const bool number = value || (found->number() && std::abs(*found->number()) >= 0x1p63);
  add(number ? FormatIssue::Kind::out_of_range : FormatIssue::Kind::wrong_type, name, shown(*found),
      range(least, greatest));
  return otherwise;
}

std::int64_t FieldReader::needed(std::string_view name, std::int64_t least, std::int64_t greatest) {
  if (find(name)) return integer(name, least, least, greatest);
  add(FormatIssue::Kind::missing, name, {}, range(least, greatest));
  return least;
}

double FieldReader::real(std::string_view name, double otherwise, double least, double greatest) {
  const JsonValue* found = find(name);
  if (!found) return otherwise;
  const std::optional<double> value = found->number();
  if (value && *value >= least && *value <= greatest) return *value;
  add(value ? FormatIssue::Kind::out_of_range : FormatIssue::Kind::wrong_type, name, shown(*found),
      range(least, greatest));
  return otherwise;
}

bool FieldReader::boolean(std::string_view name, bool otherwise) {
  const JsonValue* found = find(name);
  if (!found) return otherwise;
  if (const bool* value = found->boolean()) return *value;
  add(FormatIssue::Kind::wrong_type, name, shown(*found), "true, false");
  return otherwise;
}

std::string FieldReader::text(std::string_view name, std::string_view otherwise) {
  const JsonValue* found = find(name);
  if (!found) return std::string(otherwise);
  if (const std::string* value = found->text()) return *value;
  add(FormatIssue::Kind::wrong_type, name, shown(*found), "\"…\"");
  return std::string(otherwise);
}

}  // namespace tally
