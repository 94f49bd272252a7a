// GPUs by name: the memory they are sold with, and what their driver reports. One row each.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/bytes.h"

namespace tally {

constexpr Bytes gigabytes(std::int64_t n) { return {n * 1'000'000'000}; }
constexpr Bytes mebibytes(std::int64_t n) { return {n * (std::int64_t{1} << 20)}; }

struct Gpu {
  std::string_view id;
  const char* name;
  Bytes marketed;  // the "GB" of its data sheet, as 1e9 bytes
  std::string_view marketed_source;
  Bytes reported;  // the total that nvidia-smi (in MiB) or rocminfo shows
  std::string_view reported_source;
};

inline constexpr std::array<Gpu, 12> gpu_table{{
    {"h100_80gb", "H100 80 GB", gigabytes(80), "NVIDIA H100 data sheet", mebibytes(81'559),
     "nvidia-smi; github.com/NVIDIA/nccl/issues/1264"},
    {"h200", "H200", gigabytes(141), "NVIDIA H200 data sheet", mebibytes(143'771),
     "nvidia-smi, driver 570.158.01"},
    {"b200", "B200", gigabytes(180), "NVIDIA DGX B200 data sheet (1,440 GB in 8)",
     mebibytes(183'359), "nvidia-smi; github.com/NVIDIA/TensorRT-LLM/issues/10278"},
    {"a100_80gb", "A100 80 GB", gigabytes(80), "NVIDIA A100 data sheet", mebibytes(81'920),
     "nvidia-smi; github.com/modal-labs/modal-client/pull/2797"},
    {"a100_40gb", "A100 40 GB", gigabytes(40), "NVIDIA A100 data sheet", mebibytes(40'960),
     "nvidia-smi; github.com/modal-labs/modal-client/pull/2797"},
    {"v100_32gb", "V100 32 GB", gigabytes(32), "NVIDIA V100 data sheet", mebibytes(32'768),
     "nvidia-smi, driver 530.30.02; TU Delft DAIC manual"},
    {"l40s", "L40S", gigabytes(48), "NVIDIA L40S data sheet", mebibytes(46'068),
     "nvidia-smi; github.com/modal-labs/modal-client/pull/2797"},
    {"t4", "T4", gigabytes(16), "NVIDIA T4 data sheet", mebibytes(15'360),
     "nvidia-smi; github.com/modal-labs/modal-client/pull/2797"},
    {"rtx_5090", "RTX 5090", gigabytes(32), "NVIDIA GeForce RTX 5090 specifications",
     mebibytes(32'607), "nvidia-smi; github.com/noonghunna/club-3090/issues/1261"},
    {"rtx_4090", "RTX 4090", gigabytes(24), "NVIDIA GeForce RTX 4090 specifications",
     mebibytes(24'564), "nvidia-smi; github.com/vllm-project/vllm/issues/7553"},
    {"rtx_3090", "RTX 3090", gigabytes(24), "NVIDIA GeForce RTX 3090 specifications",
     mebibytes(24'576), "nvidia-smi; github.com/noonghunna/club-3090/issues/1128"},
    {"mi300x",
     "MI300X",
     gigabytes(192),
     "AMD Instinct MI300X data sheet",
     {206'141'652'992},
     "rocminfo (201,310,208 KB); github.com/ROCm/legacy-rocm-build/issues/4414"},
}};

}  // namespace tally
