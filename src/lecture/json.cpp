#include "lecture/json.h"

#include <limits>
#include <type_traits>

#include "formats/json_value.h"
#include "lecture/json_names.h"
#include "lecture/json_place.h"
#include "lecture/version.h"

namespace tally {
namespace {

using json::enum_name, json::read_enum;

// The fields of each struct, for writing and reading alike.
template <class A>
void fields(A& a, Column& v) {
  a("key", v.key), a("label", v.label), a("unit", v.unit);
}
template <class A>
void fields(A& a, Cell& v) {
  a("value", v.value), a("text", v.text), a.sparse("formula", v.formula);
}
template <class A>
void fields(A& a, Table& v) {
  a("id", v.id), a("caption", v.caption), a("columns", v.columns), a("rows", v.rows);
  a("row_ids", v.row_ids), a("marked_row", v.marked_row), a.sparse("source", v.source);
}
template <class A>
void fields(A& a, Axis& v) {
  a("label", v.label), a("unit", v.unit), a("scale", v.scale), a("categories", v.categories);
}
template <class A>
void fields(A& a, Series& v) {
  a("id", v.id), a("label", v.label), a("color", v.color), a("kind", v.kind), a("x", v.x),
      a("y", v.y);
}
template <class A>
void fields(A& a, Mark& v) {
  a("along", v.along), a("at", v.at), a("label", v.label), a("color", v.color);
}
template <class A>
void fields(A& a, Plot& v) {
  a("id", v.id), a("caption", v.caption), a("x", v.x), a("y", v.y), a("series", v.series);
  a("marks", v.marks);
}
template <class A>
void fields(A& a, Timeline::Band& v) {
  a("id", v.id), a("label", v.label), a("color", v.color), a("bytes", v.bytes);
}
template <class A>
void fields(A& a, Timeline::Phase& v) {
  a("label", v.label), a("begin", v.begin), a("end", v.end);
}
template <class A>
void fields(A& a, Timeline::Storage::Hold& v) {
  a("node", v.node), a("slot", v.slot), a("from", v.from), a("to", v.to);
}
template <class A>
void fields(A& a, Timeline::Storage& v) {
  a("category", v.category), a("label", v.label), a("shape", v.shape), a("bytes", v.bytes);
  a("from", v.from), a("to", v.to), a.sparse("holds", v.holds);
}
template <class A>
void fields(A& a, Timeline& v) {
  a("id", v.id), a("caption", v.caption), a("x", v.x), a("y", v.y), a("x_at", v.x_at);
  a("bands", v.bands), a("phases", v.phases), a("peak_at", v.peak_at),
      a("peak_bytes", v.peak_bytes);
  a("peak_label", v.peak_label), a("live_peak_bytes", v.live_peak_bytes);
  a.sparse("storages", v.storages);
}
template <class A>
void fields(A& a, Script& v) {
  a("code", v.code), a("prints", v.prints);
}
template <class A>
void fields(A& a, Presentation& v) {
  a("sentence", v.sentence), a("notes", v.notes), a("plots", v.plots), a("timeline", v.timeline);
  a("tables", v.tables), a("pytorch", v.pytorch);
}
template <class A>
void fields(A& a, Issue& v) {
  a("key", v.key), a("message", v.message);
}
template <class A>
void fields(A& a, ChoiceDescription& v) {
  a("id", v.id), a("label", v.label);
}
template <class A>
void fields(A& a, ParameterDescription& v) {
  a("key", v.key), a("kind", v.kind), a("control", v.control), a("label", v.label),
      a("help", v.help);
  a("unit", v.unit), a("unit_label", v.unit_label), a("unit_one", v.unit_one);
  a("min", v.min), a("max", v.max), a("step", v.step);
  a("scale", v.scale), a("default", v.default_text), a("limits", v.limits), a("choices", v.choices);
}
template <class A>
void fields(A& a, LessonDescription& v) {
  a("id", v.id), a("number", v.number), a("title", v.title), a("parameters", v.parameters);
}
template <class A>
void fields(A& a, QuestionDescription& v) {
  a("id", v.id), a("lesson", v.lesson), a("prompt", v.prompt), a("choices", v.choices);
}
template <class A>
void fields(A& a, Answer& v) {
  a("question", v.question), a("language", v.language), a("correct", v.correct);
  a("explanation", v.explanation), a("values", v.values), a("error", v.error);
}
template <class A>
void fields(A& a, LanguageDescription& v) {
  a("tag", v.tag), a("html_lang", v.html_lang), a("name", v.name);
}
template <class A>
void fields(A& a, CategoryDescription& v) {
  a("id", v.id), a("label", v.label);
}
template <class A>
void fields(A& a, Description& v) {
  a("engine_version", v.engine_version), a("pytorch_version", v.pytorch_version);
  a("languages", v.languages), a("ui", v.ui), a("categories", v.categories),
      a("lessons", v.lessons), a("questions", v.questions);
}
template <class A>
void fields(A& a, RunResponse& v) {
  a("lesson", v.lesson), a("language", v.language), a("engine_version", v.engine_version);
  a("pytorch_version", v.pytorch_version), a("values", v.values), a("issues", v.issues);
  a.sparse("presentation", v.presentation);
}

struct Writer {
  JsonValue json = JsonValue::Object();

