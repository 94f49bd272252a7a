#pragma once

#include "lecture/real/account_words.h"

namespace tally::en {

inline constexpr AccountWords account{
    .about = "Account a training step of a real model to the byte",
    .usage = "Usage: {line}",
    .json_help = "write JSON",
    .language_help = "the language: {tags}",
    .help_help = "print this help",
    .model = "a published model; tally models lists them",
    .config = "the config.json of a Hugging Face model",
    .safetensors = "a model.safetensors, or the model.safetensors.index.json of several",
    .batch = "sequences of a micro-batch on one GPU (1)",
    .sequence = "tokens of a sequence (2048; GPT-2: its positions)",
    .micro_batches = "micro-batches of a step (1)",
    .regime = "dtypes of weights, gradients and moments (bf16_master_weights)",
    .optimizer = "adamw, adam, sgd, sgd_momentum or adamw_8bit (adamw)",
    .stepping = "how the optimizer goes over parameters (foreach)",
    .profile = "eager, as transformers runs it, or fused (fused)",
    .attention = "eager, math (PyTorch's composition) or flash; otherwise the profile's",
    .norm = "eager or fused; otherwise the profile's",
    .dropout_mask =
        "the mask dropout keeps: cuda, a byte an element; cpu, as wide as its input (cuda)",
    .loss = "plain, upcast or chunked (upcast)",
    .recompute =
        "none, blocks, blocks of one checkpoint (4), where they begin and end (0,8,32), or "
        "selective: the core of attention (none)",
    .recompute_every = "the same as --recompute N; 0: none",
    .zero = "ZeRO stage 0, 1, 2 or 3 (0)",
    .gpus = "GPUs that share out (1)",
    .gpu = "whether it fits into this GPU, and what would help",
    .frozen_blocks = "blocks that do not train, from the first (0)",
    .lora_rank = "adapters of this rank beside q and v; 0: none (0)",
    .lora_all = "adapters beside every projection of a block",
    .frozen_embeddings = "the tables of tokens and positions do not train",
    .unsharded_gradients = "gradients stay whole until the last micro-batch (no_sync)",
    .ledger = "list what is kept for backward",
    .timeline = "the JSON has live bytes over the step",
    .explain = "the closed form of each line, with its source",
    .compare_kernels = "what fused and eager kernels keep, op by op",
    .bad_value = "{name}: got \"{got}\", takes one of {takes}",
    .got_nothing = "{name}: got nothing, takes a value",
    .takes_nothing = "{name}: takes no value",
    .not_expected = "\"{got}\" is not expected here; takes options only, such as --model NAME",
    .no_option = "there is no option {name}; the options here are {names}",
    .no_option_nearest = "there is no option {name}; did you mean {nearest}?",
    .which_model = "which model? Give --model NAME, --config FILE or --safetensors FILE",
    .no_model = "--model: there is no model \"{got}\"; tally models lists them",
    .no_model_near = "--model: there is no model \"{got}\"; did you mean {nearest}?",
    .bad_recompute =
        "--recompute: got \"{got}\", takes none, blocks, selective, a number of blocks, or "
        "a list of blocks such as 0,8,32",
    .whole_number = "{name}: got \"{got}\", takes a whole number from {least} on",
    .bad_gpu = "--gpu: got \"{got}\", takes bytes (85899345920, 80GB, 80GiB) or one of {names}",
    .cannot_read = "{name} cannot be read: {reason}",
    .not_brought = "it is not among the files that were chosen",
    .bad_file = "{name}: {reason}",
    .given_twice = "{name}: given twice, once is enough",
    .two_models = "--model and --config are two models; give one of them",
    .zero_needs_gpus = "--zero {stage} shares out among GPUs; give --gpus with 2 or more",
    .needs = "{name} says something with {other} only",
    .no_request = "the request has no list of options",
    .no_text = "an option of the request is no text",
    .not_in_request = "{name} is an option of the command line alone",
    .attention_math =
        "CUDA's flash kernel takes 16 bits, heads of at most 256 and no window shorter than the "
        "sequence. This step is accounted with PyTorch's composition of attention "
        "(SDPBackend.MATH).",
    .attention_efficient =
        "CUDA's flash kernel takes 16 bits alone. This step is accounted with the memory-efficient "
        "kernel, which PyTorch takes next.",
    .attention_eager =
        "No kernel of PyTorch's caps the scores of attention as this model does: it is accounted "
        "op by "
        "op (eager).",
    .even_routing =
        "routing is taken to be even: each token has {k} of a layer's {experts} experts, and of T "
        "tokens each expert takes T × {k} / {experts}, the first ones one more where that is no "
        "whole number",
    .problems =
        {"",
         "{name} {value} is not between {least} and {most}",
         "{name} {value} is not a multiple of {divisor} {of}",
         "{name} {value} is not a probability below 1",
         "{name} {value} is not above 0 and at most 1",
         "num_experts_per_tok {value} is more than num_experts {experts}",
         "{value} of each head's {size} elements are rotated: that takes an even number",
         "{name} {value} is negative",
         "hidden_size {width} is not a multiple of num_attention_heads {heads}, and there "
         "is no head_dim",
         "it has {entries} entries, num_hidden_layers is {layers}",
         "it spans {span} bytes, {dtype} of shape {shape} takes {bytes}",
         "it begins at byte {begin}, inside the tensor before it, which ends at {end}",
         "it is in {file}, where the index has it not",
         "it is {value}, the tensors of the files are {bytes} bytes",
         "--recompute and --recompute-every: one way of recomputing at a time",
         "--recompute needs where a checkpoint begins and ends",
         "{name}: {value} is not between 0 and {layers}, the number of blocks",
         "--recompute: {value} comes after {before}: each is greater than the last",
         "flash attention takes 16 bits, regime {regime} has {dtype}: take eager attention "
         "(--attention eager)",
         "flash attention takes heads of at most 256, the model's have {size}: take eager "
         "attention (--attention eager)",
         "flash attention takes no mask, and a window of {window} needs one at sequence "
         "{sequence}: take eager attention (--attention eager)",
         "scaled_dot_product_attention caps no scores, and the model does: take eager attention "
         "(--attention eager)",
         "memory-efficient attention takes float32, keys for each head and no mask here: "
         "take eager attention (--attention eager)",
         "the model has more parameters than bytes can be counted for: --model, or a "
         "smaller --config",
         "--batch {batch} of --sequence {sequence} takes more than 2^62 bytes: give fewer "
         "sequences, or shorter",
         "--batch {batch} of --sequence {sequence} in --micro-batches {micro_batches} "
         "takes more than 2^62 FLOPs: give fewer",
         "{layers} of the model's blocks differ and are executed, with more than {most} tensors "
         "of parameters: take fewer blocks or experts",
         "{layers} of the model's blocks are executed, with more than {most} tensors of "
         "parameters: leave out {names}, or take fewer blocks or experts",
         "--frozen-blocks {value} is more than the model's {layers} blocks",
         "--sequence {sequence} is more than the model's {positions} positions",
         "adapters beside GPT-2's projections are not modelled",
         "--unsharded-gradients says something with --zero 2 or 3 only"},
    .impossible = "{problem}",
};

}  // namespace tally::en
