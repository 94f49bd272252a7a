// Every string of the lesson `checkpointing`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct CheckpointingStrings {
  Str title;
  // Parameters.
  Str block, block_help, block_toy, block_wide;
  Str segment, segment_help;
  Str boundaries, boundaries_help;
  Str early_stop, early_stop_help;
  Str preserve_rng, preserve_rng_help;
  Str keep_gradients, keep_gradients_help;
  Str all_bands, all_bands_help;
  Str wrong_sum;                   // {lengths} {sum} {layers}
  Str long_segment;                // {segment} {layers}
  Str one_segment, many_segments;  // {count}
  // The sentence.
  Str sentence;  // {layers} {segments} {units} {bytes} {plain_units} {plain_bytes} {flops}
                 // {plain_flops}
  Str sentence_equal, sentence_zero, sentence_different, sentence_meta;
  // Notes.
  Str note_input;  // {plain} {layers}
  Str note_estimate_toy, note_estimate_wide;
  Str note_measured;
  Str note_best;  // {best} {units} {root}
  Str note_toy, note_wide;
  Str note_flops;  // {early}
  Str note_early_toy, note_early_wide, note_early_off;
  Str note_rng;  // {state} {segments} {bytes}
  Str note_rng_off;
  Str note_uneven;          // {last}
  Str note_segment_unused;  // {segment}
  Str note_hand;            // {units} {best}
  Str note_temporary;
  Str note_peak;  // {peak} {parameters} {gradients} {saved} {plain}
  Str note_peak_same;
  Str note_real_models;
  // Tables.
  Str segments_caption, segment_column, count_column, estimate_column, units_column, formula_column,
      saved_column, live_column, rng_column, flops_column, multiple_column;
  Str plain_row, hand_row;
  Str optimum_caption, root_column, two_roots_column, lecture_plain_column, plain_column,
      best_column, best_units_column, estimate_best_column;
  Str flops_caption, what_column;
  Str forward_row, plain_flops_row, each_layer_row, chosen_row;
  Str chosen_caption;
  Str lengths_quantity, saved_quantity, units_quantity, live_quantity, rng_quantity, equal_quantity;
  Str equal_yes, equal_zero, equal_no, equal_unknown;
  // Plots and the timeline.
  Str peak_plot, segment_axis, units_axis;
  Str estimate_series;
  Str plain_mark;  // {units}
  Str flops_plot, multiple_axis, with_series;
  Str timeline_caption;  // {lengths}
  Str moving_caption;    // {lengths}
};

}  // namespace tally