  template <class T>
  void operator()(const char* name, T& value) {
    json.add(name, write(value));
  }
  /// A field that is left out when it is empty.
  template <class T>
  void sparse(const char* name, T& value) {
    if (!value.empty()) json.add(name, write(value));
  }
  template <class T>
  void sparse(const char* name, std::optional<T>& value) {
    if (value) json.add(name, write(*value));
  }

  template <class T>
  static JsonValue write(T& value) {
    if constexpr (std::is_enum_v<T>) {
      return enum_name(value);
    } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double> ||
                         std::is_same_v<T, std::string>) {
      return value;
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<std::int64_t>(value);
    } else {
      Writer writer;
      fields(writer, value);
      return std::move(writer.json);
    }
  }
  static JsonValue write(std::variant<std::monostate, std::int64_t, double>& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return {};
  }
  template <class T>
  static JsonValue write(std::optional<T>& value) {
    return value ? write(*value) : JsonValue();
  }
  template <class T>
  static JsonValue write(std::vector<T>& values) {
    JsonValue result = JsonValue::Array();
    for (T& value : values) result.add(write(value));
    return result;
  }
  template <class T>  // texts by name are an object
  static JsonValue write(std::vector<std::pair<std::string, T>>& values) {
    JsonValue result = JsonValue::Object();
    for (auto& [name, value] : values) result.add(name, write(value));
    return result;
  }
};

/// Reads the fields of one object and keeps the first problem with its place.
class Reader {
 public:
  Reader(const JsonValue& json, const JsonPlace& place, std::string& problem)
      : json_(json), place_(place), problem_(problem) {}

  template <class T>
  void operator()(const char* name, T& value) {
    const JsonPlace place{&place_, name};
    if (const JsonValue* found = json_.find(name))
      read(*found, place, value);
    else if constexpr (!is_optional<T>)
      wrong(place, "is missing");
  }
  template <class T>
  void sparse(const char* name, T& value) {
    if (json_.find(name))
      (*this)(name, value);
    else
      value = {};
  }

 private:
  void read(const JsonValue& json, const JsonPlace& place, std::string& value) {
    if (const std::string* text = json.text())
      value = *text;
    else
      wrong(place, "is not a text");
  }
  void read(const JsonValue& json, const JsonPlace& place, double& value) {
    if (!json.is_null() && !json.number()) return wrong(place, "is not a number");
    value = json.number().value_or(std::numeric_limits<double>::quiet_NaN());
  }
  void read(const JsonValue& json, const JsonPlace& place,
            std::variant<std::monostate, std::int64_t, double>& value) {
    if (json.is_null())
      value = std::monostate{};
    else if (const std::int64_t* integer = json.integer())
      value = *integer;
    else if (const auto number = json.number())
      value = *number;
    else
      wrong(place, "is neither a number nor null");
  }
  template <class T>
  void read(const JsonValue& json, const JsonPlace& place, T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      if (!json.boolean()) return wrong(place, "is neither true nor false");
      value = *json.boolean();
    } else if constexpr (std::is_integral_v<T>) {
      const std::int64_t* integer = json.integer();
      if (!integer || !std::in_range<T>(*integer)) return wrong(place, "is not a whole number");
      value = static_cast<T>(*integer);
    } else if constexpr (std::is_enum_v<T>) {
      if (!json.text() || !read_enum(*json.text(), value)) wrong(place, "is not one of its names");
    } else {
      if (!json.object()) return wrong(place, "is not an object");
      Reader inner(json, place, problem_);
      fields(inner, value);
    }
  }
  template <class T>
  void read(const JsonValue& json, const JsonPlace& place, std::optional<T>& value) {
    if (json.is_null()) return value.reset();
    read(json, place, value.emplace());
  }
  template <class T>
  void read(const JsonValue& json, const JsonPlace& place, std::vector<T>& values) {
    values.clear();
    if (!json.array()) return wrong(place, "is not a list");
    for (const JsonValue& item : *json.array()) {
      const JsonPlace at{&place, {}, values.size()};
      read(item, at, values.emplace_back());
    }
  }
  template <class T>
  void read(const JsonValue& json, const JsonPlace& place,
            std::vector<std::pair<std::string, T>>& values) {
    values.clear();
    if (!json.object()) return wrong(place, "is not an object");
    for (const auto& [name, item] : *json.object())
      read(item, JsonPlace{&place, name}, values.emplace_back(name, T{}).second);
  }

