#include "formats/json_value.h"

#include <rapidjson/encodedstream.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/decimal.h"
#include "core/utf8.h"

namespace tally {
namespace {

constexpr std::size_t deepest = 64;  // of values inside values: the stack of wasm is small

/// A number as JSON writes it; infinity where it is too big for a double.
double to_double(std::string_view number) {
  const DecimalParts parts = *split_decimal(number);
  const double value = from_digits(parts.digits, parts.exponent);
  return parts.negative ? -value : value;
}

/// Builds a value from what RapidJSON's reader meets; false from a member ends the reading.
class Builder {
 public:
  /// With a `problem` two members of one name are refused.
  Builder(JsonValue& root, JsonProblem* problem) : root_(root), problem_(problem) {}

  bool Null() { return put({}); }
  bool Bool(bool value) { return put(value); }
  // Numbers come as they are written (RawNumber). RapidJSON's own conversion reads outside of its
  // table of powers when hundreds of digits meet a large negative exponent.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    const char* const end = text + size;
    std::int64_t whole = 0;
    if (const auto read = std::from_chars(text, end, whole);
        read.ptr == end && read.ec == std::errc{})
      return put(whole);
    const double real = to_double({text, size});
    return std::isfinite(real) ? put(real) : refuse(JsonProblem::Kind::number_too_big);
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    return is_text({text, size}) && put(std::string_view(text, size));
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    name_.assign(text, size);
    return is_text(name_);
  }
  bool StartObject() { return open(JsonValue::Object()); }
  bool StartArray() { return open(JsonValue::Array()); }
  bool EndObject(rapidjson::SizeType) {
    const std::string* twice = problem_ ? duplicate(*open_.back().second.object()) : nullptr;
    return twice ? refuse(JsonProblem::Kind::duplicate, *twice) : close();
  }
  bool EndArray(rapidjson::SizeType) { return close(); }

 private:
  bool refuse(JsonProblem::Kind kind, std::string name = {}) {
    if (problem_) *problem_ = {.kind = kind, .name = std::move(name)};
    return false;
  }
  /// Half of a surrogate pair, escaped, gets past RapidJSON.
  bool is_text(std::string_view text) {
    return first_invalid_utf8(text) == text.size() || refuse(JsonProblem::Kind::not_utf8);
  }
  bool open(JsonValue value) {
    if (open_.size() == deepest) return refuse(JsonProblem::Kind::too_deep);
    open_.push_back({std::move(name_), std::move(value)});
    return true;
  }
  static const std::string* duplicate(const JsonValue::Object& members) {
    std::vector<const std::string*> names;
    names.reserve(members.size());
    for (const auto& [name, value] : members) names.push_back(&name);
    const auto less = [](const std::string* a, const std::string* b) { return *a < *b; };
    std::sort(names.begin(), names.end(), less);
    const auto same = [](const std::string* a, const std::string* b) { return *a == *b; };
    const auto found = std::adjacent_find(names.begin(), names.end(), same);
    return found == names.end() ? nullptr : *found;
  }
  bool close() {
    auto [name, value] = std::move(open_.back());
    open_.pop_back();
    name_ = std::move(name);
    return put(std::move(value));
  }
  bool put(JsonValue value) {
    if (open_.empty())
      root_ = std::move(value);
    else if (open_.back().second.array())
      open_.back().second.add(std::move(value));
    else
      open_.back().second.add(std::move(name_), std::move(value));
    return true;
  }

  JsonValue& root_;
  JsonProblem* problem_;
  std::string name_;                                     // of the member that comes next
  std::vector<std::pair<std::string, JsonValue>> open_;  // what is not closed yet, with its name
};

std::optional<JsonValue> read(std::string_view text, JsonProblem* problem) {
  if (const std::size_t invalid = first_invalid_utf8(text); invalid != text.size()) {
    if (problem) *problem = {.kind = JsonProblem::Kind::not_utf8, .offset = invalid};
    return {};
  }
  JsonValue value;
  Builder builder(value, problem);
  rapidjson::MemoryStream bytes(text.data(), text.size());
  rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(bytes);
  rapidjson::Reader reader;
  // Iterative: what is read must not be able to use up the stack.
  constexpr unsigned flags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
  const rapidjson::ParseResult result = reader.Parse<flags>(stream, builder);
  // RapidJSON takes a zero byte for the end of the text.
  const bool is_whole = bytes.Tell() == text.size();
  if (!result.IsError() && is_whole) return value;
  if (problem) {
    if (result.Code() == rapidjson::kParseErrorNumberTooBig)
      problem->kind = JsonProblem::Kind::number_too_big;
    else if (result.Code() != rapidjson::kParseErrorTermination)  // that is the builder's own
      problem->kind = JsonProblem::Kind::syntax;
    problem->offset = result.IsError() ? result.Offset() : bytes.Tell();
  }
  return {};
}

template <class Writer>
void write(Writer& writer, const JsonValue& value) {
  const auto size = [](const auto& text) { return static_cast<rapidjson::SizeType>(text.size()); };
  if (const bool* boolean = value.boolean()) {
    writer.Bool(*boolean);
  } else if (const std::int64_t* integer = value.integer()) {
    writer.Int64(*integer);
  } else if (const std::string* text = value.text()) {
    writer.String(text->data(), size(*text));
  } else if (const auto* array = value.array()) {
    writer.StartArray();
    for (const JsonValue& item : *array) write(writer, item);
    writer.EndArray();
  } else if (const auto* object = value.object()) {
    writer.StartObject();
    for (const auto& [name, member] : *object) {
      writer.Key(name.data(), size(name));
      write(writer, member);
    }
    writer.EndObject();
  } else if (const std::optional<double> number = value.number();
             number && std::isfinite(*number)) {
    writer.Double(*number);
  } else {
    writer.Null();
  }
}

}  // namespace

std::optional<JsonValue> JsonValue::parse(std::string_view text) { return read(text, nullptr); }

std::optional<JsonValue> JsonValue::parse(std::string_view text, JsonProblem& problem) {
  problem = {};
  return read(text, &problem);
}

std::string JsonValue::dump(int indent) const {
  rapidjson::StringBuffer out;
  if (indent < 0) {
    rapidjson::Writer<rapidjson::StringBuffer> writer(out);
    write(writer, *this);
  } else {
    rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(out);
    writer.SetIndent(' ', static_cast<unsigned>(indent));
    write(writer, *this);
  }
  return valid_utf8({out.GetString(), out.GetSize()});
}

std::optional<double> JsonValue::number() const {
  if (const double* real = std::get_if<double>(&data_)) return *real;
  if (const std::int64_t* whole = integer()) return static_cast<double>(*whole);
  return std::nullopt;
}

const JsonValue* JsonValue::find(std::string_view name) const {
  if (const Object* members = object())
    for (const auto& [key, value] : *members)
      if (key == name) return &value;
  return nullptr;
}

void JsonValue::add(std::string name, JsonValue value) {
  std::get<Object>(data_).emplace_back(std::move(name), std::move(value));
}

void JsonValue::add(JsonValue value) { std::get<Array>(data_).push_back(std::move(value)); }

}  // namespace tally
