// What a device says of itself, and what failed on it, in the words of a report.
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "core/bytes.h"
#include "formats/measurement.h"

namespace tally::measure {

/// A GPU's memory: all that programs can have of it, and what none has. With what lies outside of
/// LibTorch's allocator.
struct DeviceMemory {
  Bytes all, free;
  Bytes used() const { return all - free; }
};

struct DeviceFacts {
  std::string name;    // "NVIDIA H100 80GB HBM3", or the processor's
  std::string driver;  // of a GPU
  std::optional<DeviceMemory> memory = {};
};

/// Of a GPU by nvidia-smi, which comes with the driver; nothing of what it does not say, as of the
/// memory of a GPU in parts (MIG). Where there is no nvidia-smi, the driver says its own version.
DeviceFacts device_facts(bool cuda);

/// How nvidia-smi is asked for the first GPU that CUDA sees, by what CUDA_VISIBLE_DEVICES says
/// (nullptr: not set): an index or a GPU's name; "" for what nvidia-smi has no name for.
std::string smi_option(const char* visible_devices);

/// The memory of the GPU that LibTorch takes. By cudaMemGetInfo, found in the library that LibTorch
/// has loaded; else what nvidia-smi says, unless LibTorch alone has more in use, so that it speaks
/// of another GPU.
std::optional<DeviceMemory> device_memory();
std::optional<DeviceMemory> chosen_memory(const std::optional<DeviceMemory>& by_cuda,
                                          const std::optional<DeviceMemory>& by_smi,
                                          Bytes reserved);

/// Of the allocator of the GPU: now, and at most since `reset_device_totals`. Before 2.9 LibTorch
/// tells no one without CUDA's headers what was asked of it, not rounded up; nor can its cache be
/// emptied, so that the most it reserved is that of whatever ran before.
struct DeviceTotals {
  Bytes allocated, reserved, peak_allocated;
  std::optional<Bytes> peak_reserved, peak_requested;
};
DeviceTotals device_totals();
void reset_device_totals();
/// Gives back what the allocator of the GPU keeps of freed blocks; nothing happens before 2.9.
void empty_cache();

/// What went wrong, from what LibTorch threw. Where memory is full, libraries fail for want of it
/// in words that say something else.
MeasurementProblem problem_of(const std::exception& error, bool memory_is_full = false);

/// A GPU that LibTorch does not use, and why; nothing where there is none.
struct UnusedGpu {
  std::string driver;
  std::optional<MeasurementProblem> problem;  // none: this LibTorch is built for CPUs
};
std::optional<UnusedGpu> unused_gpu();

std::string libtorch_version();

/// In UTC: "2026-11-30".
std::string today();

}  // namespace tally::measure
