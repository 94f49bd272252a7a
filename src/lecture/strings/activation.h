// Every string of the lesson `activation`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct ActivationStrings {
  Str title;
  // Parameters.
  Str sequence, sequence_help;
  Str function, function_help;
  Str frozen, frozen_help;
  Str frozen_layers, frozen_layers_help;
  Str mode, mode_help;
  Str mode_train, mode_no_grad, mode_eval;
  Str dtype, dtype_help;
  Str no_such_layer;    // {layer} {layers}
  Str too_many_frozen;  // {frozen} {layers}
  // The sentence.
  Str sentence;  // {layers} {tokens} {width} {function} {saved} {units} {unit} {parameters} {limit}
                 // {formula}
  Str sentence_nothing;  // {reason}
  Str reason_no_grad;
  Str reason_frozen;
  // Notes.
  Str note_scope;
  Str note_result;                            // {function}
  Str note_input;                             // {function}
  Str note_result_frozen, note_input_frozen;  // {function} {units}: where layers are frozen
  Str note_frozen;                            // {first}
  Str note_eval;
  Str note_no_grad;
  Str note_sequence;  // {batch} {sequence} {tokens}
  Str note_bfloat16;
  Str note_sweep;
  Str note_real_models;
  // Tables.
  Str points_caption;
  Str batch_column, sequence_column, width_column, function_column, units_column, saved_column,
      formula_column, ratio_column, device_column;
  Str crossing_caption;  // {formula}
  Str tokens_column, relation_column;
  Str fits, exceeds;  // activations against parameters
  Str equals;
  Str ledger_caption;  // {count} {bytes}
  Str node_column, slot_column, role_column, shared_column;
  Str role_input, role_linear_input, role_function_input, role_function_result;
  // Plots.
  Str over_layers, over_batch;
  Str parameters_series;
  Str crossing_mark;  // {batch}
};

}  // namespace tally
