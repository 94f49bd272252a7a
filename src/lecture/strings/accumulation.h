// Every string of the lesson `accumulation`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct AccumulationStrings {
  Str title;
  // Parameters.
  Str micro_batches, micro_batches_help;
  Str weighted, weighted_help;
  Str divide_loss, divide_loss_help;
  Str zero_grad, zero_grad_help;
  Str seed, seed_help;
  // The sentence.
  Str sentence;             // {batch} {micro} {large} {small} {ratio}
  Str sentence_one_part;    // {batch} {large}
  Str sentence_difference;  // {difference} {relative}
  Str sentence_equal;
  Str sentence_factor;  // {step} {factor} {difference}
  Str sentence_meta;
  // Notes.
  Str note_saved;  // {units_large} {layers}
  Str note_rounding;
  Str note_retained;     // {gradients}
  Str note_peak_grows;   // {large} {small}
  Str note_peak_falls;   // {large} {small}
  Str note_divide;       // {micro} {made}
  Str note_not_divided;  // {made}
  Str note_weighted_unused;
  Str note_chunks;  // {asked} {batch} {sizes}
  Str note_fewer;   // {asked} {made}
  Str note_unequal;
  Str note_weighted;
  Str note_mistakes;  // {sgd_lr} {adamw_lr}
  Str note_unmoved;   // {gradient}
  Str note_drift;     // {gradient}
  Str note_zero_grad;
  Str note_times;  // {runs} {large} {small} {multiple}
  Str note_meta;
  Str note_limit;  // {passes} {work} {memory} {flops} {bytes}
  // Tables.
  Str bytes_caption;
  Str pass_column, samples_column, saved_column, ratio_column, retained_column, peak_column;
  Str large_row, small_row;
  Str gradients_caption;  // {step}
  Str difference_row, gradient_row, relative_row, factor_row;
  Str micro_caption;
  Str index_column, weight_column, share_column;
  Str mistakes_caption;
  Str mistake_column;
  Str gradient_1, sgd_1, adamw_1, gradient_2, sgd_2, adamw_2;
  Str right_row;
  Str fewer_row;  // {asked} {made}: in the place of right_row
  Str loss_row, zero_row, both_row;
  Str times_caption;
  Str passes_column, time_column, multiple_column;
  // Plots and the timeline.
  Str bytes_plot, saved_series, peak_series;
  Str gradients_plot, gradients_axis, quantity_axis;
  Str factors_plot, factors_axis;  // {step}
  Str gradient_bar, sgd_bar, adamw_bar;
  Str times_plot, times_axis;
  Str timeline_caption;  // {count} {gradients}
};

}  // namespace tally
