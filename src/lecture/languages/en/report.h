#pragma once

#include "lecture/languages/en/accumulation.h"
#include "lecture/languages/en/checkpointing.h"
#include "lecture/languages/en/levers.h"
#include "lecture/languages/en/setups.h"
#include "lecture/strings/report.h"

namespace tally::en {

inline constexpr ReportStrings report{
    .about = "Show a report of the measuring program: predicted beside measured",
    .file_help = "The report, as ./scripts/measure --json FILE writes it",
    .needs_file = "tally report needs a file: one that ./scripts/measure --json FILE wrote",
    .cannot_open = "{name} cannot be opened: {reason}",
    .cannot_read = "{name} is no report of ./scripts/measure: {reason}",
    .title_lecture = "The lecture on LibTorch, {device}",
    .title_models = "Language models on LibTorch, {device}",
    .title_scale = "At scale on LibTorch, {device}",
    .sentence = "Of {all} numbers that were both predicted and measured, {equal} are equal.",
    .largest_difference = "The largest difference: {name} in {configuration}, {percent}.",
    .median_difference = "The median difference is {percent}.",
    .points = "Of {all} points that the figures draw, {equal} are equal",
    .made = "measured on {day}",
    .versions = "Tally {tally}, LibTorch {libtorch}, {threads:thread|threads}",
    .driver = "driver {driver}",
    .number = "number",
    .predicted = "predicted",
    .measured = "measured",
    .difference = "difference",
    .equal = "equal",
    .not_predicted = "–",
    .separator = ", ",
    .recipes = "1. Bytes per parameter",
    .optimizer_state = "2. Optimizer state",
    .activation = "3. Activations",
    .accumulation = "4. Gradient accumulation",
    .checkpointing = "5. Activation checkpointing",
    .budget = "6. How many GPUs",
    .levers = "7. The six levers",
    .network = "Depth, width and batch",
    .largest_batch = "The largest batch",
    .model = "A small model",
    .recipe = "Bytes per parameter of a recipe",
    .workspace = "Workspace of matrix products",
    .outside = "Outside of the allocator",
    .s_layers = "layers L",
    .s_width = "width D",
    .s_batch = "batch B",
    .s_micro_batches = "micro-batches M",
    .s_segment = "layers per segment k",
    .s_dtype = "dtype",
    .s_recipe = "recipe",
    .s_like = "like",
    .fp32 = setups.fp32.name,
    .bf16_fp32_moments = setups.bf16_fp32_moments.name,
    .bf16_master_weights = setups.bf16_master_weights.name,
    .autocast = setups.autocast.name,
    .fp32_main_gradients = setups.fp32_main_gradients.name,
    .bf16_stock = setups.bf16_stock.name,
    .large = accumulation.large_row,
    .small = accumulation.small_row,
    .plain = "no checkpoints",
    .before = "before the first step()",
    .forward = checkpointing.forward_row,
    .each_layer = checkpointing.each_layer_row,
    .lever_none = levers.none,
    .lever_optimizer = levers.optimizer_row.name,
    .lever_recipe = levers.recipe.name,
    .lever_batch = levers.batch_row.name,
    .lever_accumulation = levers.accumulation.name,
    .lever_checkpointing = levers.checkpointing.name,
    .lever_sharding = levers.sharding.name,
    .after = "after {n:step|steps}",
    .segment = "{n:layer|layers} a segment",
    .end_forward = "forward {n}",
    .end_backward = "backward {n}",
    .end_optimizer_step = "optimizer step {n}",
    .n_saved = "saved for backward",
    .n_peak = "peak of live memory",
    .n_host_peak = "peak in the host’s memory",
    .n_parameter_bytes = "parameters",
    .n_gradient_bytes = "gradients",
    .n_states = "optimizer states, master weights",
    .n_rng_bytes = "state of the random generator",
    .n_flops = "floating-point operations",
    .n_events = "allocations and frees, in their place",
    .n_seconds = "time of a step",
    .n_flops_per_second = "speed",
    .n_limit = "limit of memory",
    .n_largest_size = "largest batch that runs",
    .n_failing_size = "smallest batch that does not",
    .n_bytes_per_parameter = "bytes per parameter",
    .n_parameters = "parameters",
    .n_largest_model = "largest model",
    .n_gpus = "GPUs",
    .n_bytes = "bytes in all",
    .n_waiting = "gradients alive in forward",
    .n_peak_requested = "peak asked of the allocator",
    .n_peak_allocated = "peak of allocated blocks",
    .n_peak_reserved = "peak reserved by the allocator",
    .n_device_memory = "memory of the device",
    .n_device_used = "used, by the device",
    .n_reserved = "reserved by the allocator",
    .n_outside_allocator = "outside of the allocator",
    .n_state = "optimizer state",
    .n_live_at_end = "live when the phase ends",
    .n_phase_peak = "peak of the phase",
    .out_of_memory = "out of memory ({detail}); the numbers above are what was measured before",
    .no_kernel = "this LibTorch has no kernel for this device ({detail}); another build of it may",
    .old_driver =
        "the driver is too old for this LibTorch ({detail}); update it, or take an older LibTorch",
    .failed = "it failed ({detail})",
    .no_gpu =
        "--device cuda: LibTorch finds no GPU here (no GPU, no driver, or a LibTorch for CPUs); "
        "--device cpu measures without one",
    .unused_gpu =
        "this machine has a GPU (driver {driver}), but LibTorch {libtorch} does not use it, and "
        "the "
        "CPU is measured: {reason}",
    .unusable_gpu =
        "--device cuda: this machine has a GPU (driver {driver}), but LibTorch {libtorch} cannot "
        "use "
        "it: {reason}. --device cpu measures without it",
    .built_for_cpus =
        "this LibTorch is built for CPUs alone; set TALLY_TORCH to one that is built for CUDA",
    .models_on_cpu =
        "models are measured on a CPU: their prediction is of the kernels that PyTorch takes "
        "there. Leave --device out, or ask for lecture or scale",
    .measuring = "measuring {what}",
};

}  // namespace tally::en
