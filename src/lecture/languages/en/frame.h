// The frame in English: interface, messages, units, categories.
#pragma once

#include "lecture/strings.h"

namespace tally::en {

inline constexpr UiStrings ui{
    .lecture_title = "Where training memory goes: seven demonstrations",
    .reset = "Reset",
    .reset_all = "Reset all",
    .back_to_start = "Back to the start",
    .running = "Running…",
    .cancel = "Cancel",
    .cancelled = "Cancelled",
    .failed = "The run failed",
    .restarted = "The core was started again; your settings are kept.",
    .stale = "A value is not valid: this is the last good result",
    .no_webgl =
        "This browser has no WebGL2, so the figure cannot be drawn. The sentence and the tables "
        "below still follow the parameters.",
    .no_wasm =
        "This browser cannot run WebAssembly, so the demonstrations do not run. The article can "
        "still be read.",
    .canvas_hint = "Click the figure to enter it, press Escape to leave",
    .show_form = "Use the form",
    .show_figure = "Use the controls in the figure",
    .loading = "Loading…",
    .limits = "Limits",
    .default_value = "Default",
    .on = "on",
    .off = "off",
    .none = "none",
    .peak = "peak",
    .yours = "your setting",
    .language = "Language",
    .tables = "Tables",
    .notes = "Notes",
    .copied = "Copied",
    .legend = "Legend",
};

inline constexpr MessageStrings messages{
    .bad_value = "{label}: got \"{got}\", takes {takes}.",
    .empty_value = "{label}: got nothing, takes {takes}.",
    .separators =
        "{label}: got \"{got}\"; write {plain}, without thousands separators. "
        "Takes {takes}.",
    .full_width = "{label}: got \"{got}\"; use plain digits and commas. Takes {takes}.",
    .not_whole = "{label}: got \"{got}\", which is not a whole number; takes {takes}.",
    .not_finite = "{label}: got \"{got}\", which is not a finite number; takes {takes}.",
    .too_many = "{label}: got {count} numbers, takes at most {limit}.",
    .bad_choice = "{label}: got \"{got}\"; did you mean {nearest}? Takes {takes}.",
    .given_twice = "{label}: given twice, takes one value.",
    .by_default = "It was not given, so it has its default, {value}.",
    .unknown_key = "There is no parameter \"{key}\". The parameters here are: {keys}.",
    .unknown_nearest = "There is no parameter \"{key}\"; did you mean {nearest}?",
    .range = "{min} to {max}",
    .takes_integer = "a whole number from {range}",
    .takes_real = "a number from {range}",
    .takes_choice = "one of {choices}",
    .takes_flag = "true or false",
    .takes_integers =
        "whole numbers with commas between them (such as 6,4,3,2,1), each from {range}, "
        "or nothing",
    .list_separator = ", ",
};

inline constexpr UnitStrings units{
    .bytes_per_parameter = {"B/param", "B/param", "B/param"},
    .parameters = {"parameters", "parameter", "parameters"},
    .flops = {"FLOPs", "FLOP", "FLOPs"},
    .layers = {"layers", "layer", "layers"},
    .samples = {"samples", "sample", "samples"},
    .tokens = {"tokens", "token", "tokens"},
    .steps = {"steps", "step", "steps"},
    .gpus = {"GPUs", "GPU", "GPUs"},
    .activation_units = {"activations", "activation", "activations"},
    .events = {"events", "event", "events"},
};

inline constexpr CategoryStrings categories{
    .parameter = "parameters",
    .master_weight = "master weights",
    .gradient = "gradients",
    .optimizer_state = "optimizer state",
    .activation = "activations",
    .activation_gradient = "activation gradients",
    .input = "input",
    .temporary = "temporaries",
    .cast_copy = "low-precision copies",
    .rng_state = "RNG state",
    .buffer = "buffers",
    .other = "other",
};

inline constexpr PhaseStrings phases{
    .none = "before the start",
    .forward = "forward",
    .backward = "backward",
    .optimizer_step = "optimizer step",
};

inline constexpr CommonStrings common{
    .layers = "Layers L",
    .layers_help = "How many layers the network has",
    .width = "Width D",
    .width_help = "How many inputs and outputs each layer has",
    .batch = "Batch B",
    .batch_help = "How many samples one forward pass takes",
    .optimizer = "Optimizer",
    .optimizer_help = "Which optimizer updates the parameters",
    .measured = "measured",
    .formula = "formula",
    .on_cpu = "Executed on the CPU with every value computed ({dtype}).",
    .on_meta =
        "Executed on the meta device because of its size: shapes and bytes are real, values are "
        "not computed.",
    .memory_axis = "memory",
    .live_bytes_axis = "live bytes",
    .phase_column = "phase",
    .total_column = "total",
    .bytes_column = "bytes",
    .parameters_column = "parameters",
    .shape_column = "shape",
    .dtype_column = "dtype",
    .name_column = "name",
    .quantity_column = "quantity",
    .value_column = "value",
};

}  // namespace tally::en
