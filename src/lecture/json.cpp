#include "lecture/json.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <type_traits>

#include "lecture/version.h"

namespace tally {
namespace {

using Json = nlohmann::ordered_json;

// Enums by name, in the order of their declaration.
constexpr std::string_view kinds[] = {"integer", "real", "choice", "flag", "integers"};
constexpr std::string_view controls[] = {"standard", "button"};
constexpr std::string_view scales[] = {"linear", "log2", "log10"};
constexpr std::string_view series_kinds[] = {"bars", "line", "points", "area"};
constexpr std::string_view sides[] = {"x", "y"};
constexpr int unit_count = 17;

std::string_view enum_name(ParameterKind v) { return kinds[static_cast<std::size_t>(v)]; }
std::string_view enum_name(Control v) { return controls[static_cast<std::size_t>(v)]; }
std::string_view enum_name(Scale v) { return scales[static_cast<std::size_t>(v)]; }
std::string_view enum_name(SeriesKind v) { return series_kinds[static_cast<std::size_t>(v)]; }
std::string_view enum_name(decltype(Mark::along) v) { return sides[static_cast<std::size_t>(v)]; }
std::string_view enum_name(Unit v) { return unit_id(v); }

template <class E>
bool find_enum(std::span<const std::string_view> names, std::string_view name, E& value) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) {
      value = static_cast<E>(i);
      return true;
    }
  return false;
}
bool read_enum(std::string_view name, ParameterKind& v) { return find_enum(kinds, name, v); }
bool read_enum(std::string_view name, Control& v) { return find_enum(controls, name, v); }
bool read_enum(std::string_view name, Scale& v) { return find_enum(scales, name, v); }
bool read_enum(std::string_view name, SeriesKind& v) { return find_enum(series_kinds, name, v); }
bool read_enum(std::string_view name, decltype(Mark::along)& v) {
  return find_enum(sides, name, v);
}
bool read_enum(std::string_view name, Unit& v) {
  for (int i = 0; i < unit_count; ++i)
    if (unit_id(static_cast<Unit>(i)) == name) {
      v = static_cast<Unit>(i);
      return true;
    }
  return false;
}

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
  a("peak_label", v.peak_label), a.sparse("storages", v.storages);
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
  a("presentation", v.presentation);
}

struct Writer {
  Json json = Json::object();

  template <class T>
  void operator()(const char* name, T& value) {
    json[name] = write(value);
  }
  /// A field that is left out when it is empty.
  template <class T>
  void sparse(const char* name, T& value) {
    if (!value.empty()) json[name] = write(value);
  }

  template <class T>
  static Json write(T& value) {
    if constexpr (std::is_enum_v<T>) {
      return Json(std::string(enum_name(value)));
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      return Json(value);
    } else {
      Writer writer;
      fields(writer, value);
      return std::move(writer.json);
    }
  }
  static Json write(std::variant<std::monostate, std::int64_t, double>& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return Json(*integer);
    if (const auto* real = std::get_if<double>(&value)) return Json(*real);
    return Json(nullptr);
  }
  template <class T>
  static Json write(std::optional<T>& value) {
    return value ? write(*value) : Json(nullptr);
  }
  template <class T>
  static Json write(std::vector<T>& values) {
    Json result = Json::array();
    for (T& value : values) result.push_back(write(value));
    return result;
  }
  template <class T>  // texts by name are an object
  static Json write(std::vector<std::pair<std::string, T>>& values) {
    Json result = Json::object();
    for (auto& [name, value] : values) result[name] = write(value);
    return result;
  }
};

/// Reads fields and keeps the first problem with its place: "tables[0].columns: ...".
class Reader {
 public:
  Reader(const Json& json, std::string path, std::string& problem)
      : json_(json), path_(std::move(path)), problem_(problem) {}

  template <class T>
  void operator()(const char* name, T& value) {
    const std::string path = path_.empty() ? name : path_ + "." + name;
    const auto found = json_.find(name);
    if (found != json_.end())
      read(*found, path, value);
    else if constexpr (!is_optional<T>)
      wrong(path, "is missing");
  }
  template <class T>
  void sparse(const char* name, T& value) {
    if (json_.contains(name))
      (*this)(name, value);
    else
      value = {};
  }

