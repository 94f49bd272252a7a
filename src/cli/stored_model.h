// A model of --safetensors on the command line: its files, and what they hold in words.
#pragma once

#include <string>

#include "lecture/language.h"
#include "lecture/real/stored_model.h"
#include "models/model_config.h"

namespace tally::cli {

/// A safetensors file as far as its header goes.
FileReading<FileStart> read_file_start(const std::string& path);

/// What keeps the file from being one of this model, or "".
std::string disagreement(const StoredModel& stored, const ModelConfig& model,
                         const Language& language);

std::string stored_text(const StoredModel& stored, const std::string& path,
                        const Language& language);

}  // namespace tally::cli
