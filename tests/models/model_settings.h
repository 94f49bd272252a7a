// The small models of tests/golden/models.py: how each is configured and written.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "formats/config.h"
#include "models/model_config.h"
#include "nn/profile.h"
#include "tests/golden/golden.h"

namespace tally::golden {

inline ModelProfile profile_of(const Json& json) {
  ModelProfile profile = json.at("attention") == "sdpa" ? fused_profile : eager_profile;
  for (const LossForm form : {LossForm::plain, LossForm::upcast, LossForm::chunked})
    if (id(form) == json.at("loss").get<std::string>()) profile.loss = form;
  profile.loss_chunks = json.value("chunks", profile.loss_chunks);
  return profile;
}

/// Whether the core of attention is recomputed.
inline bool selective(const Json& setting) {
  return setting.at("profile").value("selective", false);
}

/// Whether its forward pass runs under autocast.
inline bool autocast(const Json& setting) { return setting.value("autocast", false); }

/// Frees that follow each other by size: autocast's cache, a map by address, lets go of all it has
/// at once.
inline std::vector<std::int64_t> by_size(std::vector<std::int64_t> stream) {
  for (auto from = stream.begin(); from != stream.end();) {
    const auto to = std::find_if(from, stream.end(), [](std::int64_t bytes) { return bytes > 0; });
    std::sort(from, to);
    from = to == stream.end() ? to : to + 1;
  }
  return stream;
}

/// The configuration of its config.json; a failure of the test where it is none.
inline std::optional<ModelConfig> config_of(const Json& setting) {
  const ConfigReading reading = read_config(setting.at("config").dump());
  if (!reading.config)
    for (const FormatIssue& issue : reading.issues)
      ADD_FAILURE() << issue.field << " " << issue.got << " " << issue.takes;
  return reading.config;
}

/// The names of all settings.
inline std::vector<std::string> model_names() {
  std::vector<std::string> found;
  for (const auto& item : cases("structure", "models").items()) found.push_back(item.key());
  return found;
}

}  // namespace tally::golden