  template <class T>
  void read(const Json& json, const std::string& path, T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
      if (!json.is_string()) return wrong(path, "is not a text");
      value = json.get_ref<const std::string&>();
    } else if constexpr (std::is_same_v<T, double>) {
      if (json.is_null()) return void(value = std::numeric_limits<double>::quiet_NaN());
      if (!json.is_number()) return wrong(path, "is not a number");
      value = json.template get<double>();
    } else if constexpr (std::is_integral_v<T>) {
      if (!json.is_number_integer()) return wrong(path, "is not a whole number");
      value = json.template get<T>();
    } else if constexpr (std::is_enum_v<T>) {
      if (!json.is_string() || !read_enum(json.get_ref<const std::string&>(), value))
        wrong(path, "is not one of its names");
    } else {
      if (!json.is_object()) return wrong(path, "is not an object");
      Reader inner(json, path, problem_);
      fields(inner, value);
    }
  }
  void read(const Json& json, const std::string& path,
            std::variant<std::monostate, std::int64_t, double>& value) {
    if (json.is_null())
      value = std::monostate{};
    else if (json.is_number_integer())
      value = json.template get<std::int64_t>();
    else if (json.is_number())
      value = json.template get<double>();
    else
      wrong(path, "is neither a number nor null");
  }
  template <class T>
  void read(const Json& json, const std::string& path, std::optional<T>& value) {
    if (json.is_null()) return value.reset();
    T present{};
    read(json, path, present);
    value = std::move(present);
  }
  template <class T>
  void read(const Json& json, const std::string& path, std::vector<T>& values) {
    values.clear();
    if (!json.is_array()) return wrong(path, "is not a list");
    for (const Json& item : json) {
      const std::string at = path + "[" + std::to_string(values.size()) + "]";
      read(item, at, values.emplace_back());
    }
  }
  template <class T>
  void read(const Json& json, const std::string& path,
            std::vector<std::pair<std::string, T>>& values) {
    values.clear();
    if (!json.is_object()) return wrong(path, "is not an object");
    for (const auto& item : json.items()) {
      values.emplace_back(item.key(), T{});
      read(item.value(), path + "." + item.key(), values.back().second);
    }
  }

 private:
  template <class T>
  static constexpr bool is_optional = false;
  template <class T>
  static constexpr bool is_optional<std::optional<T>> = true;

  void wrong(const std::string& path, const char* what) {
    if (problem_.empty()) problem_ = path + " " + what;
  }

  const Json& json_;
  std::string path_;
  std::string& problem_;
};

std::string dump(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// The text's root object, or a problem.
std::string parse(std::string_view text, Json& json) {
  json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) return "it is not JSON";
  if (!json.is_object()) return "it is not an object";
  return {};
}

template <class T>
std::string read_object(std::string_view text, T& value) {
  Json json;
  std::string problem = parse(text, json);
  if (problem.empty()) {
    Reader reader(json, "", problem);
    fields(reader, value);
  }
  return problem;
}

Json with_schema(Json json) {
  Json result = Json::object();
  result["schema"] = schema_version;
  result.update(json);
  return result;
}

/// The writer reads only, but shares `fields` with the reader, which needs to write.
template <class T>
Json written(const T& value) {
  return Writer::write(const_cast<T&>(value));
}

Json response_json(const RunResponse& response) {
  if (!response.error.empty()) return with_schema(Json{{"error", response.error}});
  Json json = with_schema(written(response));
  if (!response.presentation) json.erase("presentation");
  return json;
}

}  // namespace

std::string to_json(const Description& description) {
  return dump(with_schema(written(description)));
}
std::string to_json(const RunResponse& response) { return dump(response_json(response)); }
std::string to_json(const Presentation& presentation) { return dump(written(presentation)); }
std::string to_json(const Answer& answer) { return dump(with_schema(written(answer))); }

std::string to_json(const std::vector<RunResponse>& responses, int indent) {
  Json json{{"schema", schema_version},
            {"engine_version", std::string(engine_version)},
            {"pytorch_version", std::string(pytorch_version)},
            {"lessons", Json::array()}};
  for (const RunResponse& response : responses) json["lessons"].push_back(response_json(response));
  return dump(json, indent);
}

std::string from_json(std::string_view text, Description& description) {
  return read_object(text, description);
}

std::string from_json(std::string_view text, RunResponse& response) {
  Json json;
  std::string problem = parse(text, json);
  if (!problem.empty()) return problem;
  Reader reader(json, "", problem);
  if (json.contains("error"))
    reader("error", response.error);
  else
    fields(reader, response);
  return problem;
}

std::string from_json(std::string_view text, Presentation& presentation) {
  return read_object(text, presentation);
}

std::string from_json(std::string_view text, AskRequest& request) {
  Json json;
  std::string problem = parse(text, json);
  if (!problem.empty()) return problem;
  Reader reader(json, "", problem);
  reader("question", request.question);
  if (json.contains("language")) reader("language", request.language);
  return problem;
}

std::string from_json(std::string_view text, RunRequest& request) {
  Json json;
  std::string problem = parse(text, json);
  if (!problem.empty()) return problem;
  Reader reader(json, "", problem);
  reader("lesson", request.lesson);
  if (json.contains("language")) reader("language", request.language);
  request.values.clear();
  const auto values = json.find("values");
  if (values == json.end()) return problem;
  if (!values->is_object()) return problem.empty() ? "values is not an object" : problem;
  for (const auto& item : values->items()) {
    const Json& value = item.value();
    if (value.is_string())
      request.values.emplace_back(item.key(), value.get_ref<const std::string&>());
    else if (value.is_number() || value.is_boolean())
      request.values.emplace_back(item.key(), dump(value));
    else if (problem.empty())
      problem = "values." + item.key() + " is not a text";
  }
  return problem;
}

}  // namespace tally
