// What a device says of itself, and what failed on it, in the words of a report.
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "core/bytes.h"
#include "formats/measurement.h"

namespace tally::measure {

struct DeviceFacts {
  std::string name;    // "NVIDIA H100 80GB HBM3", or the processor's
  std::string driver;  // of a GPU
  // Of a GPU, where they are known: all it has, and what all programs have of it, with what lies
  // outside of LibTorch's allocator.
  std::optional<Bytes> memory = {}, used = {};
};

/// Of a GPU by nvidia-smi, which comes with the driver; nothing of what it does not say, as of the
/// memory of a GPU in parts (MIG).
DeviceFacts device_facts(bool cuda);

/// The bytes asked of the GPU's allocator at most since the last reset, not rounded up; nothing
/// where this LibTorch tells no one without CUDA's headers (before 2.9).
std::optional<Bytes> peak_requested();
void reset_peak_requested();

/// What went wrong, from what LibTorch threw.
MeasurementProblem problem_of(const std::exception& error);

std::string libtorch_version();

/// In UTC: "2026-11-30".
std::string today();

}  // namespace tally::measure
