// What `tally report` and the measuring program say. Not among the `Strings` of the lecture: the
// page does not show a report in these words, and would fetch them.
#pragma once

#include "lecture/language.h"

namespace tally {

struct ReportStrings {
  // The command.
  Str about;
  Str file_help;
  Str needs_file;
  Str cannot_open;  // {name} {reason}
  Str cannot_read;  // {name} {reason}
  // The report.
  Str title_lecture;       // {device}
  Str title_models;        // {device}
  Str title_scale;         // {device}
  Str sentence;            // {equal} {all}
  Str largest_difference;  // {name} {configuration} {percent}
  Str median_difference;   // {percent}
  Str points;              // {equal} {all}
  Str made;                // {day}
  Str versions;            // {tally} {libtorch} {threads}
  Str driver;              // {driver}
  Str number, predicted, measured, difference;
  Str equal;
  Str not_predicted;
  Str separator;
  // Configurations and numbers, by their ids in a report.
  Str recipes, optimizer_state, activation, accumulation, checkpointing, budget, levers;
  Str network, largest_batch, model, recipe, workspace, outside;
  // Settings, by their keys in a report, and recipes.
  Str s_layers, s_width, s_batch, s_micro_batches, s_segment, s_dtype, s_recipe, s_like;
  Str fp32, bf16_fp32_moments, bf16_master_weights, autocast, fp32_main_gradients, bf16_stock;
  // Rows of the lecture's tables, by their ids.
  Str large, small, plain, before, forward, each_layer;
  Str lever_none, lever_optimizer, lever_recipe, lever_batch, lever_accumulation,
      lever_checkpointing, lever_sharding;
  Str after;                                          // {n} steps
  Str segment;                                        // {n} layers
  Str end_forward, end_backward, end_optimizer_step;  // {n}: of which iteration
  // What is measured, by the last word of a number's id.
  Str n_saved, n_peak, n_host_peak, n_parameter_bytes, n_gradient_bytes, n_states, n_rng_bytes,
      n_flops, n_events, n_seconds, n_flops_per_second, n_limit, n_largest_size, n_failing_size,
      n_bytes_per_parameter, n_parameters, n_largest_model, n_gpus, n_bytes, n_waiting,
      n_peak_requested, n_peak_allocated, n_peak_reserved, n_device_memory, n_device_used,
      n_reserved, n_outside_allocator, n_state, n_live_at_end, n_phase_peak;
  // Problems.
  Str out_of_memory;  // {detail}
  Str no_kernel;      // {detail}
  Str old_driver;     // {detail}
  Str failed;         // {detail}
  // The measuring program.
  Str no_gpu;
  Str unused_gpu;      // {driver} {libtorch} {reason}
  Str unusable_gpu;    // {driver} {libtorch} {reason}
  Str built_for_cpus;  // a reason
  Str models_on_cpu;
  Str measuring;  // {what}
};

/// In the words of the language with this tag.
const ReportStrings& report_strings(std::string_view tag);

}  // namespace tally
