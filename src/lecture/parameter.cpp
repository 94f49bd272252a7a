#include "lecture/parameter.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "core/utf8.h"
#include "lecture/format.h"
#include "lecture/number.h"
#include "lecture/strings.h"
#include "lecture/text.h"

namespace tally {
namespace {

constexpr std::size_t longest_list = 1024;

/// Reads one text. What is wrong, if anything, is told through `issue`.
class ValueReader {
 public:
  ValueReader(const Parameter& parameter, const Language& language)
      : parameter_(parameter), words_(language.strings->messages), language_(language) {}

  bool read(std::string_view text, Value& value, std::string& message) const {
    text = trimmed(text);
    const std::string_view problem = read_kind(text, value);
    if (problem.empty()) return true;
    message = fill(problem, {{"label", std::string(language_.text(parameter_.label))},
                             {"got", printable(text)},
                             {"plain", without_separators(text)},
                             {"count", std::to_string(count_items(text))},
                             {"limit", std::to_string(longest_list)},
                             {"nearest", std::string(nearest_choice(text))},
                             {"takes", takes_text(parameter_, language_)}});
    return false;
  }

 private:
  /// The template of the message, or "" when `value` was read.
  std::string_view read_kind(std::string_view text, Value& value) const {
    switch (parameter_.kind) {
      case ParameterKind::integer: {
        std::int64_t number = 0;
        const std::string_view problem = read_integer_text(text, number);
        if (problem.empty()) value = number;
        return problem;
      }
      case ParameterKind::real: {
        double number = 0;
        const NumberProblem problem = read_real(text, number);
        if (problem != NumberProblem::none) return sentence(problem, text);
        if (number < parameter_.min || number > parameter_.max) return words_.bad_value;
        value = number;
        return {};
      }
      case ParameterKind::flag: {
        if (text.empty()) return words_.empty_value;
        const bool yes = text == "true" || text == "on" || text == "1";
        if (!yes && text != "false" && text != "off" && text != "0") return words_.bad_value;
        value = yes;
        return {};
      }
      case ParameterKind::choice: {
        if (text.empty()) return words_.empty_value;
        for (const Choice& choice : parameter_.choices)
          if (choice.id == text) {
            value = std::string(text);
            return {};
          }
        return nearest_choice(text).empty() ? words_.bad_value : words_.bad_choice;
      }
      case ParameterKind::integers: {
        if (text.empty()) {
          value = std::vector<std::int64_t>{};
          return {};
        }
        if (count_items(text) > longest_list) return words_.too_many;
        std::vector<std::int64_t> numbers;
        for (std::size_t begin = 0; begin <= text.size();) {
          const std::size_t end = std::min(text.find(',', begin), text.size());
          std::int64_t number = 0;
          const std::string_view item = trimmed(text.substr(begin, end - begin));
          const std::string_view problem = read_integer_text(item, number);
          // Of a list the whole text is quoted, so an empty or grouped item is a bad list.
          if (problem == words_.empty_value.utf8 || problem == words_.separators.utf8)
            return words_.bad_value;
          if (!problem.empty()) return problem;
          numbers.push_back(number);
          begin = end + 1;
        }
        value = std::move(numbers);
        return {};
      }
    }
    return words_.bad_value;
  }

  std::string_view read_integer_text(std::string_view text, std::int64_t& number) const {
    const NumberProblem problem = read_integer(text, number);
    if (problem != NumberProblem::none) return sentence(problem, text);
    if (number < static_cast<std::int64_t>(parameter_.min) ||
        number > static_cast<std::int64_t>(parameter_.max))
      return words_.bad_value;
    return {};
  }

  std::string_view sentence(NumberProblem problem, std::string_view text) const {
    switch (problem) {
      case NumberProblem::empty:
        return words_.empty_value;
      case NumberProblem::not_whole:
        return words_.not_whole;
      case NumberProblem::not_finite:
        return words_.not_finite;
      case NumberProblem::separators:
        return words_.separators;
      default:
        break;
    }
    // A Chinese input method writes １２ and ， and 。 where 12 and , and . are meant.
    for (const std::string_view lead : {"\xEF\xBC", "\xEF\xBD", "\xE3\x80\x81", "\xE3\x80\x82"})
      if (text.find(lead) != std::string_view::npos) return words_.full_width;
    return words_.bad_value;
  }

  std::string_view nearest_choice(std::string_view text) const {
    std::vector<std::string_view> ids;
    for (const Choice& choice : parameter_.choices) ids.push_back(choice.id);
    return nearest(text, ids);
  }

  static std::size_t count_items(std::string_view text) {
    std::size_t count = 1;
    for (const char c : text) count += c == ',';
    return count;
  }

