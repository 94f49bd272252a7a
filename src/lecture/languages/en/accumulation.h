#pragma once

#include "lecture/strings/accumulation.h"

namespace tally::en {

inline constexpr AccumulationStrings accumulation{
    .title = "Gradient accumulation: time for activations",
    .micro_batches = "Micro-batches M",
    .micro_batches_help =
        "Into how many parts a batch is cut, one after another: x.chunk(M). Where M "
        "does not divide it, chunk may give fewer",
    .weighted = "Weight by samples",
    .weighted_help = "Each part's loss times its share of the samples, instead of over M",
    .divide_loss = "Divide the loss by M",
    .divide_loss_help = "Off is a classic mistake: the parts' mean losses are just added up",
    .zero_grad = "zero_grad() first",
    .zero_grad_help =
        "Off is the other classic mistake: the last step's gradient is still in .grad",
    .seed = "Seed",
    .seed_help = "Other weights and samples: other gradients, the same bytes",
    .sentence =
        "{batch} samples at once save {large} for backward; in {micro} parts, one after "
        "another, {small} at a time: {ratio} times less.",
    .sentence_one_part =
        "{batch:sample|samples} at once: {large} saved for backward; one part holds them all and "
        "saves the same.",
    .sentence_difference =
        "The gradients differ by at most {difference}, {relative} of the largest "
        "one: rounding, and nothing else.",
    .sentence_equal = "The gradients of the two are equal to the bit.",
    .sentence_factor =
        "With your settings the accumulated gradient of step {step} is {factor} of the right one, "
        "and differs by up to {difference}.",
    .sentence_meta = "The run is large, so bytes were accounted and no gradient was computed.",
    .note_saved =
        "Each sample saves the input, the results of {layers:ReLU|ReLUs}, and the difference "
        "model(x) − "
        "y "
        "that is squared: {units_large} tensors of B×D. chunk gives views of one input, and each "
        "part counts its own bytes of it only.",
    .note_rounding =
        "The two are equal in mathematics, but floating-point addition is not "
        "associative: sums in parts end in other last digits. A difference of zero "
        "would be the suspicious result.",
    .note_retained =
        "One cost: from the first part to step(), {gradients} of gradients stay, and each later "
        "part "
        "makes its weight gradients as temporaries before they are added.",
    .note_peak_grows =
        "Parameters outweigh activations here, so the overall peak rises from {large} to {small}: "
        "gradients and activations are alive together. With a larger batch it turns around.",
    .note_peak_falls = "The overall peak falls from {large} to {small}.",
    .note_divide =
        "mean averages inside each part, so each loss is divided by M = {micro} too; "
        "without that the gradient is {made} times too large.",
    .note_not_divided =
        "mean averages inside each part, and the {made} losses are just added up: each weighs 1, "
        "not its share of the samples.",
    .note_weighted_unused = "\"Weight by samples\" has no effect while the loss is not divided.",
    .note_chunks =
        "{batch:sample does|samples do} not split evenly into {asked}; chunk gives {sizes}.",
    .note_fewer =
        "{asked} parts were asked for and chunk gives {made}; the loss is still divided by "
        "{asked}, so the gradient is too small.",
    .note_unequal =
        "The parts differ in size. Divided by M alike, samples of the small part weigh "
        "more: this is no longer the mean over the batch.",
    .note_weighted =
        "Each loss is weighted by its share of the samples, so any cut gives the mean "
        "over the batch.",
    .note_mistakes =
        "The factors were executed with the real optimizers, SGD with a learning rate of {sgd_lr} "
        "and "
        "AdamW with {adamw_lr}: two steps each, against two right steps on the whole batch (ratios "
        "of "
        "Euclidean norms, of the gradient and of the change of the parameters). AdamW divides the "
        "gradient by its own size, so a constant factor cancels and the bug hides; gradient "
        "clipping "
        "and logged gradient norms still see it.",
    .note_unmoved =
        "– stands where there is no factor: in the right step the parameters did not move in "
        "float32 at all, because learning rate times gradient (max|g| = {gradient}) is rounded "
        "away.",
    .note_drift =
        "Some steps differ from what their gradient would make of them: the gradients are so "
        "small (max|g| = {gradient}) that the update is lost in float32 rounding or near Adam's "
        "eps = 1e-8.",
    .note_zero_grad =
        "Without zero_grad() the first step looks right; the second carries the first "
        "one's gradient, and so on.",
    .note_times =
        "The other cost, as the shortest of {runs} averages: the whole batch takes {large}, the "
        "parts {small} "
        "({multiple}). Small matrices use the hardware less well. Times depend on machine and "
        "browser; they are noisy, and no test relies on them.",
    .note_meta = "There are no values, so there are no differences, factors or times.",
    .note_limit =
        "With values the {passes} passes of this demonstration would take {work} FLOPs and about "
        "{memory}; up to {flops} and {bytes} it computes them. Layers × width² × batch is what to "
        "make smaller.",
    .bytes_caption = "One large batch and M small ones: bytes",
    .pass_column = "how",
    .samples_column = "samples at a time",
    .saved_column = "saved for backward",
    .ratio_column = "whole batch over it",
    .retained_column = "gradients kept between parts",
    .peak_column = "peak of live bytes",
    .large_row = "whole batch",
    .small_row = "micro-batches",
    .gradients_caption = "Gradients of the two, step {step}",
    .difference_row = "largest difference max|Δg|",
    .gradient_row = "largest gradient max|g|",
    .relative_row = "relative difference",
    .factor_row = "accumulated over whole gradient (norms)",
    .micro_caption = "Samples of each part, and the weight of its loss",
    .index_column = "part",
    .weight_column = "weight of its loss",
    .share_column = "weight it should have",
    .mistakes_caption = "Classic mistakes: factors in the gradient and in the step",
    .mistake_column = "what",
    .gradient_1 = "step 1, gradient",
    .sgd_1 = "step 1, SGD",
    .adamw_1 = "step 1, AdamW",
    .gradient_2 = "step 2, gradient",
    .sgd_2 = "step 2, SGD",
    .adamw_2 = "step 2, AdamW",
    .right_row = "no mistake",
    .fewer_row = "divided by {asked}, though {made:part was|parts were} made",
    .loss_row = "loss not divided by M",
    .zero_row = "zero_grad() forgotten",
    .both_row = "both",
    .times_caption = "Time (noisy)",
    .passes_column = "passes",
    .time_column = "time",
    .multiple_column = "over the whole batch",
    .bytes_plot = "Bytes",
    .saved_series = "activations saved for backward",
    .peak_series = "peak of live bytes",
    .gradients_plot = "Difference of the gradients",
    .gradients_axis = "absolute value",
    .quantity_axis = "quantity",
    .factors_plot = "Factors with your settings, step {step}",
    .factors_axis = "multiple of the right one",
    .gradient_bar = "gradient",
    .sgd_bar = "SGD step",
    .adamw_bar = "AdamW step",
    .times_plot = "Time (noisy)",
    .times_axis = "time",
    .timeline_caption =
        "Stroke four: the teeth, {count} of them, one for each micro-batch. From the second on the "
        "floor is higher by the gradients, {gradients}.",
};

}  // namespace tally::en
