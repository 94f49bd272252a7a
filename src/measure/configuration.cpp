#include "measure/configuration.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <utility>

#include "measure/device.h"
#include "measure/libraries.h"
#include "measure/measure.h"
#include "measure/torch_engine.h"

namespace tally::measure {

void add_predicted(MeasuredConfiguration& configuration, const std::string& id,
                   const std::string& unit, double value) {
  configuration.numbers.push_back({id, unit, value, {}});
}

void add_measured(MeasuredConfiguration& configuration, const std::string& id,
                  const std::string& unit, double value) {
  std::vector<MeasuredNumber>& numbers = configuration.numbers;
  const auto found = std::find_if(numbers.begin(), numbers.end(),
                                  [&](const MeasuredNumber& each) { return each.id == id; });
  if (found == numbers.end())
    numbers.push_back({id, unit, {}, value});
  else
    found->measured = value;
}

Measurement begin_report(const std::string& kind, bool cuda) {
  const TorchEngine engine(at::Device(cuda ? at::kCUDA : at::kCPU));
  const DeviceFacts facts = device_facts(cuda);
  return {.kind = kind,
          .made = today(),
          .tally_version = TALLY_VERSION,
          .libtorch_version = libtorch_version(),
          .libraries = libraries(cuda),
          .device = cuda ? "cuda" : "cpu",
          .device_name = facts.name,
          .driver = facts.driver,
          .threads = at::get_num_threads()};
}

void run_configuration(Measurement& report, const OnProgress& progress,
                       MeasuredConfiguration settings,
                       const std::function<void(MeasuredConfiguration&)>& fill) {
  std::string next = settings.id;
  for (const auto& [key, value] : settings.settings) next += " " + key + "=" + value;
  progress(report, next);
  try {
    if (report.device == "cuda") {
      // What the one before has left: blocks that the allocator keeps, and the libraries' own.
      empty_cache();
      tracker().set_aside();
    }
    fill(settings);
  } catch (const std::exception& error) {
    settings.problem = problem_of(error);
  }
  report.configurations.push_back(std::move(settings));
}

}  // namespace tally::measure
