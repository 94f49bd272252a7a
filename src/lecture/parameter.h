// A parameter is declared once; the widget, the form, the URL, the option, JSON and the validation
// message all follow from the declaration.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lecture/language.h"
#include "lecture/unit.h"

namespace tally {

enum class ParameterKind : std::uint8_t {
  integer,   // std::int64_t within [min, max]
  real,      // double within [min, max]
  choice,    // std::string, the id of one of `choices`
  flag,      // bool: "true" or "false" ("on", "off", "1", "0" are read too)
  integers,  // std::vector<std::int64_t>, written "6,4,3,2,1"; each within [min, max]; may be empty
};

enum class Scale : std::uint8_t { linear, log2, log10 };

/// How a parameter is offered. `button`: an integer that a press raises by one (the label is the
/// button's text), beside a way back to its minimum.
enum class Control : std::uint8_t { standard, button };

struct Choice {
  std::string_view id;
  TextKey label;
};

using Value = std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>>;

struct Parameter {
  std::string_view key;  // [a-z0-9_]+; the option is --key with '-' for '_'; in a URL #lesson.key=
  ParameterKind kind;
  TextKey label;
  TextKey help;  // one sentence: what it is
  Unit unit = Unit::none;
  double min = 0;
  double max = 0;
  double step = 1;
  Scale scale = Scale::linear;
  std::string_view default_text;  // read by the same parser as what a reader types
  std::span<const Choice> choices = {};
  Control control = Control::standard;
};

/// What is wrong with one value: which parameter, and a sentence in the reader's language that says
/// what it got and what it takes.
struct Issue {
  std::string key;
  std::string message;
};

/// The values of one lesson's parameters, in the order of their declaration; all valid.
class Values {
 public:
  Values(std::span<const Parameter> parameters, std::vector<Value> values);
  std::int64_t integer(std::string_view key) const;
  double real(std::string_view key) const;
  bool flag(std::string_view key) const;
  const std::string& choice(std::string_view key) const;
  const std::vector<std::int64_t>& integers(std::string_view key) const;
  std::span<const Parameter> parameters() const { return parameters_; }
  const Value& at(std::size_t index) const { return values_[index]; }

 private:
  const Value& find(std::string_view key) const;
  std::span<const Parameter> parameters_;
  std::vector<Value> values_;
};

/// Texts by key, as typed in a form, a URL or a command line. Keys left out take their default.
using Texts = std::vector<std::pair<std::string, std::string>>;

struct Parsed {
  std::vector<Value> values;  // one per parameter; the default where its text was bad
  std::vector<Issue> issues;  // empty when all is well; unknown keys are issues too
};

/// Reads and validates `texts`. Never throws, never clamps: a bad text is an issue.
Parsed parse_values(std::span<const Parameter> parameters, const Texts& texts,
                    const Language& language);

/// A value as text, as `parse_values` reads it back.
std::string value_text(const Value& value);

/// What a parameter takes: in short beside its control ("1 to 64", "relu, tanh"), and as the end of
/// a sentence ("a whole number from 1 to 64").
std::string limits_text(const Parameter& parameter, const Language& language);
std::string takes_text(const Parameter& parameter, const Language& language);

}  // namespace tally
