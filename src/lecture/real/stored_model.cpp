#include "lecture/real/stored_model.h"

#include <optional>
#include <utility>
#include <vector>

#include "formats/safetensors.h"
#include "lecture/format_issue.h"
#include "lecture/real/account_words.h"
#include "lecture/text.h"

namespace tally {
namespace {

/// "models/" of "models/model.safetensors.index.json".
std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

std::string bad_file(const std::string& path, const FormatIssues& issues,
                     const Language& language) {
  return fill(account_words(language).bad_file,
              {{"name", "--safetensors: " + printable(path)},
               {"reason", model_file_sentence(issues.front(), language)}});
}

}  // namespace

StoredModel read_stored_model(const std::string& path, const ReadFile& read_file,
                              const ReadStart& read_start, const Language& language) {
  StoredModel stored;
  const auto set_unreadable = [&](const std::string& name, const std::string& reason) {
    stored.problem = fill(account_words(language).cannot_read,
                          {{"name", "--safetensors: " + printable(name)}, {"reason", reason}});
  };
  /// Nothing where the file cannot be read: that is said then.
  const auto read_header = [&](const std::string& name) -> std::optional<SafetensorsReading> {
    const auto [start, reason] = read_start(name);
    if (start) return read_safetensors(start->bytes, start->size);
    set_unreadable(name, reason);
    return std::nullopt;
  };
  SafetensorsReading reading;
  if (path.ends_with(".json")) {
    const auto [text, reason] = read_file(path);
    if (!text) {
      set_unreadable(path, reason);
      return stored;
    }
    const SafetensorsIndex index = read_safetensors_index(*text);
    if (!index.issues.empty()) {
      stored.problem = bad_file(path, index.issues, language);
      return stored;
    }
    std::vector<SafetensorsReading> headers;
    for (const std::string& name : index.files()) {
      const std::string file = folder_of(path) + name;
      const std::optional<SafetensorsReading> header = read_header(file);
      if (!header) return stored;
      if (!header->issues.empty()) {
        stored.problem = bad_file(file, header->issues, language);
        return stored;
      }
      headers.push_back(*header);
    }
    reading = merge_shards(index, headers);
    stored.files = static_cast<std::int64_t>(headers.size());
  } else {
    const std::optional<SafetensorsReading> header = read_header(path);
    if (!header) return stored;
    reading = *header;
    stored.files = 1;
  }
  if (reading.issues.empty()) {
    stored.counted = count_parameters(reading.tensors);
    reading.issues = stored.counted.issues;
  }
  if (!reading.issues.empty()) {
    stored.problem = bad_file(path, reading.issues, language);
    return stored;
  }
  for (const StoredTensor& tensor : reading.tensors) {
    StoredModel::Group& group = stored.by_dtype[tensor.dtype];
    ++group.tensors;
    group.elements += tensor.elements();
    group.bytes += tensor.bytes();
  }
  return stored;
}

JsonValue stored_json(const StoredModel& stored) {
  using Object = JsonValue::Object;
  JsonValue by_dtype{Object{}}, by_storing{Object{}};
  for (const auto& [dtype, group] : stored.by_dtype)
    by_dtype.add(dtype, Object{{"tensors", group.tensors},
                               {"elements", group.elements},
                               {"bytes", group.bytes.count}});
  for (std::size_t i = 0; i < storing_ids.size(); ++i)
    if (stored.counted.by_storing[i] != 0)
      by_storing.add(std::string(storing_ids[i]), stored.counted.by_storing[i]);
  return Object{{"parameters", stored.counted.parameters},
                {"bytes", stored.counted.bytes.count},
                {"beside", stored.counted.beside.count},
                {"elements", stored.counted.naive},
                {"files", stored.files},
                {"by_dtype", std::move(by_dtype)},
                {"by_storing", std::move(by_storing)}};
}

JsonValue stored_model_json(const StoredModel& stored, const std::string& name) {
  return JsonValue::Object{{"schema", "tally.account/1"},
                           {"model", name},
                           {"parameters", JsonValue::Object{{"total", stored.counted.parameters}}},
                           {"stored", stored_json(stored)}};
}

}  // namespace tally
