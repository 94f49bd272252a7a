#include "lecture/json_value.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "lecture/number.h"
#include "lecture/text.h"

namespace tally {
namespace {

constexpr int deepest = 64;  // of values inside values: the stack of wasm is small

void append_utf8(std::string& text, unsigned c) {
  const auto byte = [&](unsigned value) { text += static_cast<char>(value); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      byte(0xE0 | c >> 12);
    } else {
      byte(0xF0 | c >> 18);
      byte(0x80 | (c >> 12 & 0x3F));
    }
    byte(0x80 | (c >> 6 & 0x3F));
  }
  byte(0x80 | (c & 0x3F));
}

/// Reads one value from the front of a text; false at the first thing that is not JSON.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  bool whole(JsonValue& value) {
    if (!read(value, 0)) return false;
    skip_space();
    return rest_.empty();
  }

 private:
  bool read(JsonValue& value, int depth) {
    skip_space();
    if (rest_.empty() || depth > deepest) return false;
    switch (rest_[0]) {
      case '{':
        return read_object(value, depth);
      case '[':
        return read_array(value, depth);
      case '"': {
        std::string text;
        if (!read_text(text)) return false;
        value = std::move(text);
        return true;
      }
      case 't':
        value = true;
        return take("true");
      case 'f':
        value = false;
        return take("false");
      case 'n':
        value = JsonValue();
        return take("null");
      default:
        return read_number(value);
    }
  }

  bool read_array(JsonValue& value, int depth) {
    JsonValue::Array items;
    take("[");
    for (bool more = !take_after_space("]"); more; more = take(",")) {
      if (!read(items.emplace_back(), depth + 1)) return false;
      if (take_after_space("]")) break;
      if (rest_.empty() || rest_[0] != ',') return false;
    }
    value = std::move(items);
    return true;
  }

  bool read_object(JsonValue& value, int depth) {
    JsonValue::Object members;
    take("{");
    for (bool more = !take_after_space("}"); more; more = take(",")) {
      skip_space();
      auto& [name, member] = members.emplace_back();
      if (!read_text(name) || !take_after_space(":") || !read(member, depth + 1)) return false;
      if (take_after_space("}")) break;
      if (rest_.empty() || rest_[0] != ',') return false;
    }
    value = std::move(members);
    return true;
  }

  bool read_text(std::string& text) {
    if (!take("\"")) return false;
    while (true) {
      std::size_t plain = 0;
      while (plain < rest_.size() && rest_[plain] != '"' && rest_[plain] != '\\' &&
             static_cast<unsigned char>(rest_[plain]) >= 0x20)
        ++plain;
      text += rest_.substr(0, plain);
      rest_.remove_prefix(plain);
      if (take("\"")) return true;
      if (!take("\\") || rest_.empty()) return false;
      const char c = rest_[0];
      rest_.remove_prefix(1);
      constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
      if (const std::size_t at = letters.find(c); at != letters.npos)
        text += meanings[at];
      else if (c != 'u' || !read_code_point(text))
        return false;
    }
  }

  /// What follows \u, with the other half of a surrogate pair.
  bool read_code_point(std::string& text) {
    unsigned c = 0, low = 0;
    if (!read_hex(c) || (c >= 0xDC00 && c < 0xE000)) return false;
    if (c >= 0xD800 && c < 0xDC00) {
      if (!take("\\u") || !read_hex(low) || low < 0xDC00 || low >= 0xE000) return false;
      c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(text, c);
    return true;
  }

  bool read_hex(unsigned& value) {
    if (rest_.size() < 4) return false;
    for (const char c : rest_.substr(0, 4)) {
      const char lower = static_cast<char>(c | 0x20);
      const bool digit = c >= '0' && c <= '9';
      if (!digit && (lower < 'a' || lower > 'f')) return false;
      value = value * 16 + static_cast<unsigned>(digit ? c - '0' : lower - 'a' + 10);
    }
    rest_.remove_prefix(4);
    return true;
  }

  bool read_number(JsonValue& value) {
    const std::size_t length = std::min(rest_.find_first_not_of("+-.0123456789eE"), rest_.size());
    const std::string_view number = rest_.substr(0, length);
    rest_.remove_prefix(length);
    const std::string_view digits = number.substr(number.starts_with('-'));
    if (digits.empty() || digits[0] < '0' || digits[0] > '9' || number.back() == '.') return false;
    if (digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9') return false;
    std::int64_t whole = 0;
    if (number.find_first_of(".eE") == number.npos &&
        read_integer(number, whole) == NumberProblem::none) {
      value = whole;
      return true;
    }
    double real = 0;
    if (read_real(number, real) != NumberProblem::none) return false;
    value = real;
    return true;
  }

  void skip_space() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r"), rest_.size()));
  }
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool take_after_space(std::string_view word) {
    skip_space();
    return take(word);
  }

  std::string_view rest_;
};

void write_text(std::string& out, const std::string& text) {
  out += '"';
  for (const char c : text) {
    constexpr std::string_view letters = "\"\\bfnrt", meanings = "\"\\\b\f\n\r\t";
    if (const std::size_t at = meanings.find(c); at != meanings.npos)
      out += {'\\', letters[at]};
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      out += c;
  }
  out += '"';
}

void write_real(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  const std::string text = fmt::format("{}", value);
  out += text;
  if (text.find_first_of(".e") == text.npos) out += ".0";  // it is read as a real number again
}

/// Writes what stands between two brackets, one item after the other.
template <class Items, class Write>
void write_items(std::string& out, std::string_view brackets, const Items& items, int indent,
                 int depth, const Write& write_item) {
  const auto new_line = [&](int level) {
    if (indent >= 0) out.append("\n").append(static_cast<std::size_t>(indent * level), ' ');
  };
  out += brackets[0];
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ',';
    first = false;
    new_line(depth + 1);
    write_item(item);
  }
  if (!first) new_line(depth);
  out += brackets[1];
}

void write(std::string& out, const JsonValue& value, int indent, int depth) {
  if (const bool* boolean = value.boolean()) {
    out += *boolean ? "true" : "false";
  } else if (const std::int64_t* integer = value.integer()) {
    out += fmt::format("{}", *integer);
  } else if (const std::string* text = value.text()) {
    write_text(out, *text);
  } else if (const auto* array = value.array()) {
    write_items(out, "[]", *array, indent, depth,
                [&](const JsonValue& item) { write(out, item, indent, depth + 1); });
  } else if (const auto* object = value.object()) {
    write_items(out, "{}", *object, indent, depth, [&](const auto& member) {
      write_text(out, member.first);
      out += indent >= 0 ? ": " : ":";
      write(out, member.second, indent, depth + 1);
    });
  } else if (const std::optional<double> number = value.number()) {
    write_real(out, *number);
  } else {
    out += "null";
  }
}

}  // namespace

std::optional<JsonValue> JsonValue::parse(std::string_view text) {
  JsonValue value;
  if (valid_utf8(text) != text || !Parser(text).whole(value)) return std::nullopt;
  return value;
}

std::string JsonValue::dump(int indent) const {
  std::string out;
  write(out, *this, indent, 0);
  return valid_utf8(out);
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
