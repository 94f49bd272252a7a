// Any text is a report of a measurement, which is read again as it is written, or has issues.
#include <string>
#include <string_view>

#include "formats/measurement.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace tally;
  FormatIssues issues;
  const auto report = read_measurement({reinterpret_cast<const char*>(data), size}, issues);
  require(report.has_value() == issues.empty());
  if (!report) return 0;
  const std::string written = to_json(*report);
  const auto again = read_measurement(written, issues);
  require(again.has_value() && to_json(*again) == written);
  return 0;
}
