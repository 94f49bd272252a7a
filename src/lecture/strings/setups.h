// Words that lessons 1 and 6 share: recipes, GPUs, and how the states are shared out.
#pragma once

#include "lecture/language.h"

namespace tally {

/// `name` fits under a bar; `regime` says who trains so.
struct RecipeWords {
  Str name;
  Str regime;
};

struct SetupStrings {
  RecipeWords fp32, bf16_fp32_moments, bf16_master_weights, autocast, fp32_main_gradients,
      bf16_stock;
  Str recipe, recipe_help;
  Str gpu, gpu_help, gpu_custom;
  Str gpu_gb, gpu_gb_help;
  Str capacity, capacity_help, capacity_marketed, capacity_reported;
  Str gpus, gpus_help;
  Str sharding, sharding_help;
  Str replicated, zero1, zero2, zero3;
  Str regime_column;
  Str gpus_column;
  Str per_gpu_column;
  Str source_column;
  Str sharding_assumption;  // a note
  Str states_only;          // a note
  Str counters;             // a note
  Str on_meta;              // a note
  Str gb_unused;            // {gb} {gpu}: a note
  Str reported_unused;      // a note
  Str by_size;              // {size}: a GPU given by its size
};

}  // namespace tally
