// Every string of the lesson `recipes`.
#pragma once

#include "lecture/language.h"

namespace tally {

struct RecipesStrings {
  Str title;
  Str update, update_help;
  Str sentence;          // {fp32} {moments} {mixed} bytes, {gpus} {gpu} {sharding}, {fp32_size} ...
  Str updates_kept;      // {updates} {update} {master}
  Str updates_lost_all;  // {updates} {update} {bf16} {master}
  Str reported_note;     // {gpu} {marketed} {reported} {difference}
  Str table_caption;
  Str recipe_column;
  Str per_parameter_total;
  Str largest_column;
  Str sharding_caption;  // {gpus} {size}
  Str formula_column;
  Str measured_caption;  // {gpus}
  Str measured_column;
  Str formula_bytes_column;
  Str left_column;
  Str beyond_column;
  Str gpus_caption;
  Str marketed_column, marketed_source_column, reported_column, reported_gib_column,
      reported_source_column;
  Str updates_caption;  // {updates} {update}
  Str updates_axis;
  Str weight_axis;
  Str start_column, end_column;
  Str kept_bf16, kept_master, kept_copy;
  Str bars_caption;
  Str bytes_axis;
};

}  // namespace tally
