#pragma once

#include "lecture/strings/checkpointing.h"

namespace tally::en {

inline constexpr CheckpointingStrings checkpointing{
    .title = "Checkpointing: computation for activations",
    .block = "What a layer is",
    .block_help =
        "A toy layer saves as much as its input; a wide one is 4D inside, like a "
        "Transformer's feed-forward layer",
    .block_toy = "toy: Linear(D, D), ReLU",
    .block_wide = "wide: Linear(D, 4D), GELU, Linear(4D, D)",
    .segment = "Layers per segment k",
    .segment_help =
        "How many layers lie between two checkpoints; the last segment takes what is left",
    .boundaries = "Segments by hand",
    .boundaries_help =
        "The number of layers in each segment, with commas between them, L in all (such "
        "as 6,4,3,2,1); nothing for equal segments of k",
    .early_stop = "Early stop",
    .early_stop_help = "Recomputation ends when the last saved tensor is back (PyTorch's default)",
    .preserve_rng = "Preserve RNG state",
    .preserve_rng_help =
        "Each segment keeps the generator's state, so that dropout draws the same "
        "mask again (PyTorch's default)",
    .keep_gradients = "Gradients already there",
    .keep_gradients_help =
        "As in accumulation, .grad holds an earlier gradient: a new weight gradient "
        "is a temporary until it is added",
    .all_bands = "Draw parameters and gradients too",
    .all_bands_help = "In the timeline, also where they dwarf what checkpoints move",
    .wrong_sum =
        "Segments by hand: {lengths} make {sum:layer|layers}, the network has {layers}; they "
        "must add up to {layers}.",
    .long_segment =
        "Layers per segment k: got {segment}, but the network has only {layers}; takes 1 to "
        "{layers}.",
    .one_segment = "{count} segment",
    .many_segments = "{count} segments",
    .sentence =
        "{layers} in {segments}: at most {units:activation is|activations are} saved ({bytes}), "
        "against "
        "{plain_units} without checkpoints ({plain_bytes}); the computation is {flops} of a "
        "forward pass, against {plain_flops}.",
    .sentence_equal = "The gradients of the two are equal to the bit.",
    .sentence_zero =
        "All gradients of both are zero, too small for float32 after so many layers: that they "
        "are equal says nothing here.",
    .sentence_different =
        "The gradients of the two differ: recomputation did not repeat the forward pass.",
    .sentence_meta =
        "The run is large, so bytes and FLOPs were accounted and no gradient was computed.",
    .note_input =
        "How it is counted: one activation is B×D float32 numbers. Here the input x counts "
        "in both cases, so without checkpoints it is {plain}; the lecture's \"{layers} "
        "without\" leaves the input out, its L/k + k counts it.",
    .note_estimate_toy =
        "The lecture's estimate L/k + k: L/k segment inputs, and the k results of the "
        "segment that is in backward.",
    .note_estimate_wide =
        "The estimate for wide layers L/k + 9k − 1: L/k segment inputs, and the segment that is in "
        "backward; each layer saves its input and 4 + 4 of the hidden tensors, and the segment's "
        "own "
        "input is counted already.",
    .note_measured =
        "Measured is the maximum of saved bytes over forward and backward. When an earlier "
        "segment is in backward, the later inputs are gone, so where k does not divide L "
        "less may be measured than estimated.",
    .note_best =
        "Least is measured for k = {best}: {units:activation|activations}; sqrt(L) = {root}.",
    .note_toy =
        "A toy layer's result is as large as its input, so one checkpoint per layer spares "
        "nothing: the inputs are kept, and all of it is computed again.",
    .note_wide =
        "Inside, a wide layer is 8 times its input. Keeping only the input spares most of it, "
        "so one checkpoint per layer is best.",
    .note_flops =
        "Backward is 2 forward passes, less the first linear layer's gradient for x, which needs "
        "none: 3 − 1/L in all for toy layers, 3 − 1/(2L) for wide ones. Checkpoints add one more "
        "forward pass.",
    .note_early_toy =
        "The last thing a toy layer saves is its ReLU's result, so recomputation runs to "
        "the end and early stop spares no product.",
    .note_early_wide =
        "The last thing a wide layer saves is the second linear layer's input, so early "
        "stop spares the last product of each segment.",
    .note_early_off = "Early stop is off: every segment is recomputed in full.",
    .note_rng =
        "On CPU, PyTorch keeps {state} bytes of generator state per segment: {segments}, and the "
        "one put aside during recomputation, at most {bytes}. It is no activation and not in "
        "the count.",
    .note_rng_off =
        "No generator state is kept. With dropout in a layer, recomputation would draw "
        "another mask and the gradients would be wrong.",
    .note_uneven = "k does not divide L, so the last segment has {last}.",
    .note_segment_unused =
        "Segments are given by hand, so layers per segment k = {segment} is not used.",
    .note_hand =
        "The segments by hand need {units}, the best equal ones {best}. The later a segment, "
        "the more inputs wait while it is recomputed, so long ones first is better.",
    .note_temporary =
        "With gradients already there, each weight gradient is a temporary until it has "
        "been added to .grad.",
    .note_peak =
        "The peak of all live bytes is {peak}, at an instant when parameters take {parameters}, "
        "gradients {gradients} and saved activations {saved}; without checkpoints it is {plain}.",
    .note_peak_same =
        "That peak does not fall: parameters and gradients outweigh activations here, and it lies "
        "at the end of backward, when all gradients are there. Checkpoints pay with a larger batch "
        "B.",
    .note_real_models =
        "In practice one often checkpoints only what is large to keep and cheap to "
        "compute, instead of everything.",
    .segments_caption = "Every segment length: estimated, measured, and what it computes",
    .segment_column = "layers per segment k",
    .count_column = "segments",
    .estimate_column = "estimate",
    .units_column = "measured",
    .formula_column = "formula by segments",
    .saved_column = "saved at most",
    .live_column = "live at most",
    .rng_column = "RNG state",
    .flops_column = "forward and backward",
    .multiple_column = "of a forward pass",
    .plain_row = "without",
    .hand_row = "by hand",
    .optimum_caption = "The best segment length and sqrt(L)",
    .root_column = "sqrt(L)",
    .two_roots_column = "2 sqrt(L)",
    .lecture_plain_column = "without, input left out",
    .plain_column = "without, measured",
    .best_column = "best k",
    .best_units_column = "measured",
    .estimate_best_column = "estimate",
    .flops_caption = "Computation",
    .what_column = "what",
    .forward_row = "forward only",
    .plain_flops_row = "without checkpoints",
    .each_layer_row = "one checkpoint per layer",
    .chosen_row = "your segments",
    .chosen_caption = "Your segments",
    .lengths_quantity = "layers in each segment",
    .saved_quantity = "saved at most",
    .units_quantity = "activations",
    .live_quantity = "live at most",
    .rng_quantity = "RNG state at most",
    .equal_quantity = "gradients against no checkpoints",
    .equal_yes = "equal to the bit",
    .equal_zero = "all zero, on both sides",
    .equal_no = "different",
    .equal_unknown = "not computed",
    .peak_plot = "Peak of saved activations over segment length",
    .segment_axis = "layers per segment k",
    .units_axis = "peak",
    .estimate_series = "estimate",
    .plain_mark = "without checkpoints: {units}",
    .flops_plot = "Computation over segment length",
    .multiple_axis = "multiple of a forward pass",
    .with_series = "with checkpoints",
    .timeline_caption =
        "Stroke five: the saw. Checkpoints cut the triangle; backward runs each segment again "
        "(segments {lengths}).",
    .moving_caption =
        "Stroke five: the saw. Checkpoints cut the triangle; backward runs each segment again "
        "(segments {lengths}). Parameters and their gradients are left out.",
};

}  // namespace tally::en
