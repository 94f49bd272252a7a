// Any text is a configuration that is a model, or has issues that say why not; never both.
#include <string_view>

#include "formats/config.h"
#include "models/parameter_formula.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace tally;
  const ConfigReading reading = read_config({reinterpret_cast<const char*>(data), size});
  require(reading.config.has_value() == reading.issues.empty());
  if (!reading.config) return 0;
  require(
      std::visit([](const auto& config) { return problem_of(config); }, *reading.config).empty());
  const double estimate = estimated_parameters(*reading.config);
  const auto count = static_cast<double>(parameter_formula(*reading.config));
  require(count > 0 && count >= estimate * 0.999 && count <= estimate * 1.001);
  return 0;
}
