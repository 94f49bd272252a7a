#include "measure/device.h"

#include <ATen/Context.h>
#include <ATen/ops/empty.h>
#include <c10/util/Exception.h>
#include <torch/version.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <new>
#include <sstream>
#include <string_view>
#include <vector>

#include "measure/allocation.h"
#include "measure/libraries.h"

// c10::DeviceAllocator came with 2.9; before, the statistics of the GPU's allocator stand in CUDA's
// headers alone.
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 9)
#define TALLY_HAS_DEVICE_ALLOCATOR
#include <c10/core/CachingDeviceAllocator.h>
#endif

namespace tally::measure {
namespace {

/// The first line that a command prints, or "".
std::string first_line(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
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

/// The driver's version where nvidia-smi is missing, as in many containers.
std::string driver_of_kernel() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  return version_in(line);
}

std::optional<Bytes> mebibytes(const std::string& text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size()) return {};  // "[N/A]"
  return Bytes{count << 20};
}

std::optional<DeviceMemory> memory_by_cuda() {
  auto* const get = loaded<int(std::size_t*, std::size_t*)>("cudaMemGetInfo");
  std::size_t free = 0, all = 0;
  if (!get || get(&free, &all) != 0) return {};
  return DeviceMemory{{static_cast<std::int64_t>(all)}, {static_cast<std::int64_t>(free)}};
}

}  // namespace

DeviceFacts device_facts(bool cuda) {
  if (!cuda) return {.name = processor(), .driver = {}};
  std::istringstream fields(
      first_line("nvidia-smi --query-gpu=name,driver_version,memory.used,memory.free "
                 "--format=csv,noheader,nounits " +
                 smi_option(std::getenv("CUDA_VISIBLE_DEVICES")) + " 2>/dev/null"));
  std::vector<std::string> found;
  for (std::string field; std::getline(fields, field, ',');)
    found.push_back(field.substr(field.starts_with(' ') ? 1 : 0));
  if (found.size() != 4) return {.name = {}, .driver = driver_of_kernel()};
  DeviceFacts facts{found[0], found[1]};
  // Not the total, part of which the driver has for itself.
  const auto used = mebibytes(found[2]), free = mebibytes(found[3]);
  if (used && free) facts.memory = DeviceMemory{*used + *free, *free};
  return facts;
}

std::string smi_option(const char* visible_devices) {
  if (!visible_devices) return "--id=0";
  const std::string_view all(visible_devices);
  const std::string first(all.substr(0, all.find(',')));
  const bool is_index = first.find_first_not_of("0123456789") == std::string::npos;
  const bool is_name = first.starts_with("GPU-") &&
                       first.find_first_not_of("0123456789abcdefABCDEF-", 4) == std::string::npos;
  return !first.empty() && (is_index || is_name) ? "--id=" + first : "";
}

std::optional<DeviceMemory> chosen_memory(const std::optional<DeviceMemory>& by_cuda,
                                          const std::optional<DeviceMemory>& by_smi,
                                          Bytes reserved) {
  if (by_cuda) return by_cuda;
  return by_smi && reserved <= by_smi->used() ? by_smi : std::nullopt;
}

std::optional<DeviceMemory> device_memory() {
  const auto by_cuda = memory_by_cuda();
  return chosen_memory(by_cuda, by_cuda ? std::nullopt : device_facts(true).memory,
                       device_totals().reserved);
}

#ifdef TALLY_HAS_DEVICE_ALLOCATOR
namespace {

c10::DeviceAllocator& gpu_allocator() { return *c10::getDeviceAllocator(c10::DeviceType::CUDA); }

}  // namespace

DeviceTotals device_totals() {
  if (!gpu_allocator().initialized()) return {};
  const auto stats = gpu_allocator().getDeviceStats(0);
  const auto now = [](const auto& each) { return Bytes{each[0].current}; };  // 0: of all pools
  const auto peak = [](const auto& each) { return Bytes{each[0].peak}; };
  return {now(stats.allocated_bytes), now(stats.reserved_bytes), peak(stats.allocated_bytes),
          peak(stats.reserved_bytes), peak(stats.requested_bytes)};
}
void reset_device_totals() {
  if (gpu_allocator().initialized()) gpu_allocator().resetPeakStats(0);
}
void empty_cache() {
  if (gpu_allocator().initialized()) gpu_allocator().emptyCache();
}
#else
DeviceTotals device_totals() {
  const ReportedTotals totals = reported_totals();
  return {totals.allocated, totals.reserved, totals.peak_allocated, {}, {}};
}
void reset_device_totals() { reset_reported_totals(); }
void empty_cache() {}
#endif

MeasurementProblem problem_of(const std::exception& error, bool memory_is_full) {
  const auto* torchs = dynamic_cast<const c10::Error*>(&error);
  std::string detail = torchs ? torchs->what_without_backtrace() : error.what();
  detail = detail.substr(0, detail.find('\n'));
  const auto says = [&](std::string_view words) { return detail.find(words) != std::string::npos; };
  const auto says_any = [&](std::initializer_list<std::string_view> list) {
    return std::any_of(list.begin(), list.end(), says);
  };
  if (dynamic_cast<const c10::OutOfMemoryError*>(&error) ||
      dynamic_cast<const std::bad_alloc*>(&error) ||
      says_any({"out of memory", "can't allocate memory", "STATUS_ALLOC_FAILED"}) ||
      (memory_is_full && says_any({"STATUS_NOT_INITIALIZED", "STATUS_INTERNAL_ERROR"})))
    return {"out_of_memory", detail};
  if (says("no kernel image") || says("not implemented for")) return {"no_kernel", detail};
  if (says("driver") && (says("too old") || says("insufficient"))) return {"old_driver", detail};
  return {"failed", detail};
}

std::optional<UnusedGpu> unused_gpu() {
  UnusedGpu unused{.driver = device_facts(true).driver, .problem = {}};
  if (unused.driver.empty() && !std::filesystem::exists("/dev/nvidia0")) return {};
  if (!at::globalContext().hasCUDART()) return unused;  // built for CPUs
  try {
    at::empty({1}, at::TensorOptions(at::kCUDA));
    unused.problem = {"failed", "CUDA has a device after all"};
  } catch (const std::exception& error) {
    unused.problem = problem_of(error);
  }
  return unused;
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
