// A model of --safetensors: what the headers of its files hold, on the command line and in the
// page.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "core/bytes.h"
#include "formats/json_value.h"
#include "formats/stored_parameters.h"
#include "lecture/language.h"
#include "lecture/real/file_reading.h"

namespace tally {

/// The first bytes of a file, its header at least where that has a right length, and its size.
struct FileStart {
  std::string bytes;
  std::int64_t size = 0;
};
/// Reads the start of a file.
using ReadStart = std::function<FileReading<FileStart>(const std::string& path)>;

struct StoredModel {
  struct Group {
    std::int64_t tensors = 0, elements = 0;
    Bytes bytes;
  };
  StoredParameters counted;
  std::map<std::string, Group> by_dtype;
  std::int64_t files = 0;
  std::string problem;  // what is wrong, or ""
};

/// `path` is a model.safetensors, or the index of a model in several files, which lie beside it.
StoredModel read_stored_model(const std::string& path, const ReadFile& read_file,
                              const ReadStart& read_start, const Language& language);

JsonValue stored_json(const StoredModel& stored);
/// What --safetensors alone gives as JSON.
JsonValue stored_model_json(const StoredModel& stored, const std::string& name);

}  // namespace tally
