#include "measure/scale.h"

namespace tally::measure {
namespace {

constexpr Dtype f32 = Dtype::float32, bf16 = Dtype::bfloat16;

// 4 to 60 GB each, and a few seconds.
const ScaleSizes gpu_sizes{
    .networks = {{8, 8192, 8192, f32},
                 {16, 4096, 32768, f32},
                 {24, 8192, 8192, f32},
                 {16, 4096, 32768, bf16},
                 {24, 8192, 16384, bf16},
                 {32, 8192, 32768, bf16},
                 {64, 4096, 16384, bf16}},
    .accumulation = {16, 4096, 65536, bf16},
    .micro_batches = {1, 2, 4, 8, 16, 32, 64},
    .checkpointing = {32, 4096, 65536, bf16},
    .segments = {0, 1, 2, 4, 6, 8, 16, 32},
    .largest = {16, 8192, 0, bf16},
    .limit = {0},
    .recipe_parameters = 1 << 28,
};

// The same in small, with odd sizes among them: tens of megabytes, and a second.
const ScaleSizes host_sizes{
    .networks = {{2, 256, 64, f32},
                 {4, 192, 128, f32},
                 {6, 129, 33, f32},
                 {3, 101, 7, f32},
                 {4, 256, 64, bf16},
                 {5, 127, 31, bf16},
                 {8, 160, 96, bf16}},
    .accumulation = {4, 128, 256, f32},
    .micro_batches = {1, 2, 4, 8, 16, 32, 64},
    .checkpointing = {12, 96, 128, f32},
    .segments = {0, 1, 2, 3, 4, 6, 12},
    .largest = {4, 128, 0, f32},
    .limit = {16'000'000},
    .recipe_parameters = 1 << 20,
};

}  // namespace

const ScaleSizes& scale_sizes(bool cuda) { return cuda ? gpu_sizes : host_sizes; }

}  // namespace tally::measure