  template <class T>
  static constexpr bool is_optional = false;
  template <class T>
  static constexpr bool is_optional<std::optional<T>> = true;

  void wrong(const JsonPlace& place, const char* what) {
    if (problem_.empty()) problem_ = place.text() + " " + what;
  }

  const JsonValue& json_;
  const JsonPlace& place_;
  std::string& problem_;
};

/// Calls `use` with a reader of the text's root object, and gives the problem.
template <class Use>
std::string with_reader(std::string_view text, const Use& use) {
  const std::optional<JsonValue> json = JsonValue::parse(text);
  if (!json) return "it is not JSON";
  if (!json->object()) return "it is not an object";
  std::string problem;
  const JsonPlace root;
  Reader reader(*json, root, problem);
  use(reader, *json, problem);
  return problem;
}

template <class T>
std::string read_object(std::string_view text, T& value) {
  return with_reader(text, [&](Reader& reader, const auto&...) { fields(reader, value); });
}

/// The writer reads only, but shares `fields` with the reader, which needs to write.
template <class T>
JsonValue written(const T& value) {
  return Writer::write(const_cast<T&>(value));
}

JsonValue with_schema(const JsonValue& json) {
  JsonValue result = JsonValue::Object();
  result.add("schema", std::int64_t{schema_version});
  for (const auto& [name, value] : *json.object()) result.add(name, value);
  return result;
}

JsonValue response_json(const RunResponse& response) {
  if (!response.error.empty()) return with_schema(JsonValue::Object{{"error", response.error}});
  return with_schema(written(response));
}

}  // namespace

std::string to_json(const Description& description) {
  return with_schema(written(description)).dump();
}
std::string to_json(const RunResponse& response) { return response_json(response).dump(); }
std::string to_json(const Presentation& presentation) { return written(presentation).dump(); }
std::string to_json(const Answer& answer) { return with_schema(written(answer)).dump(); }

std::string to_json(const std::vector<RunResponse>& responses, int indent) {
  JsonValue lessons = JsonValue::Array();
  for (const RunResponse& response : responses) lessons.add(response_json(response));
  JsonValue json = JsonValue::Object();
  json.add("engine_version", engine_version);
  json.add("pytorch_version", pytorch_version);
  json.add("lessons", std::move(lessons));
  return with_schema(json).dump(indent);
}

std::string from_json(std::string_view text, Description& description) {
  return read_object(text, description);
}

std::string from_json(std::string_view text, RunResponse& response) {
  return with_reader(text, [&](Reader& reader, const JsonValue& json, const std::string&) {
    if (json.find("error"))
      reader("error", response.error);
    else
      fields(reader, response);
  });
}

std::string from_json(std::string_view text, Presentation& presentation) {
  return read_object(text, presentation);
}

std::string from_json(std::string_view text, AskRequest& request) {
  return with_reader(text, [&](Reader& reader, const JsonValue& json, const std::string&) {
    reader("question", request.question);
    if (json.find("language")) reader("language", request.language);
  });
}

std::string from_json(std::string_view text, RunRequest& request) {
  return with_reader(text, [&](Reader& reader, const JsonValue& json, std::string& problem) {
    reader("lesson", request.lesson);
    if (json.find("language")) reader("language", request.language);
    request.values.clear();
    const JsonValue* values = json.find("values");
    if (!values || !problem.empty()) return;
    if (!values->object()) return void(problem = "values is not an object");
    for (const auto& [name, value] : *values->object()) {
      if (value.text())
        request.values.emplace_back(name, *value.text());
      else if (value.number() || value.boolean())
        request.values.emplace_back(name, value.dump());
      else if (problem.empty())
        problem = "values." + name + " is not a text";
    }
  });
}

}  // namespace tally
