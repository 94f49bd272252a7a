// A report of the measuring program: what was predicted and what was measured, one configuration
// after another. measurement.schema.json says the same as a JSON schema.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/issue.h"

namespace tally {

/// A whole number is exact up to 2^53.
struct MeasuredNumber {
  std::string id;    // "saved", "peak"; a name that is not known is shown as it is
  std::string unit;  // "bytes", "flops", "seconds", ...
  std::optional<double> predicted, measured;
};

/// A number where a figure of the lecture draws it, in the units of its axis.
struct MeasuredPoint {
  static constexpr std::string_view sum = "sum";  // of all bars or areas at that x
  std::string plot, series;                       // "over_layers", "measured"
  double x = 0;
  double predicted = 0, measured = 0;
};

/// Why a configuration was not measured, or not to its end.
struct MeasurementProblem {
  std::string id;      // one of `measurement_problems`
  std::string detail;  // in the words of what failed
};
inline constexpr std::string_view measurement_problems[]{"out_of_memory", "no_kernel", "old_driver",
                                                         "failed"};

struct MeasuredConfiguration {
  std::string id;                                                  // "activation", "depth"
  std::vector<std::pair<std::string, std::string>> settings = {};  // "layers", "8"
  std::vector<MeasuredNumber> numbers = {};
  std::vector<MeasuredPoint> points = {};
  std::optional<MeasurementProblem> problem = {};
};

struct Measurement {
  static constexpr std::int64_t schema = 1;
  std::string kind;       // "lecture", "models", "scale"
  std::string made = {};  // the day: "2026-11-30"; "" where it is not known
  std::string tally_version = {}, libtorch_version = {};
  std::vector<std::pair<std::string, std::string>> libraries =
      {};                        // below LibTorch: "CUDA", "12.8"
  std::string device;            // "cpu", "cuda"
  std::string device_name = {};  // as the device calls itself
  std::string driver = {};       // of a GPU; "" without
  std::int64_t threads = 1;
  std::vector<MeasuredConfiguration> configurations = {};
};

std::string to_json(const Measurement& measurement);

/// Nothing, and what is wrong, when the text is no such report: "[tally report] ..." is the
/// caller's.
std::optional<Measurement> read_measurement(std::string_view text, FormatIssues& issues);

}  // namespace tally
