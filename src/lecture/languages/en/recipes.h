#pragma once

#include "lecture/strings/recipes.h"

namespace tally::en {

inline constexpr RecipesStrings recipes{
    .title = "How many bytes does a parameter take?",
    .update = "Each update",
    .update_help = "How much each update adds to a weight of 1",
    .sentence =
        "All in fp32 a parameter takes {fp32} bytes, in bf16 with fp32 moments {moments}, in bf16 "
        "with fp32 master weights {mixed}; on {gpus} × {gpu} ({sharding}) at most {fp32_size}, "
        "{moments_size} and {mixed_size} parameters fit.",
    .updates_kept =
        "Why fp32 master weights: after {updates} updates of {update} a weight of 1 kept in "
        "bf16 alone is {bf16}, and its fp32 master weight is {master}.",
    .updates_lost_all =
        "Why fp32 master weights: after {updates} updates of {update} a weight of 1 kept "
        "in bf16 alone is still {bf16}, as every update is rounded away; its fp32 master "
        "weight is {master}.",
    .reported_note =
        "{gpu} is sold with {marketed}; its driver reports {reported} bytes, a difference "
        "of {difference}.",
    .table_caption = "Bytes per parameter, and the largest model that fits",
    .recipe_column = "recipe",
    .per_parameter_total = "total",
    .largest_column = "largest model",
    .sharding_caption =
        "bf16 with fp32 master weights on {gpus} × {size}: bytes per parameter on each "
        "GPU",
    .formula_column = "formula",
    .measured_caption =
        "Executed with the largest model's parameters: bytes on the GPU that holds most",
    .measured_column = "executed",
    .formula_bytes_column = "by formula",
    .left_column = "left over",
    .beyond_column = "one parameter more",
    .gpus_caption = "Catalogue of GPUs",
    .marketed_column = "advertised",
    .marketed_source_column = "source of the advertised size",
    .reported_column = "reported",
    .reported_gib_column = "reported",
    .reported_source_column = "source of the reported size",
    .updates_caption = "{updates} updates of {update} on a weight of 1",
    .updates_axis = "updates",
    .weight_axis = "weight",
    .start_column = "start",
    .end_column = "end",
    .kept_bf16 = "bf16 alone",
    .kept_master = "fp32 master weight",
    .kept_copy = "bf16 copy of the master",
    .bars_caption = "Bytes per parameter",
    .bytes_axis = "each parameter",
};

}  // namespace tally::en
