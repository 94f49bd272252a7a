#pragma once

#include "lecture/strings/levers.h"

namespace tally::en {

inline constexpr LeversStrings levers{
    .title = "Six levers: what does each one move?",
    .batch_help =
        "How many samples pass through forward at once on one GPU; the lever halves it, rounded "
        "down",
    .micro_batches = "Micro-batches M",
    .micro_batches_help = "Into how many parts accumulation cuts the same batch",
    .many_micro_batches =
        "Micro-batches M: got {micro}, but the batch has only {batch:sample|samples}; "
        "takes 1 to {batch}.",
    .segment = "Layers per segment k",
    .segment_help = "How many layers lie between two checkpoints",
    .optimizer = "Other optimizer",
    .optimizer_help = "What takes the place of AdamW when the optimizer is the lever",
    .gpus_help = "Over how many GPUs ZeRO-3 shares out the states",
    .recipe = {.name = "recipe",
               .what = "recipe: fp32 → {recipe}",
               .price = "{master} of float32 master weights; arithmetic in 16 bits"},
    .optimizer_row = {.name = "optimizer",
                      .what = "optimizer: AdamW → {optimizer}",
                      .price =
                          "another optimizer: a new learning rate, another course of training"},
    .batch_row = {.name = "batch",
                  .what = "batch: {whole} → {batch}",
                  .price = "{steps:step|steps} for the same samples, each with a noisier gradient"},
    .accumulation = {.name = "accumulation",
                     .what = "accumulation: the same batch in {micro:micro-batch|micro-batches}",
                     .price = "{waiting} of gradients wait while later parts run; small products "
                              "use the hardware less well"},
    .checkpointing = {.name = "checkpointing",
                      .what = "checkpointing: segments of {segment:layer|layers}",
                      .price = "{flops} FLOPs more ({percent})"},
    .sharding = {.name = "ZeRO-3",
                 .what = "sharding: ZeRO-3 over {gpus}",
                 .price = "{gpus}, and {gathered} of weights gathered per iteration"},
    .none = "none",
    .none_row = "no lever: fp32, AdamW, one GPU",
    .sentence =
        "An iteration peaks at {peak}; the strongest single lever is \"{lever}\", which brings "
        "that "
        "to {least}.",
    .sentence_none = "An iteration peaks at {peak}, and none of the levers brings that down.",
    .sentence_large =
        "At {size} parameters the states alone are {states}, more than the {gpu} of a GPU; they "
        "stay {accumulated} with accumulation and {checkpointed} with checkpointing, and ZeRO-3 "
        "over {gpus} leaves {sharded} on each.",
    .moves = "{factor}: {before} → {after}",
    .stays = "does not move: {bytes}",
    .appears = "new: {after}",
    .absent = "none",
    .saved_note =
        "Two different things: the activations are what backward nodes hold for later, at most; "
        "the peak is everything alive at one instant, with gradients in passing and temporaries. "
        "The other columns are what is kept when the iteration ends. So the columns do not add up "
        "to the peak.",
    .peak_note =
        "Without a lever the peak lies in phase \"{phase}\". A lever that moves a category moves "
        "the peak only where that category is there at that instant: make the batch small, and "
        "halving it, accumulation and checkpointing no longer help.",
    .batch_note = "All is taken from an iteration in which the optimizer's state is already there.",
    .sharding_note =
        "Under ZeRO-3 each GPU has a batch of its own, so its activations stay. A layer's weight "
        "is gathered for its forward and again for its backward, and is dropped in between; the "
        "buffers of real communication come on top.",
    .large_note =
        "The {parameters} parameters are {layers} layers of width {width}, trained on "
        "meta with the same batch and the same levers.",
    .meta_note =
        "Every row was executed on the meta device: shapes, bytes and FLOPs are real, values are "
        "not computed.",
    .table_caption = "Each lever alone: what it moves, and its price",
    .lever_column = "lever",
    .activation_column = "activations (saved)",
    .peak_column = "peak",
    .flops_column = "FLOPs",
    .price_column = "price",
    .answer_caption = "{size} parameters on GPUs of {gpu}: what each lever leaves on one GPU",
    .states_column = "states together",
    .fits_column = "fits {gpu}?",
    .fits = "fits",
    .too_large = "too large",
    .peak_plot = "The instant of the peak, by category",
    .lever_axis = "lever",
    .peak_axis = "live at the peak",
    .states_plot = "The states of {size} parameters on one GPU",
    .states_axis = "states",
    .one_gpu = "one GPU: {gpu}",
};

}  // namespace tally::en
