#pragma once

#include "cli/command_words.h"

namespace tally::cli::en {

inline constexpr CommandWords command{
    .models_about = "List the published models",
    .cases_about =
        "Compare published numbers with ours: exact is equal, within is equal once rounded to the "
        "last digit printed",
    .models_usage = "[--json] [--lang TAG]",
    .cases_usage = "[FILE] [--json] [--lang TAG]",
    .report_usage = "FILE [--lang TAG]",
    .models_takes = "tally models: got \"{got}\", takes --json and --lang",
    .cases_takes = "tally cases: got \"{got}\", takes one file of cases, --json and --lang",
    .title = "{model}: {parameters} parameters",
    .title_trains = "{model}: {parameters} parameters, {trainable} of them train",
    .peak = "The peak is {bytes} B ({gib}), {instant}",
    .flops = "FLOPs: forward {forward}, backward {backward}",
    .recomputation = " (of which recomputation {flops})",
    .saved = "Kept for backward: {bytes} B",
    .in_each_block = " in each of {count} blocks",
    .in_micro_batch = "{instant}, micro-batch {n}",
    .in_block = "{instant}, block {n}",
    .start = "before the step",
    .forward = "within the forward pass",
    .forward_end = "at the end of the forward pass",
    .backward = "within the backward pass",
    .backward_end = "at the end of the backward pass",
    .optimizer_step = "in the optimizer's step",
    .end = "after the step",
    .gpu_capacity = "A GPU of {bytes} B ({gib})",
    .gpu_reported = "{gpu}: {bytes} B ({gib}) as its driver reports; it is sold with {marketed}",
    .fits = "It fits: {bytes} B ({gib}) are left at the peak.",
    .fits_not = "It does not fit: {bytes} B ({gib}) are missing at the peak.",
    .binds = "What binds: {instant}; most of it there: {category}, {bytes} B",
    .changes = "What lowers the peak, most bytes for an extra FLOP first, each executed:",
    .no_change = "None of the changes that are tried lowers the peak.",
    .change = "{name}: {saved} B less for {cost}; the peak is {peak} B, {fits}",
    .costs_nothing = "no FLOPs more",
    .costs = "{flops} FLOPs more",
    .costs_less = "{flops} FLOPs fewer",
    .then_fits = "which fits",
    .then_fits_not = "which does not fit",
    .rounds = "keeps fewer bits, so what is learned is not the same",
    .together = "all of these together",
    .enough = "What it takes to fit, none of which can be left out:",
    .never_fits = "With all of the changes that are tried it does not fit.",
    .change_names = {"8-bit AdamW", "a fused optimizer step", "flash attention",
                     "fused norms and activations", "the loss in chunks", "recomputing every block",
                     "recomputing the core of attention", "half the micro-batch, twice as many",
                     "ZeRO-1", "ZeRO-2", "ZeRO-3", "gradients shared out after each micro-batch",
                     "autocast to bf16", "bf16 weights with float32 copies",
                     "bf16 weights and moments alone"},
    .not_counted =
        "Not counted: the CUDA context, workspaces of libraries, fragmentation and "
        "rounding of the caching allocator, buffers of communication, and what CUDA's topk, "
        "nonzero "
        "and the backward of embedding and index sort with",
    .closed_form = "{id} = {formula} = {numbers} = {bytes} B ({source}; {holds})",
    .same_form = "{id}: {formula} = {numbers} = {bytes} B",
    .no_closed_form = "{id}: no closed form is known, because {why}",
    .block_form = "kept by block {n}",
    .block_token_form = "the same per token",
    .block_sbh_form = "the same in s b h",
    .checkpoint_form = "kept by a checkpoint",
    .logits_form = "kept by the loss",
    .form_holds = {"at the end of the last backward pass",
                   "of each block of its kind from there on, at the end of the first forward pass, "
                   "parameters and buffers left out",
                   "of each checkpoint at the end of the first forward pass",
                   "of what is as wide as the vocabulary, at the end of the first forward pass"},
    .form_unknown = {"", "no block is left whose input comes of parts that train",
                     "CUDA's flash kernel copies heads whose size is no multiple of 8",
                     "kernels are not CUDA's", "some blocks are recomputed and others are not",
                     "under autocast tensors of both dtypes are kept"},
    .kernels =
        "What each op keeps for backward: {eager} B where kernels are eager, {fused} B fused",
    .kernels_row = "{module} {op}: {eager} B eager, {fused} B fused",
    .kernels_common = "what is the same in both: {bytes} B",
    .stored = "{name}: {parameters} parameters in {bytes} B, {files:file|files}",
    .stored_dtype = "{dtype}: {tensors} tensors, {elements} elements, {bytes} B",
    .stored_as = "stored as {storing}: {parameters} parameters",
    .stored_beside = "scales, tables and buffers, which are no parameters: {bytes} B",
    .disagree =
        "--safetensors: the model has {parameters} parameters, the files hold {stored}: they "
        "differ by {difference}",
    .case_results = {"exact", "within", "off", "not modelled"},
    .case_faults = {"", "; a case is an object, and its id a text", "; kind takes a text",
                    "; input takes an object of numbers, flags, texts and lists of numbers",
                    "; expect takes a number, or an object of numbers",
                    "; unit takes bytes, KiB, MiB, GiB or GB(1e9), and what is said after it",
                    "; tolerance takes 0, or words where the source cuts digits off"},
    .case_line = "{result} {id}: got {got}, expected {expected}",
    .residual = ", residual {residual}",
    .summary =
        "{cases} cases: {exact} exact, {within} within, {off} off, {not_modelled} not "
        "modelled",
    .worst = "; the worst residual is {residual}, of {id}",
};

}  // namespace tally::cli::en