  /// Without blanks at both ends: those of a keyboard, the wide one and the one that does not
  /// break.
  static std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks[]{" ", "\t", "\r", "\n", "\xE3\x80\x80", "\xC2\xA0"};
    const auto trim = [&](auto&& has, auto&& cut) {
      for (bool again = true; again;) {
        again = false;
        for (const std::string_view blank : blanks)
          if (has(blank)) {
            cut(blank.size());
            again = true;
          }
      }
    };
    trim([&](std::string_view blank) { return text.starts_with(blank); },
         [&](std::size_t size) { text.remove_prefix(size); });
    trim([&](std::string_view blank) { return text.ends_with(blank); },
         [&](std::size_t size) { text.remove_suffix(size); });
    return text;
  }

  const Parameter& parameter_;
  const MessageStrings& words_;
  const Language& language_;
};

std::string unknown_key(std::span<const Parameter> parameters, std::string_view key,
                        const Language& language) {
  std::vector<std::string_view> keys;
  for (const Parameter& parameter : parameters) keys.push_back(parameter.key);
  const MessageStrings& words = language.strings->messages;
  const std::string_view guess = nearest(key, keys);
  if (!guess.empty())
    return fill(words.unknown_nearest, {{"key", printable(key)}, {"nearest", std::string(guess)}});
  return fill(words.unknown_key,
              {{"key", printable(key)}, {"keys", join(keys, words.list_separator)}});
}

}  // namespace

Values::Values(std::span<const Parameter> parameters, std::vector<Value> values)
    : parameters_(parameters), values_(std::move(values)) {
  check(parameters_.size() == values_.size(), "[Values] one value per parameter is needed");
}

const Value& Values::find(std::string_view key) const {
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (parameters_[i].key == key) return values_[i];
  fail("[Values] this lesson declares no parameter \"" + std::string(key) + "\"");
}

namespace {
template <class T>
const T& get(const Value& value, std::string_view key) {
  const T* held = std::get_if<T>(&value);
  check(held != nullptr,
        [&] { return "[Values] \"" + std::string(key) + "\" is of another kind"; });
  return *held;
}
}  // namespace

std::int64_t Values::integer(std::string_view key) const {
  return get<std::int64_t>(find(key), key);
}
double Values::real(std::string_view key) const { return get<double>(find(key), key); }
bool Values::flag(std::string_view key) const { return get<bool>(find(key), key); }
const std::string& Values::choice(std::string_view key) const {
  return get<std::string>(find(key), key);
}
const std::vector<std::int64_t>& Values::integers(std::string_view key) const {
  return get<std::vector<std::int64_t>>(find(key), key);
}

Parsed parse_values(std::span<const Parameter> parameters, const Texts& texts,
                    const Language& language) {
  Parsed parsed;
  std::vector<bool> given(parameters.size());
  for (const Parameter& parameter : parameters) {
    Value value;
    std::string message;
    check(ValueReader(parameter, language).read(parameter.default_text, value, message),
          [&] { return "[parse_values] a default is not valid: " + message; });
    parsed.values.push_back(std::move(value));
  }
  for (const auto& [key, text] : texts) {
    std::size_t index = 0;
    while (index < parameters.size() && parameters[index].key != key) ++index;
    std::string message;
    if (index == parameters.size()) {
      message = unknown_key(parameters, key, language);
    } else if (given[index]) {
      message = fill(language.strings->messages.given_twice,
                     {{"label", std::string(language.text(parameters[index].label))}});
    } else {
      given[index] = true;
      Value value;
      if (ValueReader(parameters[index], language).read(text, value, message))
        parsed.values[index] = std::move(value);
    }
    if (!message.empty()) parsed.issues.push_back({valid_utf8(key), std::move(message)});
  }
  return parsed;
}

std::string value_text(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return typed(*real);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* choice = std::get_if<std::string>(&value)) return *choice;
  std::string text;
  for (const std::int64_t item : std::get<std::vector<std::int64_t>>(value)) {
    if (!text.empty()) text += ',';
    text += std::to_string(item);
  }
  return text;
}

std::string limits_text(const Parameter& parameter, const Language& language) {
  const MessageStrings& words = language.strings->messages;
  switch (parameter.kind) {
    case ParameterKind::flag:
      return "true, false";
    case ParameterKind::choice: {
      std::vector<std::string_view> ids;
      for (const Choice& choice : parameter.choices) ids.push_back(choice.id);
      return join(ids, words.list_separator);
    }
    default:
      return fill(words.range, {{"min", typed(parameter.min)}, {"max", typed(parameter.max)}});
  }
}

std::string takes_text(const Parameter& parameter, const Language& language) {
  const MessageStrings& words = language.strings->messages;
  const std::string limits = limits_text(parameter, language);
  switch (parameter.kind) {
    case ParameterKind::integer:
      return fill(words.takes_integer, {{"range", limits}});
    case ParameterKind::real:
      return fill(words.takes_real, {{"range", limits}});
    case ParameterKind::choice:
      return fill(words.takes_choice, {{"choices", limits}});
    case ParameterKind::flag:
      return std::string(words.takes_flag.utf8);
    case ParameterKind::integers:
      return fill(words.takes_integers, {{"range", limits}});
  }
  return limits;
}

}  // namespace tally
