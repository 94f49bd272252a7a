// Every string of the lesson `levers`.
#pragma once

#include "lecture/language.h"

namespace tally {

/// `what` says what is changed, `name` fits under a bar.
struct LeverWords {
  Str name;
  Str what;
  Str price;
};

struct LeversStrings {
  Str title;
  Str batch_help;
  Str micro_batches, micro_batches_help;
  Str many_micro_batches;  // {micro} {batch}
  Str segment, segment_help;
  Str optimizer, optimizer_help;
  Str gpus_help;
  LeverWords recipe;         // what: {recipe}; price: {master}
  LeverWords optimizer_row;  // what: {optimizer}; price
  LeverWords batch_row;      // what: {whole} {batch}; price: {steps}
  LeverWords accumulation;   // what: {micro}; price: {waiting}
  LeverWords checkpointing;  // what: {segment}; price: {flops} {percent}
  LeverWords sharding;       // what: {gpus}; price: {gpus} {gathered}
  Str none;                  // no lever, under a bar
  Str none_row;
  Str sentence;        // {peak} {lever} {least}
  Str sentence_none;   // {peak}
  Str sentence_large;  // {size} {states} {gpu} {accumulated} {checkpointed} {gpus} {sharded}
  Str moves;           // {factor} {before} {after}
  Str stays;           // {bytes}
  Str appears;         // {after}
  Str absent;
  Str saved_note;
  Str peak_note;  // {phase}
  Str batch_note;
  Str sharding_note;
  Str large_note;  // {layers} {width} {parameters}
  Str meta_note;
  Str table_caption;
  Str lever_column;
  Str activation_column;
  Str peak_column;
  Str flops_column;
  Str price_column;
  Str answer_caption;  // {size} {gpu}
  Str states_column;
  Str fits_column;  // {gpu}
  Str fits, too_large;
  Str peak_plot;
  Str lever_axis;
  Str peak_axis;
  Str states_plot;  // {size}
  Str states_axis;
  Str one_gpu;  // {gpu}
};

}  // namespace tally
