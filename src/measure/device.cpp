#include "measure/device.h"

#include <c10/util/Exception.h>
#include <torch/version.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <new>
#include <sstream>
#include <string_view>
#include <vector>

// c10::DeviceAllocator came with 2.9; before, the statistics of the GPU's allocator stand in CUDA's
// headers alone.
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 9)
#define TALLY_HAS_DEVICE_ALLOCATOR
#include <c10/core/CachingDeviceAllocator.h>
#endif

namespace tally::measure {
namespace {

/// The first line that a command prints, or "".
std::string first_line(const char* command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command, "r"), pclose);
  if (!pipe) return {};
  std::array<char, 512> line{};
  if (!std::fgets(line.data(), line.size(), pipe.get())) return {};
  std::string text(line.data());
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const std::size_t colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return {};
}

}  // namespace

DeviceFacts device_facts(bool cuda) {
  if (!cuda) return {.name = processor(), .driver = {}};
  std::istringstream fields(
      first_line("nvidia-smi --query-gpu=name,driver_version,memory.total,memory.used "
                 "--format=csv,noheader,nounits 2>/dev/null"));
  std::vector<std::string> found;
  for (std::string field; std::getline(fields, field, ',');)
    found.push_back(field.substr(field.starts_with(' ') ? 1 : 0));
  if (found.size() != 4) return {};
  const auto mebibytes = [](const std::string& text) {
    const std::int64_t count = std::atoll(text.c_str());  // 0 of "[N/A]"
    return count > 0 ? std::optional(Bytes{count << 20}) : std::nullopt;
  };
  return {found[0], found[1], mebibytes(found[2]), mebibytes(found[3])};
}

#ifdef TALLY_HAS_DEVICE_ALLOCATOR
std::optional<Bytes> peak_requested() {
  const auto stats = c10::getDeviceAllocator(c10::DeviceType::CUDA)->getDeviceStats(0);
  return Bytes{stats.requested_bytes[0].peak};  // 0: of all pools together
}
void reset_peak_requested() { c10::getDeviceAllocator(c10::DeviceType::CUDA)->resetPeakStats(0); }
#else
std::optional<Bytes> peak_requested() { return {}; }
void reset_peak_requested() {}
#endif

MeasurementProblem problem_of(const std::exception& error) {
  const auto* torchs = dynamic_cast<const c10::Error*>(&error);
  std::string detail = torchs ? torchs->what_without_backtrace() : error.what();
  detail = detail.substr(0, detail.find('\n'));
  const auto says = [&](std::string_view words) { return detail.find(words) != std::string::npos; };
  if (dynamic_cast<const c10::OutOfMemoryError*>(&error) ||
      dynamic_cast<const std::bad_alloc*>(&error) || says("out of memory") ||
      says("can't allocate memory"))
    return {"out_of_memory", detail};
  if (says("no kernel image") || says("not implemented for")) return {"no_kernel", detail};
  if (says("driver") && (says("too old") || says("insufficient"))) return {"old_driver", detail};
  return {"failed", detail};
}

std::string libtorch_version() { return TORCH_VERSION; }

std::string today() {
  const std::chrono::year_month_day day(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(day.year()),
                static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
  return text.data();
}

}  // namespace tally::measure
