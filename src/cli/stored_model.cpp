#include "cli/stored_model.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "account/states.h"
#include "cli/command_words.h"
#include "cli/read_file.h"
#include "formats/safetensors.h"
#include "lecture/format.h"
#include "lecture/text.h"

namespace tally::cli {

FileReading<FileStart> read_file_start(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) return {std::nullopt, error.message()};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return {std::nullopt, last_reason()};
  FileStart start{{}, static_cast<std::int64_t>(size)};
  const auto read = [&](std::int64_t count) {
    start.bytes.assign(static_cast<std::size_t>(std::min(count, start.size)), '\0');
    file.seekg(0);
    file.read(start.bytes.data(), static_cast<std::streamsize>(start.bytes.size()));
  };
  read(8);
  FormatIssues issues;  // whoever reads the bytes finds them again
  if (const auto end = safetensors_header_end(start.bytes, start.size, issues)) read(*end);
  if (!file) return {std::nullopt, last_reason()};
  return {start, {}};
}

std::string disagreement(const StoredModel& stored, const ModelConfig& model,
                         const Language& language) {
  const std::int64_t parameters = executed_parameters(model);
  if (parameters == stored.counted.parameters) return "";
  return fill(command_words(language).disagree,
              {{"parameters", grouped(parameters)},
               {"stored", grouped(stored.counted.parameters)},
               {"difference", grouped(std::abs(stored.counted.parameters - parameters))}});
}

std::string stored_text(const StoredModel& stored, const std::string& path,
                        const Language& language) {
  const CommandWords& words = command_words(language);
  std::string text = fill(words.stored, {{"name", printable_whole(path)},
                                         {"parameters", grouped(stored.counted.parameters)},
                                         {"bytes", grouped(stored.counted.bytes.count)},
                                         {"files", grouped(stored.files)}}) +
                     "\n";
  for (const auto& [dtype, group] : stored.by_dtype)
    text += "  " +
            fill(words.stored_dtype, {{"dtype", dtype},
                                      {"tensors", grouped(group.tensors)},
                                      {"elements", grouped(group.elements)},
                                      {"bytes", grouped(group.bytes.count)}}) +
            "\n";
  for (std::size_t i = 0; i < storing_ids.size(); ++i)
    if (stored.counted.by_storing[i] != 0 && stored.counted.by_storing[i] != stored.counted.naive)
      text += "  " +
              fill(words.stored_as, {{"storing", std::string(storing_ids[i])},
                                     {"parameters", grouped(stored.counted.by_storing[i])}}) +
              "\n";
  if (stored.counted.beside.count != 0)
    text +=
        "  " + fill(words.stored_beside, {{"bytes", grouped(stored.counted.beside.count)}}) + "\n";
  return text;
}

}  // namespace tally::cli
