#pragma once

#include "lecture/strings/setups.h"

namespace tally::en {

inline constexpr SetupStrings setups{
    .fp32 = {"all fp32", "parameters, gradients and Adam's state in float32: PyTorch's default"},
    .bf16_fp32_moments = {"bf16 + fp32 moments",
                          "bf16 parameters and gradients, both of Adam's moments in float32, no "
                          "master weights: needs an optimizer of your own"},
    .bf16_master_weights = {"bf16 + fp32 master",
                            "mixed precision: computes with a bf16 copy, updates float32 master "
                            "weights"},
    .autocast = {"autocast",
                 "torch.autocast: a float32 model, and bf16 copies of its weights through forward "
                 "and backward"},
    .fp32_main_gradients = {"fp32 main gradients",
                            "Megatron-LM and DeepSpeed: gradients accumulate in float32 too"},
    .bf16_stock = {"pure bf16",
                   "PyTorch's own AdamW on a bf16 model: the moments are bf16 as well"},
    .recipe = "Recipe",
    .recipe_help = "In which precision each number is kept",
    .gpu = "GPU",
    .gpu_help = "A model from the catalogue, or a size of your own",
    .gpu_custom = "a size of my own",
    .gpu_gb = "Memory of each GPU",
    .gpu_gb_help = "With a size of your own: how many GB each GPU has (1 GB = 1e9 bytes)",
    .capacity = "Memory as",
    .capacity_help =
        "Count the GB that are advertised (1e9 bytes), or the bytes the driver reports",
    .capacity_marketed = "advertised",
    .capacity_reported = "reported",
    .gpus = "GPUs N",
    .gpus_help = "How many GPUs there are",
    .sharding = "Sharding",
    .sharding_help =
        "What is cut into N shares, one for each GPU: ZeRO-1 cuts optimizer state and master "
        "weights, ZeRO-2 gradients too, ZeRO-3 parameters too",
    .replicated = "replicated",
    .zero1 = "ZeRO-1",
    .zero2 = "ZeRO-2",
    .zero3 = "ZeRO-3",
    .regime_column = "who trains so",
    .gpus_column = "needs at least",
    .per_gpu_column = "each GPU",
    .source_column = "source",
    .sharding_assumption =
        "The lecture's table assumes that everything is shared out perfectly over the GPUs, as "
        "under "
        "ZeRO-3, and counts no activations, framework or buffers.",
    .states_only =
        "Only parameters, gradients, master weights and optimizer state are counted; "
        "activations, the framework and temporary buffers come on top.",
    .counters =
        "Adam also keeps a 4-byte step for each parameter tensor; PyTorch puts it in the host's "
        "memory by default, so it is not counted.",
    .on_meta =
        "The bytes come from allocating parameter, gradient and optimizer state on the meta "
        "device and taking one step of AdamW.",
    .gb_unused =
        "The {gb} GB under \"Memory of each GPU\" are not used, because the GPU is {gpu}; choose a "
        "size of your own to use them.",
    .reported_unused =
        "\"Memory as: reported\" has no effect on a size of your own: its GB are 1e9 bytes each.",
    .by_size = "{size} GPU",
};

}  // namespace tally::en
