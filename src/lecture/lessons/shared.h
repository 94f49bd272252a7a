// What several lessons say in the same words.
#pragma once

#include <string>
#include <string_view>

#include "core/dtype.h"
#include "lecture/language.h"
#include "lecture/parameter.h"
#include "lecture/strings.h"

namespace tally {

// Parameters of the networks L x [Linear(D, D), activation]; limits and default are the lesson's.
constexpr Parameter layers_parameter(double max, std::string_view by_default) {
  return {.key = "layers",
          .kind = ParameterKind::integer,
          .label = [](const Strings& s) { return s.common.layers; },
          .help = [](const Strings& s) { return s.common.layers_help; },
          .unit = Unit::layers,
          .min = 1,
          .max = max,
          .default_text = by_default};
}
constexpr Parameter width_parameter(double min, double max, std::string_view by_default) {
  return {.key = "width",
          .kind = ParameterKind::integer,
          .label = [](const Strings& s) { return s.common.width; },
          .help = [](const Strings& s) { return s.common.width_help; },
          .min = min,
          .max = max,
          .scale = Scale::log2,
          .default_text = by_default};
}
constexpr Parameter batch_parameter(double min, double max, std::string_view by_default) {
  return {.key = "batch",
          .kind = ParameterKind::integer,
          .label = [](const Strings& s) { return s.common.batch; },
          .help = [](const Strings& s) { return s.common.batch_help; },
          .unit = Unit::samples,
          .min = min,
          .max = max,
          .scale = Scale::log2,
          .default_text = by_default};
}

/// The note on where a run was executed: with every value computed, or shapes and bytes only.
std::string device_note(bool computed, Dtype dtype, const Language& language);

/// One sentence after another, with a space between them unless a full-width stop brings its own.
std::string join_sentences(std::string first, std::string_view second);

}  // namespace tally
