#include "formats/safetensors.h"

#include <algorithm>
#include <array>
#include <map>

namespace tally {
namespace {

using Kind = FormatIssue::Kind;

constexpr std::int64_t length_bytes = 8;
/// Far above any file, and small enough that no count of its elements overflows.
constexpr std::int64_t most_bytes = std::int64_t{1} << 56;

/// The dtypes of the format, with their bits.
struct StoredDtype {
  std::string_view name;
  std::int64_t bits;
};
constexpr std::array stored_dtypes{
    StoredDtype{"BOOL", 8},    StoredDtype{"U8", 8},      StoredDtype{"I8", 8},
    StoredDtype{"F8_E5M2", 8}, StoredDtype{"F8_E4M3", 8}, StoredDtype{"F8_E8M0", 8},
    StoredDtype{"F4", 4},      StoredDtype{"F6_E2M3", 6}, StoredDtype{"F6_E3M2", 6},
    StoredDtype{"I16", 16},    StoredDtype{"U16", 16},    StoredDtype{"F16", 16},
    StoredDtype{"BF16", 16},   StoredDtype{"I32", 32},    StoredDtype{"U32", 32},
    StoredDtype{"F32", 32},    StoredDtype{"F64", 64},    StoredDtype{"I64", 64},
    StoredDtype{"U64", 64},    StoredDtype{"C64", 64},
};

std::string dtype_names() {
  std::string names;
  for (const StoredDtype& row : stored_dtypes)
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

/// The product of a shape times `bits`; nothing beyond 63 bits.
std::optional<std::int64_t> total_bits(const Shape& shape, std::int64_t bits) {
  std::int64_t product = bits;
  for (const std::int64_t size : shape)
    if (__builtin_mul_overflow(product, size, &product)) return {};
  return product;
}

/// A list of whole numbers of at least 0; false with an issue when it is none.
bool read_sizes(const JsonValue& list, const std::string& place, FormatIssues& issues, Shape& out) {
  if (!list.array()) {
    issues.push_back({Kind::wrong_type, place, shown(list), "[0, …]"});
    return false;
  }
  for (const JsonValue& item : *list.array()) {
    const std::int64_t* value = item.integer();
    if (!value || *value < 0) {
      const bool number = item.number().has_value();
      issues.push_back({number ? Kind::out_of_range : Kind::wrong_type, place, shown(item),
                        "0..9223372036854775807"});
      return false;
    }
    out.push_back(*value);
  }
  return true;
}

bool read_tensor(const JsonValue& json, StoredTensor& tensor, FormatIssues& issues) {
  const auto issue = [&](Kind kind, const char* member, std::string got, std::string takes) {
    issues.push_back({kind, tensor.name + "." + member, std::move(got), std::move(takes)});
    return false;
  };
  if (!json.object()) {
    issues.push_back({Kind::wrong_type, tensor.name, shown(json), "{…}"});
    return false;
  }
  for (const char* member : {"dtype", "shape", "data_offsets"})
    if (!json.find(member)) return issue(Kind::missing, member, {}, {});
  const std::string* dtype = json.find("dtype")->text();
  if (!dtype) return issue(Kind::wrong_type, "dtype", shown(*json.find("dtype")), dtype_names());
  tensor.dtype = *dtype;
  const auto row = std::find_if(stored_dtypes.begin(), stored_dtypes.end(),
                                [&](const StoredDtype& known) { return known.name == *dtype; });
  if (row == stored_dtypes.end())
    return issue(Kind::unknown_value, "dtype", shown(*json.find("dtype")), dtype_names());
  if (!read_sizes(*json.find("shape"), tensor.name + ".shape", issues, tensor.shape)) return false;
  Shape offsets;
  if (!read_sizes(*json.find("data_offsets"), tensor.name + ".data_offsets", issues, offsets))
    return false;
  if (offsets.size() != 2 || offsets[0] > offsets[1])
    return issue(Kind::out_of_range, "data_offsets", shown(*json.find("data_offsets")),
                 "[begin, end]");
  tensor.begin = offsets[0];
  tensor.end = offsets[1];
  const std::optional<std::int64_t> bits = total_bits(tensor.shape, row->bits);
  if (!bits) return issue(Kind::out_of_range, "shape", shown(*json.find("shape")), "2^63");
  const std::int64_t bytes = *bits / 8 + (*bits % 8 != 0);
  if (bytes == tensor.end - tensor.begin) return true;
  issues.push_back({.kind = Kind::contradiction,
                    .field = tensor.name + ".data_offsets",
                    .problem = {ConfigProblem::Kind::span,
                                {{"span", std::to_string(tensor.end - tensor.begin)},
                                 {"dtype", tensor.dtype},
                                 {"shape", to_string(tensor.shape)},
                                 {"bytes", std::to_string(bytes)}}}});
  return false;
}

/// The tensors lie one after another, from 0 to the end of the file.
void check_bytes(SafetensorsReading& reading, std::optional<std::int64_t> data_size) {
  std::stable_sort(reading.tensors.begin(), reading.tensors.end(),
                   [](const StoredTensor& a, const StoredTensor& b) {
                     return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
                   });
  std::int64_t at = 0;
  for (const StoredTensor& tensor : reading.tensors) {
    if (tensor.begin < at) {
      reading.issues.push_back(
          {.kind = Kind::contradiction,
           .field = tensor.name,
           .problem = {ConfigProblem::Kind::overlap,
                       {{"begin", std::to_string(tensor.begin)}, {"end", std::to_string(at)}}}});
      return;
    }
    if (tensor.begin > at) {
      reading.issues.push_back({Kind::hole, tensor.name, std::to_string(at)});
      return;
    }
    at = tensor.end;
  }
  if (at > most_bytes) {
    reading.issues.push_back(
        {Kind::out_of_range, "", std::to_string(at), std::to_string(most_bytes)});
    return;
  }
  if (!data_size || *data_size == at) return;
  if (*data_size < at)
    reading.issues.push_back({Kind::cut_off, "", std::to_string(*data_size), std::to_string(at)});
  else
    reading.issues.push_back({Kind::hole, "", std::to_string(at)});
}

}  // namespace

std::optional<std::int64_t> safetensors_header_end(std::string_view beginning,
                                                   std::optional<std::int64_t> file_size,
                                                   FormatIssues& issues) {
  if (beginning.size() < static_cast<std::size_t>(length_bytes)) {
    issues.push_back(
        {Kind::cut_off, "", std::to_string(beginning.size()), std::to_string(length_bytes)});
    return {};
  }
  std::uint64_t length = 0;
  for (std::size_t i = static_cast<std::size_t>(length_bytes); i-- > 0;)
    length = length << 8 | static_cast<unsigned char>(beginning[i]);
  if (length > static_cast<std::uint64_t>(longest_safetensors_header)) {
    issues.push_back(
        {Kind::too_long, "", std::to_string(length), std::to_string(longest_safetensors_header)});
    return {};
  }
  const std::int64_t end = length_bytes + static_cast<std::int64_t>(length);
  if (file_size && *file_size < end) {
    issues.push_back({Kind::cut_off, "", std::to_string(*file_size), std::to_string(end)});
    return {};
  }
  return end;
}

SafetensorsReading read_safetensors(std::string_view beginning,
                                    std::optional<std::int64_t> file_size) {
  SafetensorsReading reading;
  const std::optional<std::int64_t> end =
      safetensors_header_end(beginning, file_size, reading.issues);
  if (!end) return reading;
  if (beginning.size() < static_cast<std::size_t>(*end)) {
    reading.issues.push_back(
        {Kind::cut_off, "", std::to_string(beginning.size()), std::to_string(*end)});
    return reading;
  }
  constexpr auto begin = static_cast<std::size_t>(length_bytes);
  const std::optional<JsonValue> json =
      parse_object(beginning.substr(begin, static_cast<std::size_t>(*end) - begin), "header",
                   reading.issues, begin);
  if (!json) return reading;
  for (const auto& [name, value] : *json->object()) {
    if (name == "__metadata__") {
      if (!value.object()) reading.issues.push_back({Kind::wrong_type, name, shown(value), "{…}"});
      continue;
    }
    StoredTensor tensor{.name = name, .dtype = {}, .shape = {}};
    if (read_tensor(value, tensor, reading.issues)) reading.tensors.push_back(std::move(tensor));
  }
  if (reading.issues.empty())
    check_bytes(reading, file_size ? std::optional(*file_size - *end) : std::nullopt);
  return reading;
}

std::vector<std::string> SafetensorsIndex::files() const {
  std::vector<std::string> names;
  for (const auto& [tensor, file] : weight_map) names.push_back(file);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

SafetensorsIndex read_safetensors_index(std::string_view text) {
  SafetensorsIndex index;
  const std::optional<JsonValue> json = parse_object(text, "index", index.issues);
  if (!json) return index;
  if (const JsonValue* metadata = json->find("metadata")) {
    FieldReader fields(*metadata, index.issues, "metadata.");
    if (!metadata->object())
      index.issues.push_back({Kind::wrong_type, "metadata", shown(*metadata), "{…}"});
    else if (fields.find("total_size"))
      index.total_size = fields.needed("total_size", 0, std::int64_t{1} << 62);
  }
  const JsonValue* map = json->find("weight_map");
  if (!map || !map->object()) {
    index.issues.push_back({map ? Kind::wrong_type : Kind::missing, "weight_map",
                            map ? shown(*map) : "", "{\"tensor\": \"file\", …}"});
    return index;
  }
  for (const auto& [name, value] : *map->object()) {
    const std::string* file = value.text();
    // A name of a file beside the index: never a path out of its folder.
    const bool plain = file && !file->empty() && file->front() != '.' &&
                       file->find_first_of("/\\:") == std::string::npos &&
                       file->find('\0') == std::string::npos;
    if (plain)
      index.weight_map.emplace_back(name, *file);
    else
      index.issues.push_back({file ? Kind::unknown_value : Kind::wrong_type, "weight_map." + name,
                              shown(value), "model-00001-of-00002.safetensors"});
  }
  return index;
}

SafetensorsReading merge_shards(const SafetensorsIndex& index,
                                const std::vector<SafetensorsReading>& headers) {
  SafetensorsReading merged;
  merged.issues = index.issues;
  const std::vector<std::string> files = index.files();
  std::map<std::string_view, std::string_view> home(index.weight_map.begin(),
                                                    index.weight_map.end());
  std::int64_t total = 0;
  for (std::size_t i = 0; i < files.size() && i < headers.size(); ++i) {
    for (FormatIssue issue : headers[i].issues) {
      issue.field = files[i] + (issue.field.empty() ? "" : ": ") + issue.field;
      merged.issues.push_back(std::move(issue));
    }
    for (const StoredTensor& tensor : headers[i].tensors) {
      const auto found = home.find(tensor.name);
      if (found == home.end() || found->second != files[i]) {
        merged.issues.push_back(
            {.kind = Kind::contradiction,
             .field = tensor.name,
             .problem = {ConfigProblem::Kind::not_in_index, {{"file", files[i]}}}});
        continue;
      }
      home.erase(found);
      if (__builtin_add_overflow(total, tensor.bytes().count, &total))
        merged.issues.push_back({Kind::out_of_range, tensor.name, "2^63", "2^63"});
      merged.tensors.push_back(tensor);
    }
  }
  if (!merged.issues.empty()) return merged;
  for (const auto& [name, file] : home)
    merged.issues.push_back({Kind::missing, std::string(file) + ": " + std::string(name)});
  if (merged.issues.empty() && index.total_size && *index.total_size != total)
    merged.issues.push_back({.kind = Kind::contradiction,
                             .field = "metadata.total_size",
                             .problem = {ConfigProblem::Kind::total_size,
                                         {{"value", std::to_string(*index.total_size)},
                                          {"bytes", std::to_string(total)}}}});
  return merged;
}

}  // namespace tally
