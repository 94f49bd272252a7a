// A JSON value, read and written by RapidJSON in one place, so that a program holds one copy of
// each. The objects keep their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tally {

/// Why a text is not read, and at which byte of it.
struct JsonProblem {
  enum class Kind : std::uint8_t {
    not_utf8,
    syntax,          // no JSON: cut off, a word that JSON has not (NaN), a comma too much
    number_too_big,  // beyond a float64
    too_deep,        // nested deeper than 64
    duplicate,       // the object has two members called `name`
  };
  Kind kind{};
  std::size_t offset = 0;
  std::string name = {};
};

class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  using Object = std::vector<std::pair<std::string, JsonValue>>;

  JsonValue() = default;  // null
  JsonValue(bool value) : data_(value) {}
  JsonValue(std::int64_t value) : data_(value) {}
  JsonValue(double value) : data_(value) {}
  JsonValue(std::string value) : data_(std::move(value)) {}
  JsonValue(std::string_view value) : data_(std::string(value)) {}
  JsonValue(const char* value) : data_(std::string(value)) {}
  JsonValue(Array value) : data_(std::move(value)) {}
  JsonValue(Object value) : data_(std::move(value)) {}

  /// Nothing when the text is not JSON in UTF-8, or nested deeper than 64. A whole number beyond 64
  /// bits is read as a real one.
  static std::optional<JsonValue> parse(std::string_view text);
  /// The same, and says what is wrong. Here two members of one name are wrong as well.
  static std::optional<JsonValue> parse(std::string_view text, JsonProblem& problem);
  /// On one line, or with `indent` spaces for each level. A number that is not finite is null; a
  /// byte that is not UTF-8 is U+FFFD.
  std::string dump(int indent = -1) const;

  bool is_null() const { return data_.index() == 0; }
  const bool* boolean() const { return std::get_if<bool>(&data_); }
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&data_); }
  const std::string* text() const { return std::get_if<std::string>(&data_); }
  const Array* array() const { return std::get_if<Array>(&data_); }
  const Object* object() const { return std::get_if<Object>(&data_); }
  /// A number of either kind.
  std::optional<double> number() const;

  /// The member of an object; nullptr without one, or when this is no object.
  const JsonValue* find(std::string_view name) const;
  /// Adds a member or an element: this is an object or an array.
  void add(std::string name, JsonValue value);
  void add(JsonValue value);

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> data_;
};

}  // namespace tally
